// Written by `python -m tools.typescript`; see docs/protocol.md. Don't edit.
import type { Shape } from "../wire";

/** Of the book's answers, beside `SHAPES`. */
export const BOOK_SHAPES: Readonly<Record<string, Shape>> = {
  "Book": {
    "lists": {
      "people": "BookPerson",
      "pairs": "BookPair"
    }
  },
  "BookPerson": {
    "parts": {
      "numbers": "PersonNumbers"
    }
  },
  "PersonNumbers": {
    "parts": {
      "giving": "ClueNumbers"
    }
  },
  "ClueNumbers": {
    "parts": {
      "best": "Clue"
    }
  },
  "BookPair": {
    "parts": {
      "numbers": "PairNumbers"
    }
  },
  "PairNumbers": {
    "parts": {
      "giving": "ClueNumbers"
    }
  },
  "BookPage": {
    "parts": {
      "settings": "Settings"
    },
    "lists": {
      "turns": "Turn"
    }
  },
  "HouseholdStatistics": {
    "lists": {
      "people": "NamedPerson",
      "pairs": "NamedPair"
    }
  },
  "NamedPerson": {
    "parts": {
      "numbers": "PersonNumbers"
    }
  },
  "NamedPair": {
    "parts": {
      "numbers": "PairNumbers"
    }
  }
};
