// Written by `python -m tools.typescript`; see docs/protocol.md. Don't edit.

export const PROTOCOL = 2;
export const LONGEST_NAME = 20;
export const LONGEST_CLUE = 50;
export const HIGHEST_NUMBER = 9;
export const MAX_PASTED = 38000;
export const MAX_LISTS = 50;
export const MAX_LIST_BYTES = 32000;
export const LONGEST_LIST_NAME = 40;
export const SHORTEST_TIME = 10;
export const LONGEST_TIME = 900;
export const UNDO_MS = 10000;
export const CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
export const CODE_LENGTH = 4;
export const OWN_WORDS = "house";
export const SCENES = "scenes";
export const PHOTOS = "photos";
export const PHOTO_ID = "^[0-9a-f]{16}$";
export const DUET_AGENTS = 15;
export const MAX_TOKENS = 15;
export const MAX_EXCHANGES = 3;

/** The seats of each mode. */
export const SEATS: Readonly<Record<Mode, readonly Seat[]>> = {
  "classic": [
    "red_spymaster",
    "blue_spymaster",
    "red_operative",
    "blue_operative",
    "operative_for_both",
    "key_holder",
    "spectator"
  ],
  "coop": [
    "red_spymaster",
    "red_operative",
    "spectator"
  ],
  "duet": [
    "side_a",
    "side_b",
    "spectator"
  ]
};

/** Where the key is seen. */
export const KEY_SEATS: readonly Seat[] = [
  "red_spymaster",
  "blue_spymaster",
  "key_holder",
  "side_a",
  "side_b"
];

/** Settings that a mode leaves no choice of. */
export const FORCED: Partial<Record<Mode, Partial<Settings>>> = {
  "duet": {
    "board": "words",
    "guessing": "spymaster_taps",
    "plus_one": "always"
  }
};

/** What the key of two rival teams is made of; the starting team has more agents. */
export const COMPOSITIONS: Record<Board, { more: number; fewer: number; bystanders: number; assassins: number }> = {
  "words": {
    "more": 9,
    "fewer": 8,
    "bystanders": 7,
    "assassins": 1
  },
  "pictures": {
    "more": 8,
    "fewer": 7,
    "bystanders": 4,
    "assassins": 1
  }
};

/** How many cards of a duet are this on side A's key and that on side B's. */
export const DUET_KEYS: readonly { a: Identity; b: Identity; cards: number }[] = [
  {
    "a": "green",
    "b": "green",
    "cards": 3
  },
  {
    "a": "green",
    "b": "bystander",
    "cards": 5
  },
  {
    "a": "bystander",
    "b": "green",
    "cards": 5
  },
  {
    "a": "bystander",
    "b": "bystander",
    "cards": 7
  },
  {
    "a": "assassin",
    "b": "assassin",
    "cards": 1
  },
  {
    "a": "assassin",
    "b": "green",
    "cards": 1
  },
  {
    "a": "green",
    "b": "assassin",
    "cards": 1
  },
  {
    "a": "assassin",
    "b": "bystander",
    "cards": 1
  },
  {
    "a": "bystander",
    "b": "assassin",
    "cards": 1
  }
];

/** House rules that go well together. */
export const PRESETS = {
  "classic": {
    "mode": "classic",
    "board": "words",
    "clues": "typed",
    "guessing": "spymaster_taps",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "on_the_couch": {
    "mode": "classic",
    "board": "words",
    "clues": "spoken",
    "guessing": "spymaster_taps",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "by_the_book": {
    "mode": "classic",
    "board": "words",
    "clues": "typed",
    "guessing": "operatives_tap",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "refuse",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "sand",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "strict_referee": {
    "mode": "classic",
    "board": "words",
    "clues": "typed",
    "guessing": "spymaster_taps",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "strict",
    "several_words": "allow",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "random",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "two_of_us": {
    "mode": "coop",
    "board": "words",
    "clues": "typed",
    "guessing": "spymaster_taps",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "three_of_us": {
    "mode": "classic",
    "board": "words",
    "clues": "typed",
    "guessing": "operatives_tap",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "duet": {
    "mode": "duet",
    "board": "words",
    "clues": "typed",
    "guessing": "spymaster_taps",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "alone": {
    "mode": "coop",
    "board": "words",
    "clues": "typed",
    "guessing": "operatives_tap",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "alone_duet": {
    "mode": "duet",
    "board": "words",
    "clues": "typed",
    "guessing": "spymaster_taps",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 10,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "two_against_two_bots": {
    "mode": "classic",
    "board": "words",
    "clues": "typed",
    "guessing": "operatives_tap",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "turn_only",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "pictures": {
    "mode": "classic",
    "board": "pictures",
    "clues": "typed",
    "guessing": "spymaster_taps",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "always",
    "referee": "advise",
    "several_words": "ask",
    "abbreviations": "allow",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "rival_picks",
    "timer": "off",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  },
  "hindi_house_rules": {
    "mode": "classic",
    "board": "words",
    "clues": "typed",
    "guessing": "operatives_tap",
    "marks": "everyone_sees",
    "agreement": "any_one",
    "plus_one": "earned",
    "referee": "advise",
    "several_words": "refuse",
    "abbreviations": "refuse",
    "rhymes": "by_meaning",
    "rival_confirms": "when_asked",
    "penalty": "turn_only",
    "timer": "sand",
    "sand_seconds": 60,
    "clue_seconds": 120,
    "guess_seconds": 120,
    "first_extra_seconds": 60,
    "tokens": 9,
    "coach": false,
    "mistakes": null,
    "bot_pace": "normal"
  }
} as const satisfies Record<string, Settings>;

/** How a value is read: the names of a row, what an absent field means, and the shapes of what is
 * in it, alone or in a list.
 */
export interface Shape {
  readonly row?: readonly string[];
  readonly absent?: Readonly<Record<string, unknown>>;
  readonly parts?: Readonly<Record<string, string>>;
  readonly lists?: Readonly<Record<string, string>>;
}

/** Of what is sent in another form than its interface says. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  "Message": {
    "lists": {
      "happened": "happened"
    },
    "parts": {
      "view": "view"
    }
  },
  "happened": {
    "parts": {
      "clue": "Clue"
    }
  },
  "Clue": {
    "row": [
      "word",
      "number"
    ]
  },
  "view": {
    "parts": {
      "lobby": "LobbyView",
      "game": "GameView",
      "question": "QuestionView"
    }
  },
  "LobbyView": {
    "absent": {
      "removed": [],
      "former": [],
      "requests": [],
      "closed": false,
      "volume": 7,
      "music": null,
      "house_words": 0,
      "games": 0,
      "no_deal": null,
      "unseated": [],
      "offered": {},
      "screen": null,
      "evening": null,
      "showing": null,
      "bots": "ready",
      "llm": null,
      "lost": null
    },
    "lists": {
      "players": "PlayerView",
      "requests": "Request"
    },
    "parts": {
      "settings": "Settings",
      "showing": "ScreenPage"
    }
  },
  "PlayerView": {
    "absent": {
      "counted": false,
      "bot": null,
      "stamp": ""
    }
  },
  "Request": {
    "absent": {
      "asker": null,
      "seat": null
    }
  },
  "Settings": {
    "absent": {
      "mode": "classic",
      "board": "words",
      "clues": "typed",
      "guessing": "spymaster_taps",
      "marks": "everyone_sees",
      "agreement": "any_one",
      "plus_one": "always",
      "referee": "advise",
      "several_words": "ask",
      "abbreviations": "allow",
      "rhymes": "by_meaning",
      "rival_confirms": "when_asked",
      "penalty": "rival_picks",
      "timer": "off",
      "sand_seconds": 60,
      "clue_seconds": 120,
      "guess_seconds": 120,
      "first_extra_seconds": 60,
      "tokens": 9,
      "coach": false,
      "mistakes": null,
      "bot_pace": "normal"
    }
  },
  "ScreenPage": {
    "absent": {
      "part": null
    }
  },
  "GameView": {
    "absent": {
      "languages": [],
      "card_languages": [],
      "paused": false,
      "guesses_left": null,
      "outstanding": null,
      "clock": null,
      "duet": null,
      "result": null,
      "thinking": [],
      "waiting": null,
      "awards": [],
      "exchanges": [],
      "undo": null,
      "may_predict": [],
      "predictions": []
    },
    "parts": {
      "settings": "Settings"
    },
    "lists": {
      "turns": "Turn"
    }
  },
  "Turn": {
    "row": [
      "team",
      "clue",
      "giver",
      "touches",
      "ended",
      "struck",
      "cover",
      "side",
      "agreed",
      "corrected"
    ],
    "parts": {
      "clue": "Clue"
    },
    "lists": {
      "touches": "Touch",
      "struck": "StruckClue"
    }
  },
  "Touch": {
    "row": [
      "position",
      "identity",
      "by",
      "undone"
    ]
  },
  "StruckClue": {
    "row": [
      "clue",
      "by"
    ],
    "parts": {
      "clue": "Clue"
    }
  },
  "QuestionView": {
    "parts": {
      "clue": "Clue"
    }
  }
};

/** What the server sends unasked. */
export interface ServerEvents {
  view: Message;
  gone: LeftRoom;
  reaction: ShownReaction;
  predictions: OwnPredictions;
}

/** The acknowledgement of an entrance. */
export type EntranceAck<Name extends keyof Entrances> =
  | (Name extends "ask_to_return" ? Asked : Entered)
  | Failed;

/** The acknowledgement of a command. */
export type CommandAck = Done | Failed;

/** The acknowledgement of what a host wants of the televisions. */
export type CastingAck<Name extends keyof Casting> =
  | (Name extends "list_tvs" ? TelevisionList : Done)
  | Failed;

/** What a person is answered who reads in the book. */
export interface BookAcks {
  open_book: OpenedBook | Failed;
  open_page: OpenedPage | Failed;
  export_game: Exported | Failed;
  open_statistics: OpenedStatistics | Failed;
}

/** A shared screen wants the public view of a room. */
export interface Watch extends ConnectionMessage {
  room: string;
  /** Out of the address that the page was cast with: says that it has come, once. */
  nonce?: string | null;
  /** What the nonce was exchanged for: says that the same page is back. */
  screen?: string | null;
}

/** What a connection says before it belongs to a room. */
export interface ConnectionMessage {
  protocol: number;
}

/** Open a room and be its host. */
export interface Create extends ConnectionMessage {
  cmd_id: string;
  token: string;
  name: string;
  /** Tag of the language that the shared screen speaks, like "en" or "sr-Cyrl". */
  language: string;
  /** Ids of the decks that boards are drawn from. */
  decks: readonly string[];
  settings?: Settings;
}

/** The house rules of one game. The defaults are the rule book's. */
export interface Settings {
  mode: Mode;
  board: Board;
  clues: Clues;
  guessing: Guessing;
  marks: Marks;
  agreement: Agreement;
  plus_one: PlusOne;
  referee: Refereeing;
  several_words: SeveralWords;
  abbreviations: Abbreviations;
  rhymes: Rhymes;
  rival_confirms: RivalConfirms;
  penalty: Penalty;
  timer: Timer;
  /** How long the sand runs. */
  sand_seconds: number;
  /** Strict timer: for giving a clue. */
  clue_seconds: number;
  /** Strict timer: for all guesses of a turn. */
  guess_seconds: number;
  /** Strict timer: more for the first clue of the game; 0 for none. */
  first_extra_seconds: number;
  /** Duet: turns before sudden death, 1 to 15. */
  tokens: number;
  /** Who gives a clue may ask the server how a stranger would see it, and for ideas. */
  coach: boolean;
  /** Duet: bystanders that may be touched, 0 to 15; one more and the game is lost. Null: any. */
  mistakes: number | null;
  bot_pace: BotPace;
}

/** Which game is played. Each has a module of its own in `rules.modes`. */
export const EVERY_MODE = [
  /** Two teams against each other. */
  "classic",
  /** One team against a simulated opponent. */
  "coop",
  /** Two sides with a key each, together against nine tokens. */
  "duet",
] as const;
export type Mode = (typeof EVERY_MODE)[number];

/** What lies on the table. */
export const EVERY_BOARD = [
  /** 25 words: 5 columns, 5 rows. */
  "words",
  /** 20 pictures: 5 columns, 4 rows. */
  "pictures",
] as const;
export type Board = (typeof EVERY_BOARD)[number];

/** How clues are given. */
export const EVERY_CLUES = [
  /** The spymaster types word and number before anything can be touched. */
  "typed",
  /**
   * The word is optional; a touch in the clue phase gives a wordless `unlimited` clue itself.
   */
  "spoken",
] as const;
export type Clues = (typeof EVERY_CLUES)[number];

/** Whose phone touches the cards. */
export const EVERY_GUESSING = [
  /** Operatives say and point; the guessing team's spymaster touches. */
  "spymaster_taps",
  /** An operative marks a card, then confirms. */
  "operatives_tap",
] as const;
export type Guessing = (typeof EVERY_GUESSING)[number];

/** Who sees the marks that operatives put on cards before they touch. */
export const EVERY_MARKS = [
  "team_sees",
  "everyone_sees",
] as const;
export type Marks = (typeof EVERY_MARKS)[number];

/** How many operatives it takes to touch a card, where operatives tap. */
export const EVERY_AGREEMENT = [
  "any_one",
  /** Every operative of the team who is online has marked the card. */
  "all",
] as const;
export type Agreement = (typeof EVERY_AGREEMENT)[number];

/** Whether the guess limit is the clue's number plus one. */
export const EVERY_PLUS_ONE = [
  "always",
  /** Only while the team has cards outstanding from earlier clues. */
  "earned",
  "never",
] as const;
export type PlusOne = (typeof EVERY_PLUS_ONE)[number];

/** What the referee's findings do. */
export const EVERY_REFEREEING = [
  /** Only malformed clues are refused. */
  "off",
  /** The giver sees the findings before the clue is public, and may ask the rival spymaster. */
  "advise",
  /** An illegal clue costs the penalty at once; a questioned one goes to the rival. */
  "strict",
] as const;
export type Refereeing = (typeof EVERY_REFEREEING)[number];

/** What the referee says of several words or a hyphen. */
export const EVERY_SEVERAL_WORDS = [
  "refuse",
  "ask",
  "allow",
] as const;
export type SeveralWords = (typeof EVERY_SEVERAL_WORDS)[number];

/** What the referee says of abbreviations; laser, radar and sonar are words. */
export const EVERY_ABBREVIATIONS = [
  "allow",
  "refuse",
] as const;
export type Abbreviations = (typeof EVERY_ABBREVIATIONS)[number];

/** Whether a clue may mean a sound. Only people can judge that: shown in the rules. */
export const EVERY_RHYMES = [
  "by_meaning",
  "any",
] as const;
export type Rhymes = (typeof EVERY_RHYMES)[number];

/** Which clues the rival spymaster sees before they are public. */
export const EVERY_RIVAL_CONFIRMS = [
  "when_asked",
  /** Every typed clue, as long as there is a rival spymaster who is online. */
  "always",
] as const;
export type RivalConfirms = (typeof EVERY_RIVAL_CONFIRMS)[number];

/** What an invalid clue costs. */
export const EVERY_PENALTY = [
  /** The turn, and the rival may reveal one of its own agents. */
  "rival_picks",
  /** The turn, and one of the rival's agents is revealed by lot. */
  "random",
  "turn_only",
  /** The clue is struck and another one is given. */
  "none",
] as const;
export type Penalty = (typeof EVERY_PENALTY)[number];

/** Whether a clock runs. */
export const EVERY_TIMER = [
  "off",
  /** A glass that any player may turn over: it sounds and shows, and nothing ends. */
  "sand",
  /** No clue in time passes the turn, no guess in time ends it. */
  "strict",
] as const;
export type Timer = (typeof EVERY_TIMER)[number];

/** How long bots take to move. */
export const EVERY_BOT_PACE = [
  "slow",
  "normal",
  "quick",
] as const;
export type BotPace = (typeof EVERY_BOT_PACE)[number];

/** Come in by name with a new token; a token that is known already just enters. */
export interface Join extends ConnectionMessage {
  room: string;
  token: string;
  name: string;
}

/** Come back with a known token. */
export interface Enter extends ConnectionMessage {
  room: string;
  token: string;
}

/** Ask for the person that this browser was before it lost its token. */
export interface AskToReturn extends ConnectionMessage {
  room: string;
  token: string;
  player: string;
}

/** Show a link from the server's terminal; the token must be known in the room. */
export interface BecomeHost extends ConnectionMessage {
  room: string;
  token: string;
  /** The secret part of the link. */
  link: string;
}

/** What a connection says before it is in a room. */
export interface Entrances {
  watch: Watch;
  create: Create;
  join: Join;
  enter: Enter;
  ask_to_return: AskToReturn;
  become_host: BecomeHost;
}

/** Take another name. */
export interface Rename extends Command {
  name: string;
}

/**
 * What a person in a room wants done, with an id of the client's choice.
 *
 * The same id from the same person is answered again and not done twice.
 */
export interface Command {
  cmd_id: string;
}

/** Take another stamp, which nobody else here has. */
export interface ChooseStamp extends Command {
  stamp: Stamp;
}

/**
 * The stamps, as emoji of the shipped font: all from one of its files, each of one character.
 *
 * A room deals them in this order, also when its log is replayed: append, never reorder. What
 * looks well on a small pin comes first.
 */
export const EVERY_STAMP = [
  "🦊",
  "🐌",
  "🐘",
  "🐝",
  "🐧",
  "🐰",
  "🍄",
  "🐳",
  "🦋",
  "🐈",
  "🐸",
  "🌵",
  "🦁",
  "🦆",
  "🦔",
  "🐟",
  "🦄",
  "🦉",
  "🦀",
  "🌷",
  "🐶",
  "🐓",
  "🐢",
  "🦒",
  "🐨",
  "🐚",
  "🐙",
  "🌴",
  "🐭",
  "🐞",
  "🐪",
  "🍀",
  "🐻",
  "🦓",
  "🦕",
  "🌈",
  "🐬",
  "🐣",
  "⛄",
  "🐜",
  "🐼",
  "🍁",
  "🦏",
  "🐛",
  "🐯",
  "🌻",
  "🐊",
  "🌳",
] as const;
export type Stamp = (typeof EVERY_STAMP)[number];

/** Leave the room. */
export interface Leave extends Command {}

/** Agree to named statistics across this server's rooms, or withdraw that. */
export interface CountMe extends Command {
  on: boolean;
}

/** Sit down in a free seat. */
export interface TakeSeat extends Command {
  seat: Seat;
}

/** Where a person sits. What a connection may see follows from this alone. */
export const EVERY_SEAT = [
  "red_spymaster",
  "blue_spymaster",
  "red_operative",
  "blue_operative",
  "operative_for_both",
  /** One phone for both spymasters, lying where both see it. */
  "key_holder",
  "side_a",
  /** The two sides of a duet. */
  "side_b",
  "spectator",
] as const;
export type Seat = (typeof EVERY_SEAT)[number];

/** Ask for a key seat that somebody holds. */
export interface AskForSeat extends Command {
  seat: Seat;
}

/** Accept or decline a request; the asker withdraws it by declining. */
export interface AnswerRequest extends Command {
  /** Its id. */
  request: number;
  consent: boolean;
}

/** Host: put a bot in a free seat. */
export interface AddBot extends Command {
  seat: Seat;
  style: BotStyle;
}

/** How much risk a bot takes. */
export const EVERY_BOT_STYLE = [
  "careful",
  "normal",
  "bold",
] as const;
export type BotStyle = (typeof EVERY_BOT_STYLE)[number];

/** Host: put a bot in each free seat that the running game, or else the next one, needs. */
export interface FillWithBots extends Command {
  style: BotStyle;
}

/** Take a bot's seat; the bot leaves. For a key seat only the host may; others ask. */
export interface RelieveBot extends Command {
  /** The bot's id. */
  player: string;
}

/** Host: make another person the host. */
export interface HandOver extends Command {
  player: string;
}

/** Host: remove a person or a bot. */
export interface Remove extends Command {
  player: string;
}

/** Host: close the door to everybody new, or open it. */
export interface SetDoor extends Command {
  closed: boolean;
}

/** Host: how loud the shared screen is, and whether it plays music in the lobby. */
export interface SetSound extends Command {
  /** 0 is silent. */
  volume: number;
  /** Null leaves it as it is. */
  music?: boolean | null;
}

/** Host: seat everybody at random; those who have had the key least often get it. */
export interface Shuffle extends Command {
  /** Seat only those who have no seat and did not choose to watch. */
  only_unseated?: boolean;
}

/** Host: let a removed person back in. */
export interface Readmit extends Command {
  player: string;
}

/** Host: choose the next game's house rules and decks, and the screen's language. */
export interface ChangeSettings extends Command {
  settings: Settings;
  decks: readonly string[];
  language: string;
}

/** Host: paste a word list, one codename per line; an empty text removes it. */
export interface PasteWords extends Command {
  text: string;
}

/** Host or key seat: deal a new game with unseen codenames. */
export interface Deal extends Command {
  /** Rotate the seats first, so that guessers get the key. */
  swap_spymasters?: boolean;
}

/** Host: show an ended game on the shared screens, starting at one of its moments. */
export interface ShowPage extends Command {
  /** Its number in the room. */
  game: number;
  /** How many of its moments are shown; 0 is the board before the first clue. */
  moment: number;
  /** Whether it continues by itself from there. */
  plays: boolean;
  /**
   * The latest game is looked back upon, from this part on, whatever its moments; null: this
   * game's moments are shown.
   */
  part?: LookBackPart | null;
}

/** A part of looking back upon a game; in their order. */
export const EVERY_LOOK_BACK_PART = [
  "clues",
  "awards",
  "next_keys",
] as const;
export type LookBackPart = (typeof EVERY_LOOK_BACK_PART)[number];

/** Host: show the table on the shared screens again; after a game, its final board. */
export interface ClosePage extends Command {}

/** Host: go on without the game that cannot be read. */
export interface GoOn extends Command {}

/** Give the turn's clue. */
export interface GiveClue extends GameCommand {
  word: string | null;
  number: ClueNumber;
  /** Give it even if the referee questions it. */
  anyway?: boolean;
  /**
   * Everybody agrees, though the referee finds it illegal; counts only without a rival to ask.
   */
  agreed?: boolean;
}

/** A move. `step` is that of the view it was chosen on; any other is refused as stale. */
export interface GameCommand extends Command {
  step: number;
}

export type ClueNumber =
  | number
  | "unlimited";

/** Ask the rival spymaster, privately, whether this clue is valid. */
export interface AskRival extends GameCommand {
  word: string;
  number: ClueNumber;
}

/** Withdraw the question to the rival, or discard a rejected clue. */
export interface TakeBackClue extends GameCommand {}

/** Allow the rival's clue: it becomes public and cannot be challenged. */
export interface AllowClue extends GameCommand {
  /** The id of the question, as in the view. */
  question: number;
}

/** Reject the rival's clue: it goes back to the giver. */
export interface RejectClue extends GameCommand {
  /** The id of the question, as in the view. */
  question: number;
}

/** Correct the clue's spelling, once, before the first touch. */
export interface CorrectClue extends GameCommand {
  word: string;
  /** As for `give_clue`. */
  anyway?: boolean;
  /** As for `give_clue`. */
  agreed?: boolean;
}

/** Call the rival's public clue invalid, before the first touch. */
export interface Challenge extends GameCommand {}

/** Agree that one's own clue is invalid. */
export interface ConcedeChallenge extends GameCommand {}

/** Let the challenged clue stand. */
export interface WithdrawChallenge extends GameCommand {}

/** Make the final ruling: the challenged clue is invalid. */
export interface UpholdChallenge extends GameCommand {}

/**
 * Reveal an agent of the team whose turn it is: one's own as a penalty, the opponent's in
 * co-op.
 */
export interface CoverCard extends GameCommand {
  position: number;
}

/** Reveal no agent as a penalty. */
export interface DeclinePenalty extends GameCommand {}

/** Flip the sandglass. */
export interface TurnSand extends GameCommand {}

/** Mark a card before touching it, or take the mark back. */
export interface MarkCard extends GameCommand {
  position: number;
  /** False takes the mark back. */
  on: boolean;
  /** Whether the clue's word is unknown to who marks it. */
  unsure?: boolean;
}

/** Note privately, until the debrief, which cards this turn's clue means. */
export interface NoteCards extends GameCommand {
  /** Positions, the likeliest first; an empty list deletes the note. */
  cards: readonly number[];
}

/** Predict privately, as somebody who watches, which card is touched next. */
export interface Predict extends GameCommand {
  /** Null withdraws the prediction. */
  position: number | null;
}

/** Touch a card: the official guess. */
export interface TouchCard extends GameCommand {
  position: number;
}

/** End the turn by choice. */
export interface EndTurn extends GameCommand {}

/** Take back the latest touch. */
export interface Undo extends GameCommand {}

/** Exchange a codename before the first clue, up to three per game. */
export interface ExchangeCodename extends GameCommand {
  position: number;
}

/** Pause the game. */
export interface Pause extends GameCommand {}

/** Resume the game. */
export interface Resume extends GameCommand {}

/** Host: abandon the game. */
export interface Abandon extends GameCommand {}

/** Show the whole key of an ended game to everyone. */
export interface Debrief extends GameCommand {}

/** What a person in a room can send. */
export interface Commands {
  rename: Rename;
  choose_stamp: ChooseStamp;
  leave: Leave;
  count_me: CountMe;
  take_seat: TakeSeat;
  ask_for_seat: AskForSeat;
  answer_request: AnswerRequest;
  add_bot: AddBot;
  fill_with_bots: FillWithBots;
  relieve_bot: RelieveBot;
  hand_over: HandOver;
  remove: Remove;
  set_door: SetDoor;
  set_sound: SetSound;
  shuffle: Shuffle;
  readmit: Readmit;
  change_settings: ChangeSettings;
  paste_words: PasteWords;
  deal: Deal;
  show_page: ShowPage;
  close_page: ClosePage;
  go_on: GoOn;
  give_clue: GiveClue;
  ask_rival: AskRival;
  take_back_clue: TakeBackClue;
  allow_clue: AllowClue;
  reject_clue: RejectClue;
  correct_clue: CorrectClue;
  challenge: Challenge;
  concede_challenge: ConcedeChallenge;
  withdraw_challenge: WithdrawChallenge;
  uphold_challenge: UpholdChallenge;
  cover_card: CoverCard;
  decline_penalty: DeclinePenalty;
  turn_sand: TurnSand;
  mark_card: MarkCard;
  note_cards: NoteCards;
  predict: Predict;
  touch_card: TouchCard;
  end_turn: EndTurn;
  undo: Undo;
  exchange_codename: ExchangeCodename;
  pause: Pause;
  resume: Resume;
  abandon: Abandon;
  debrief: Debrief;
}

/** Which televisions are there. */
export interface ListTvs {}

/** Show the room on this television. */
export interface ShowOnTv {
  /** Its id, as in the list. */
  device: string;
  /** Also when another room is on it. */
  instead?: boolean;
}

/** Free the room's television, and the one that is to take its place. */
export interface StopTv {
  /** Only this one of the two. */
  device?: string | null;
}

/** Take the television back from another app. */
export interface TakeBackTv {}

/** Look for a television at this address, as long as the server runs. */
export interface AddTv {
  /** An IPv4 address. */
  address: string;
}

/** What a host can send about the televisions. */
export interface Casting {
  list_tvs: ListTvs;
  show_on_tv: ShowOnTv;
  stop_tv: StopTv;
  take_back_tv: TakeBackTv;
  add_tv: AddTv;
}

/** The games that ended in this room, and what they come to for the people in it. */
export interface OpenBook {}

/** One ended game, to be stepped through. A shared screen may ask for the one it has to show. */
export interface OpenPage {
  /** Its number in the room. */
  game: number;
}

/** A debriefed game as files. */
export interface ExportGame {
  /** Its number in the room. */
  game: number;
}

/**
 * What the games of this household have come to, across rooms; of people those of this room who
 * agreed to be counted by name.
 */
export interface OpenStatistics {}

/** What a person can read in the book of the room. */
export interface Readings {
  open_book: OpenBook;
  open_page: OpenPage;
  export_game: ExportGame;
  open_statistics: OpenStatistics;
}

/** How would a stranger see the board after this clue? */
export interface AskCoach extends Coaching {
  word: string;
}

/** What a giver can ask the coach. */
export interface Coaching {
  ask_coach: AskCoach;
  ask_ideas: AskIdeas;
}

/** Which clues come to mind? */
export interface AskIdeas extends Coaching {}

/** What would the referee say of this clue? Asked while typing; nothing changes. */
export interface JudgeClue {
  word: string;
  number: ClueNumber;
}

/** A shared screen tells the host's diagnostics what it runs on. */
export interface Report {
  /** The browser's user agent. */
  agent: string;
  /** The page's width in CSS pixels. */
  width: number;
  /** The page's height in CSS pixels. */
  height: number;
  /** Milliseconds from its `watch` to the answer. */
  latency: number;
  /** What it tried against the device's idle screen, and could not do. */
  failed?: readonly Remedy[];
  /** What is at work against it now: a video counts while its time advances. */
  holds?: readonly Remedy[];
  /** For how many seconds altogether a silent video was seen to advance. */
  played?: number;
  /** Whether the browser shows the page; a screensaver covers it. */
  visible?: boolean;
  /** When that changed: the latest ones, in their order. */
  changes?: readonly Visibility[];
  /** The version of the page. */
  version?: string;
}

/** What a page on a television does against the device's idle screen. */
export const EVERY_REMEDY = [
  /** A silent video that plays for ever. */
  "video",
  /**
   * The device maker's script, told that this page is never idle. It comes from the internet.
   */
  "framework",
  /** The silent video, played by that script's own player. */
  "player",
  /** The browser's wake lock, which needs https. */
  "lock",
] as const;
export type Remedy = (typeof EVERY_REMEDY)[number];

/** A screen's page was covered, by a screensaver for example, or is seen again. */
export interface Visibility {
  visible: boolean;
  /** When, by the server's clock; Unix milliseconds. */
  at: number;
}

/** Show a reaction on the room's shared screens. It changes no view and stands in no log. */
export interface React {
  reaction: Reaction;
}

/** What people can show of their feelings by one tap. */
export const EVERY_REACTION = [
  "love",
  "fire",
  /** How clever. */
  "brain",
  /** How exciting. */
  "eyes",
  /** How slow. */
  "snail",
] as const;
export type Reaction = (typeof EVERY_REACTION)[number];

/** A browser keeps a word list for all rooms of the server, over HTTP. */
export interface NewWordList {
  name: string;
  /** As of `paste_words`. */
  text: string;
}

/** The connection belongs to a room now, and is sent its views from now on. */
export interface Entered {
  /** The room's code as it is written on the screen. */
  room: string;
  /** Your player id; null for a shared screen. */
  you: string | null;
  /** The server's clock, Unix milliseconds. */
  now: number;
  /** The address at which others join this room, for a QR code or to be read out. */
  join_url: string;
  /** The address of this room's page for a shared screen. */
  tv_url: string;
  /** For a page that was cast: to be kept, and shown with the next `watch`. */
  screen: string | null;
  /** Whether a host may ask for televisions; at a public address only the terminal does. */
  casts: boolean;
  /** Whether this server keeps statistics of the household; at a public address it does not. */
  counts: boolean;
  /**
   * Several servers have this room, and the address of your connection did not name it: connect
   * again, with `room=` and the code in the address, and enter there.
   */
  elsewhere: boolean;
  /** Your own in the game on the table; null without any. */
  predictions: OwnPredictions | null;
  ok: true;
}

/** A person's own predictions in the game on the table. Nobody else is sent them. */
export interface OwnPredictions {
  /** The card that is predicted now; null without an open prediction. */
  position: number | null;
  /** Whether the latest touch was predicted; null without a prediction of it. */
  latest: boolean | null;
  /** How many came true. */
  seen: number;
  /** How many were judged. */
  of: number;
}

/** The request waits for an answer; until then the connection sees what a shared screen sees. */
export interface Asked {
  /** The request's id, as in `lobby.requests`. */
  request: number;
  ok: true;
}

/** The devices of the house, as far as they are known by now; ask again for newer news. */
export interface TelevisionList {
  televisions: readonly Television[];
  /** Why none can be found, if that is known. */
  network: CastReason | null;
  /** The latest report of the page that was cast, or else of any screen of this room. */
  about: ScreenReport | null;
  ok: true;
}

/** One device of the house. */
export interface Television {
  id: string;
  name: string;
  model: string;
  address: string;
  /** Why it cannot be cast to; null: it can. */
  refused: CastReason | null;
  kind: Kind;
}

/** The codes. Each says what happened, and beside it stands what helps. */
export const EVERY_CAST_REASON = [
  /** The server was started with --no-cast, or with --public-url and without --cast. */
  "cast/off",
  /** At a public address hosts do not cast: only the server's own terminal does. */
  "cast/terminal_only",
  /** This computer has no network: join one. */
  "cast/no_network",
  /** Nobody of that name: look again, or add its address. */
  "cast/unknown_device",
  /** Another room is on it: ask, then cast with `instead`. */
  "cast/device_in_use",
  /** Start the server with --host 0.0.0.0. */
  "cast/loopback_only",
  /** The TV reaches no address of ours: --public-url. */
  "cast/no_address",
  /** Casting itself is being started again: soon. */
  "cast/not_running",
  /** Several speakers: choose the screen itself. */
  "cast/group",
  /** It has no screen. */
  "cast/audio_only",
  /** Nothing answers at that address. */
  "cast/no_answer",
  /** It says that it lives where no TV can live. */
  "cast/bad_address",
  /** TV off, or in another network. */
  "cast/unreachable",
  /** The device could not fetch the app: its internet. */
  "cast/app_not_found",
  /** The device said no. */
  "cast/launch_refused",
  /** The device said nothing: start it anew. */
  "cast/launch_timeout",
  /** The app's own page cannot load there: its internet, or the app is gone. */
  "cast/app_unavailable",
  /** Somebody said no on the TV itself, or its settings do. */
  "cast/not_allowed",
  /** The name in --public-url is one that only this house knows: TVs ask elsewhere. */
  "cast/name_unreachable",
  /** Firewall or other network: open the short address on the TV. */
  "cast/no_hello",
  /** The device goes back to its idle screen again and again. */
  "cast/keeps_idling",
  /** Tried again quietly. */
  "cast/connection_lost",
  /** Waits for the page, then casts again. */
  "cast/page_gone",
  /** Casts again in a moment. */
  "cast/idle_screen",
  /** The TV sleeps or shows another input: it is left in peace. */
  "cast/standby",
  /** Casts again with our new address. */
  "cast/address_changed",
  /** Somebody started something else: take back on request. */
  "cast/taken_over",
  /** Somebody ended it on the TV or from another phone: take back on request. */
  "cast/stopped_there",
  /**
   * Nobody is there, or nobody has asked or played for hours: shown again when somebody does.
   */
  "cast/nobody_playing",
  /** The page is there, and covered: a key on the TV's remote helps. */
  "cast/screensaver",
  /** The TV asks whether we may: somebody says yes with its remote. */
  "cast/confirm_on_tv",
  /** One way onto this TV failed; the next one is tried. */
  "cast/next_way",
  /** Another room was put on this TV. */
  "cast/replaced",
  /** Casting itself is being started again. */
  "cast/reconnecting",
  /** Tried again at once. */
  "cast/launch_cancelled",
] as const;
export type CastReason = (typeof EVERY_CAST_REASON)[number];

/** What kind of television it is: how it is spoken to. */
export const EVERY_KIND = [
  /** A Chromecast, or a television with one inside. */
  "cast",
  /** An LG television: its own browser opens our page. */
  "webos",
] as const;
export type Kind = (typeof EVERY_KIND)[number];

/** What a screen of the room runs on, as its page says itself; see `report`. */
export interface ScreenReport {
  agent: string;
  width: number;
  height: number;
  latency: number;
  failed: readonly Remedy[];
  holds: readonly Remedy[];
  played: number;
  visible: boolean;
  changes: readonly Visibility[];
  version: string;
  /** Whether it is the page that was cast; else it is any screen's. */
  cast: boolean;
  /** When it said so, by the server's clock; Unix milliseconds. */
  at: number;
}

/** What the referee says of a clue; nothing is known of it to anybody else. */
export interface Judged {
  /** Empty for a clue to which there is nothing to object. */
  findings: readonly Finding[];
  ok: true;
}

/** One objection to a clue. */
export interface Finding {
  verdict: Verdict;
  reason: Objection;
  /** The card concerned; null when the objection is about no card. */
  position: number | null;
}

/** How sure the referee is. */
export const EVERY_VERDICT = [
  /** Against the rules beyond doubt. */
  "illegal",
  /** For the rival spymaster to say. */
  "questioned",
] as const;
export type Verdict = (typeof EVERY_VERDICT)[number];

/** Why a clue is objected to. */
export const EVERY_OBJECTION = [
  /** It is a codename on the board, whatever the case, accents, hyphens or script. */
  "same",
  /** It is a form of a codename: inflected, derived, or another spelling. */
  "form",
  /** It is a part of a compound codename. */
  "part",
  /** It is a compound that shares a member with a codename, or contains one as a member. */
  "shares_member",
  /**
   * Its letters contain a codename, or the other way round, and no language data can say more.
   */
  "contains",
  /** Letters of another script make it look like a codename. */
  "looks_like",
  /** It is several words, or has a hyphen. */
  "several_words",
  /** It is an abbreviation, and the house rules refuse those. */
  "abbreviation",
  /** The number is larger than the agents that the team still has to find. */
  "number",
] as const;
export type Objection = (typeof EVERY_OBJECTION)[number];

/** How a stranger would see the board after a clue; nothing is known of it to anybody else. */
export interface CoachAnswer {
  /** The hidden cards, the likeliest first. */
  ranking: readonly Likely[];
  ok: true;
}

/** A card, and how likely a guesser touches it next. */
export interface Likely {
  position: number;
  /** 0 to 1; all together are 1. */
  share: number;
}

/** Clues that this seat could give; nothing is known of them to anybody else. */
export interface ClueIdeas {
  /** The best first; they pass the referee of the room. */
  ideas: readonly Idea[];
  ok: true;
}

/** A clue that could be given. */
export interface Idea {
  word: string;
  number: number;
  /** The cards that it means: positions, likeliest first. */
  cards: readonly number[];
}

/** The book of the room. */
export interface OpenedBook {
  book: Book;
  ok: true;
}

/** The latest hundred games that ended in a room, and what they come to. */
export interface Book {
  /** In their order. */
  games: readonly BookLine[];
  /** Everybody who played in them, in the order in which they came into the room. */
  people: readonly BookPerson[];
  pairs: readonly BookPair[];
}

/** A game in the book's list. */
export interface BookLine {
  /** Which game of the room it was; the first is 1. */
  number: number;
  /** When it ended or was debriefed: the server's clock, Unix milliseconds. */
  at: number;
  mode: Mode;
  board: Board;
  result: Result;
  /** How many turns it took. */
  turns: number;
  /** Whether it can be exported, and its page has the key. */
  debriefed: boolean;
  /** Names of who sat where at its end, spectators left out. */
  people: Partial<Record<Seat, readonly string[]>>;
}

/** How a game ended. */
export interface Result {
  /** Null for an abandoned game and a lost duet; a lost co-op game is the simulated team's. */
  winner: Team | null;
  ending: Ending;
  /** A won co-op game: agents of the simulated team that are still hidden. */
  score: number | null;
}

/** Red and blue are rivals; green is the one team of a duet. */
export const EVERY_TEAM = [
  "red",
  "blue",
  "green",
] as const;
export type Team = (typeof EVERY_TEAM)[number];

/** Why a game ended. */
export const EVERY_ENDING = [
  "all_agents",
  "assassin",
  /** Duet: a bystander was touched in sudden death. */
  "sudden_death",
  /** Duet: more bystanders were touched than the house rules forgive. */
  "mistakes",
  /** Duet, strict timer: nobody touched a card in time in sudden death. */
  "time",
  "abandoned",
] as const;
export type Ending = (typeof EVERY_ENDING)[number];

/** Somebody of the room, in its games. */
export interface BookPerson {
  /** Player id. */
  id: string;
  /** The name at the end of the latest of these games. */
  name: string;
  numbers: PersonNumbers;
  bot: boolean;
  /** What came of the cards that this person's clues meant; null where nothing was noted. */
  noted: Noted | null;
}

/** A person's games. */
export interface PersonNumbers {
  /** In which this person had a seat, gave a clue or touched a card. */
  games: number;
  won: number;
  /** Where the seat was a team's; who sits for both teams neither wins nor loses. */
  lost: number;
  giving: ClueNumbers;
  /** Cards touched under somebody else's clue. */
  touches: number;
  /** How many of them were own agents. */
  hits: number;
}

/** Results of clues. */
export interface ClueNumbers {
  clues: number;
  /** The sum of their numbers; `0` and `unlimited` add nothing. */
  meant: number;
  /** Own agents that were found in their turns. */
  found: number;
  /** Turns in which the assassin was touched. */
  assassins: number;
  /** The clue with the highest number of which all was found; the first of several. */
  best: Clue | null;
}

/** A public clue; without a word when it was only spoken. */
export interface Clue {
  word: string | null;
  number: ClueNumber;
}

/** Results of the cards that somebody's clues meant, in debriefed games. */
export interface Noted {
  /** For which it was noted. */
  clues: number;
  /** That were noted. */
  cards: number;
  /** Of these, those that were touched in the same turn. */
  found: number;
}

/** Two people of the room, in its games. */
export interface BookPair {
  /** Player id of who gave the clues. */
  giver: string;
  /** Player id. */
  guesser: string;
  numbers: PairNumbers;
}

/** Results of one person's clues with another one guessing. */
export interface PairNumbers {
  games: number;
  giving: ClueNumbers;
}

/** An ended game. */
export interface OpenedPage {
  page: BookPage;
  /** Null until somebody had the key shown to all. */
  debriefed: DebriefedKey | null;
  ok: true;
}

/** An ended game, as everybody saw it. There is no place here for a hidden identity. */
export interface BookPage {
  number: number;
  /** As in `BookLine`. */
  at: number;
  settings: Settings;
  /** By position, as they lay there at the end. */
  codenames: readonly string[];
  /** By position; null for what was never touched. */
  revealed: readonly (Identity | null)[];
  starting_team: Team;
  /** All turns, with their clues and touches: to be stepped through. */
  turns: readonly Turn[];
  result: Result;
  awards: readonly Award[];
  /**
   * Player id -> the name at the end, of everybody whom the turns or the predictions mention;
   * once debriefed, also of whoever noted something.
   */
  names: Record<string, string>;
  /** As in `BookLine`. */
  people: Partial<Record<Seat, readonly string[]>>;
  /** Which of these are bots. */
  bots: readonly string[];
  /** Whose predictions came true, the best first. */
  predictions: readonly PredictionScore[];
  /** Player id -> the stamp at the end, of the people among them. */
  stamps: Record<string, string>;
  /** Tags of the languages of the codenames; pictures have none. */
  languages: readonly string[];
  /** By position: which of `languages` the codename is in; empty where all are in the first. */
  card_languages: readonly number[];
}

/** What a card turns out to be when it is touched. */
export const EVERY_IDENTITY = [
  "red",
  "blue",
  /** An agent of a duet. */
  "green",
  "bystander",
  "assassin",
] as const;
export type Identity = (typeof EVERY_IDENTITY)[number];

/** One team's clue phase and guess phase. */
export interface Turn {
  team: Team;
  /** Null until it is given. */
  clue: Clue | null;
  /** Player id of who gave the clue; null when touching stood for giving it. */
  giver: string | null;
  /** In their order, undone ones included. */
  touches: readonly Touch[];
  /** Null while the turn goes on. */
  ended: TurnEnd | null;
  /** The invalid clues of this turn. */
  struck: readonly StruckClue[];
  /**
   * Position of the agent of this team that was revealed without a guess: as the penalty for the
   * rival's clue, or in co-op as the simulated team's turn (by lot if that turn ended by time).
   */
  cover: number | null;
  /** Duet: the side that gives the clue; null until one of them does, and in sudden death. */
  side: Side | null;
  /** The referee finds the clue illegal, and the group allowed it. */
  agreed: boolean;
  /** The clue's spelling was corrected, which is done once. */
  corrected: boolean;
}

/** One card touched. An undone touch stays in the history: everybody saw it. */
export interface Touch {
  position: number;
  identity: Identity;
  /** Player id of whoever touched. */
  by: string;
  undone: boolean;
}

/** Why a turn ended. */
export const EVERY_TURN_END = [
  "by_choice",
  "limit",
  "bystander",
  "rival_agent",
  "assassin",
  "last_agent",
  "invalid_clue",
  /**
   * Strict timer: no clue, no guess, or in co-op nobody picked for the simulated team, in time.
   *
   */
  "time",
  /** Co-op: the simulated team has revealed one of its agents. */
  "opponent",
  /** Duet: all agents of the giver's key are found. */
  "side_done",
  "abandoned",
] as const;
export type TurnEnd = (typeof EVERY_TURN_END)[number];

/** An invalid clue, shown to all and struck. */
export interface StruckClue {
  clue: Clue;
  by: StruckBy;
}

/** Who found a clue invalid. */
export const EVERY_STRUCK_BY = [
  "referee",
  /** The giver conceded a challenge. */
  "giver",
  /** The rival spymaster upheld a challenge. */
  "rival",
] as const;
export type StruckBy = (typeof EVERY_STRUCK_BY)[number];

/** The two sides of a duet: each knows its own key. */
export const EVERY_SIDE = [
  "side_a",
  "side_b",
] as const;
export type Side = (typeof EVERY_SIDE)[number];

/** What is worth a mention. The same game always gets the same awards. */
export interface Award {
  kind: AwardKind;
  /** Index of the turn, from 0. */
  turn: number;
  value: number;
  /** Player id of whom it honours; null: the team. */
  by: string | null;
}

/** What an award is for. */
export const EVERY_AWARD_KIND = [
  /**
   * The clue with the highest number of which all was found in its own turn; the first of
   * several. `value` is its number.
   */
  "boldest",
  /** The most agents that one turn found in a row; the first of several. `value` is how many. */
  "streak",
  /** The most agents that one turn found beyond its clue's number. `value` is how many. */
  "find",
  /** Who found the most agents in all. `value` is how many. */
  "guesser",
  /**
   * A win that was nearly none. `value` is how many agents the rival (in co-op the simulated
   * team) had left, or in a duet how many tokens.
   */
  "escape",
  /**
   * The winners ended this turn by choice, the furthest below its number. `value` is how far.
   */
  "stop",
] as const;
export type AwardKind = (typeof EVERY_AWARD_KIND)[number];

/** How many of somebody's predictions came true, once the game is over. */
export interface PredictionScore {
  /** Player id. */
  by: string;
  /** Those that came true. */
  seen: number;
  /** Those that were judged: a card was touched after them. */
  of: number;
}

/** The key of a game that was debriefed. */
export interface DebriefedKey {
  /** By position; in a duet that of side A. */
  key: readonly Identity[];
  /** Duet: that of side B; null in the other modes. */
  key_b: readonly Identity[] | null;
  /**
   * What was noted in secret while it was played: which cards clues meant, and how bots that
   * guess saw the board.
   */
  notes: readonly Note[];
}

/** What somebody noted in secret in a turn. Everybody sees it in the debrief. */
export interface Note {
  /** Which one; the first is 0. */
  turn: number;
  /**
   * Player id: of who gave the turn's clue, what it means; of who guessed, what they would touch.
   *
   */
  by: string;
  /** Positions, the likeliest first. */
  cards: readonly number[];
}

/** A debriefed game, to be saved as a file. What both say is described under *Exports*. */
export interface Exported {
  /** For people: plain text in English. */
  text: string;
  /** For programs. */
  json: string;
  ok: true;
}

/** What the games of this household have come to. */
export interface OpenedStatistics {
  household: HouseholdStatistics;
  ok: true;
}

/** The statistics of this household. They outlive the rooms. */
export interface HouseholdStatistics {
  games: readonly GameTotals[];
  /** By name. */
  people: readonly NamedPerson[];
  /** By their names. */
  pairs: readonly NamedPair[];
}

/** Games of this household that ended alike. */
export interface GameTotals {
  mode: Mode;
  ending: Ending;
  /**
   * Whether somebody won: always in a classic game that was not abandoned; in co-op, the people.
   *
   */
  won: boolean;
  games: number;
  turns: number;
  clues: number;
  /** Own agents found under a clue. */
  found: number;
  assassins: number;
}

/** Somebody who agreed to be counted by name, across rooms. */
export interface NamedPerson {
  name: string;
  numbers: PersonNumbers;
}

/** Two who agreed to be counted by name. */
export interface NamedPair {
  /** Name of who gave the clues. */
  giver: string;
  guesser: string;
  numbers: PairNumbers;
}

/** The command was carried out and saved, now or the first time it came. */
export interface Done {
  ok: true;
}

/** Nothing was done, and nothing has changed. */
export interface Failed {
  error: Failure;
}

/** Why nothing was done. */
export interface Failure {
  code: Refusal | CastReason;
  /** Plain English for developers and logs, often empty. */
  detail: string;
  /** What is wrong with a pasted word list. */
  problems: readonly Problem[];
  /** What the referee objects to in the clue that was sent. */
  findings: readonly Finding[];
}

/** The codes. The part before the slash says whose rule it was. */
export const EVERY_REFUSAL = [
  "game/no_game",
  "game/stale",
  "game/not_your_turn",
  "game/not_your_seat",
  "game/wrong_phase",
  "game/paused",
  "game/not_paused",
  "game/no_such_card",
  "game/already_revealed",
  "game/touch_first",
  "game/clue_malformed",
  "game/clue_needs_word",
  "game/clue_number",
  "game/clue_touched",
  "game/clue_corrected",
  "game/another_clue",
  "game/nothing_to_undo",
  "game/undo_too_late",
  "game/exchange_too_late",
  "game/exchange_used",
  "game/not_all_agree",
  "game/clue_illegal",
  "game/clue_questioned",
  "game/no_advice",
  "game/no_rival",
  "game/nothing_asked",
  "game/clue_allowed",
  "game/same_clue",
  "game/not_your_agent",
  "game/known_bystander",
  "game/no_sand",
  "game/time_left",
  "game/not_ended",
  "game/ended",
  "game/no_such_game",
  "game/not_debriefed",
  "room/not_found",
  "room/full",
  "room/closed",
  "room/unknown_token",
  "room/removed",
  "room/not_host",
  "room/name_malformed",
  "room/name_taken",
  "room/stamp_taken",
  "room/no_such_player",
  "room/no_such_request",
  "room/not_yours_to_answer",
  "room/seat_held",
  "room/seat_free",
  "room/seat_other_mode",
  "room/has_seen_key",
  "room/game_running",
  "room/no_spymaster",
  "room/no_side",
  "room/no_operative",
  "room/too_few_codenames",
  "room/unknown_deck",
  "room/strict_needs_typed",
  "room/earned_needs_typed",
  "room/confirm_needs_typed",
  "room/timer_seconds",
  "room/duet_counts",
  "room/not_in_duet",
  "room/words_refused",
  "room/link_invalid",
  "room/log_full",
  "room/unreadable",
  "room/nothing_lost",
  "room/newer_version",
  "library/name_malformed",
  "library/name_taken",
  "library/too_large",
  "library/full",
  "library/too_many",
  "library/not_found",
  "library/not_yours",
  "bot/missing",
  "bot/photos",
  "bot/spoken",
  "bot/too_many",
  "bot/not_a_bot",
  "bot/no_coach",
  "bot/no_thought",
  "wire/malformed",
  "wire/unknown_command",
  "wire/not_entered",
  "wire/too_many",
  "wire/protocol",
  "server/full",
  "server/crowded",
  "server/not_saved",
  "server/restored",
  "server/fault",
] as const;
export type Refusal = (typeof EVERY_REFUSAL)[number];

/**
 * One thing that is wrong with a list.
 *
 * `line` counts from 1, or is WHOLE_LIST. `codename` is short and safe to show: what is invisible
 * in it has become "�". `other` is the codename that it collides with, the missing key of the
 * header, or the number of codenames that there are.
 */
export interface Problem {
  line: number;
  codename: string;
  reason: WordReason;
  other: string;
}

/** Why a codename, or a whole list, does not do. */
export const EVERY_WORD_REASON = [
  "too_short",
  "too_long",
  /** It has digits and signs only. */
  "no_letter",
  /** It has something invisible, or else what is no letter, digit or sign inside a name. */
  "forbidden_character",
  /** A word of it has letters of two scripts. */
  "mixed_scripts",
  /** `other` is the same, whatever the case, accents or script. */
  "duplicate",
  /** It is a form of `other`. */
  "inflection",
  /** It is made with `other`, which is a codename too. */
  "compound",
  /** Of a file that is shipped; no pasted list has one. */
  "missing_header",
  /** The list has no codename that does. */
  "too_few",
  "too_many",
  "too_large",
] as const;
export type WordReason = (typeof EVERY_WORD_REASON)[number];

/** The connection does not belong to its room any more. */
export interface LeftRoom {
  code: Refusal | CastReason;
}

/** Somebody reacts; a shared screen shows it for a moment. */
export interface ShownReaction {
  reaction: Reaction;
}

/** The decks that this server has now, over HTTP: a host chooses before there is a room. */
export interface DeckList {
  decks: readonly OfferedDeck[];
}

/** A deck that a room can choose. */
export interface OfferedDeck {
  /** What `decks` names. That of a language's own deck is its tag. */
  id: string;
  /** What it is for. */
  board: Board;
  /** The tag of its language; null for pictures. */
  language: string | null;
  /** How many it has now; a deck of photos may still grow. */
  codenames: number;
  /** Of a pack, in its language: words on one subject. Null for every other deck. */
  name: string | null;
  /** Of a pack: `easy`, `medium` or `hard`. */
  difficulty: "easy" | "medium" | "hard" | null;
}

/** The games that are going on in this house, over HTTP: at its door nobody needs a code. */
export interface GameList {
  /** The fullest first, twelve at most. Always empty where games are private. */
  games: readonly OpenGame[];
  /** Where a phone begins: the address of the phone page. */
  address: string;
  /** Whether a shared screen may open a room: not where games are private. */
  opens: boolean;
}

/** A room that anybody at home may join. */
export interface OpenGame {
  /** Its code. */
  room: string;
  /** Name of its host. */
  host: string;
  /** How many are in the room, without bots. */
  people: number;
  /** What is being played, or else what is played next. */
  mode: Mode;
  board: Board;
  /** Whether a game is on; else it is before one or after one. */
  playing: boolean;
}

/** The answer to a shared screen that opened a room, over HTTP. */
export interface RoomForScreen {
  /** Its code. Nobody is in it: the first who joins becomes its host. */
  room: string;
}

/** The household's word lists, over HTTP: they are there for all rooms. */
export interface ListedLibrary {
  /** By name, fifty at most. */
  lists: readonly OfferedList[];
  /** Whether this server has a library: at a public address only with `--packs`. */
  open: boolean;
}

/** A word list of the household's library. */
export interface OfferedList {
  id: string;
  name: string;
  /** How many it has. */
  codenames: number;
  /** Whether this browser kept it, and so may delete it. */
  yours: boolean;
}

/** One view for one audience, as it goes over the wire. */
export interface Message {
  audience: Audience;
  /** Counts this audience's views. */
  n: number;
  /** What a move chosen on this view has to name. */
  step: number;
  /** What led from the view before to this one: for animation and sound, never for state. */
  happened: readonly Happening[];
  view: View;
}

/** Those who see the same. Each audience has its own numbered stream of views. */
export const EVERY_AUDIENCE = [
  /** The shared screens, spectators, and operatives while no marks are secret. */
  "public",
  "red_operatives",
  "blue_operatives",
  "operatives_for_both",
  "red_spymaster",
  "blue_spymaster",
  "key_holder",
  "side_a",
  "side_b",
] as const;
export type Audience = (typeof EVERY_AUDIENCE)[number];

export type Happening =
  | PlayerJoined
  | PlayerRenamed
  | PlayerLeft
  | SeatTaken
  | HostChanged
  | GameDealt
  | ClueGiven
  | ClueCorrected
  | ClueChallenged
  | ChallengeWithdrawn
  | ClueStruck
  | CardCovered
  | PenaltyDeclined
  | SandTurned
  | CardTouched
  | TouchUndone
  | TurnEnded
  | CodenameExchanged
  | Paused
  | Resumed
  | GameEnded
  | Debriefed;

/** Somebody came in, or came back. */
export interface PlayerJoined {
  kind: "player_joined";
  name: string;
}

/** A person has another name. */
export interface PlayerRenamed {
  kind: "player_renamed";
  /** The name before. */
  former: string;
  name: string;
}

/** A person left, or was removed by the host. */
export interface PlayerLeft {
  kind: "player_left";
  name: string;
  removed: boolean;
}

/** A person sits in another seat. `sees_key`: to be announced on every screen. */
export interface SeatTaken {
  kind: "seat_taken";
  name: string;
  seat: Seat;
  sees_key: boolean;
}

/** The room has another host. */
export interface HostChanged {
  kind: "host_changed";
  name: string;
}

/** A new game was dealt. */
export interface GameDealt {
  kind: "game_dealt";
}

/** A clue became public. */
export interface ClueGiven {
  kind: "clue_given";
  team: Team;
  clue: Clue;
}

/** The public clue's spelling changed. */
export interface ClueCorrected {
  kind: "clue_corrected";
  team: Team;
  clue: Clue;
}

/** The rival spymaster calls the clue of `team` invalid; touches wait. */
export interface ClueChallenged {
  kind: "clue_challenged";
  team: Team;
}

/** The clue of `team` stands after all. */
export interface ChallengeWithdrawn {
  kind: "challenge_withdrawn";
  team: Team;
}

/** A clue of `team` is invalid. */
export interface ClueStruck {
  kind: "clue_struck";
  team: Team;
  clue: Clue;
  by: StruckBy;
}

/**
 * An agent of `team` is revealed without a guess: the penalty for its rival's invalid clue, or
 * the simulated team's turn in co-op.
 */
export interface CardCovered {
  kind: "card_covered";
  team: Team;
  position: number;
}

/** The spymaster of `team` reveals no agent. */
export interface PenaltyDeclined {
  kind: "penalty_declined";
  team: Team;
}

/** The sand glass was turned over. */
export interface SandTurned {
  kind: "sand_turned";
}

/** A card was touched by `team` and revealed. */
export interface CardTouched {
  kind: "card_touched";
  team: Team;
  position: number;
  identity: Identity;
  /** Player id. */
  by: string;
  /** Duet: the side that touched. */
  side: Side | null;
}

/** The latest touch was taken back; the card is hidden again. */
export interface TouchUndone {
  kind: "touch_undone";
  position: number;
}

/** A team's turn is over. */
export interface TurnEnded {
  kind: "turn_ended";
  team: Team;
  why: TurnEnd;
}

/** A codename was exchanged before the first clue. */
export interface CodenameExchanged {
  kind: "codename_exchanged";
  position: number;
  /** The codename that lay there before. */
  former: string;
  /** Which of the game's `languages` that one is in. */
  language: number;
}

/** The game stands still. */
export interface Paused {
  kind: "paused";
}

/** The game goes on. */
export interface Resumed {
  kind: "resumed";
}

/** The game is over. */
export interface GameEnded {
  kind: "game_ended";
  result: Result;
}

/** The key is shown to everyone from now on. */
export interface Debriefed {
  kind: "debriefed";
}

export type View =
  | PublicView
  | KeyView
  | DebriefView;

/** What everyone may see; for operatives, with their team's marks. */
export interface PublicView {
  kind: "public";
  lobby: LobbyView;
  game: GameView | null;
  marks: readonly Mark[];
}

/** The room as everyone sees it. */
export interface LobbyView {
  code: string;
  /** The shared screen's language. */
  language: string;
  /** The host's player id; also when the host has left and nobody was there to follow. */
  host: string;
  /** The people who are in the room, in the order in which they came. */
  players: readonly PlayerView[];
  removed: readonly RemovedView[];
  /**
   * Those who left and are mentioned elsewhere in this view: whoever has an id there has a name
   * in `players`, in `removed` or here.
   */
  former: readonly FormerView[];
  requests: readonly Request[];
  /** The house rules of the next game. */
  settings: Settings;
  /** The decks of the next game. */
  decks: readonly string[];
  /** Whether the host closed the door: nobody new can join. */
  closed: boolean;
  /** How loud the shared screen is, 0 (silent) to 10. */
  volume: number;
  /** Whether the shared screen plays music in the lobby; null: not on a small one. */
  music: boolean | null;
  /** Codenames of the host's own list; they are drawn when the deck "house" is chosen. */
  house_words: number;
  /** Games dealt so far in this room. */
  games: number;
  /** What stands in the way of dealing a new game; null when it can be dealt. */
  no_deal: Refusal | null;
  /** How many of the people present should sit in which seat. */
  suggested: Partial<Record<Seat, number>>;
  /**
   * Ids of the people who have no seat in the game that is played, or else in the next one, and
   * did not choose to watch.
   */
  unseated: readonly string[];
  /**
   * While a game is played: player id -> the seat where this person, who has none, is wanted.
   * Who looks on and is not in here may not guess any more.
   */
  offered: Record<string, Seat>;
  /** The television that the room is cast to. */
  screen: Screen | null;
  /** What the games so far have come to; null while a game is played, and before the first. */
  evening: Evening | null;
  /** What the shared screens show instead of the table; null while a game is played. */
  showing: ScreenPage | null;
  /** Whether bots can think on this server. */
  bots: BotThinkingState;
  /**
   * The name of the language model that bots ask: what a bot spymaster sees goes there, the key
   * too. Null for none.
   */
  llm: string | null;
  /**
   * What cannot be read any more; until the host sends `go_on` nothing else can be done. Null
   * nearly always.
   */
  lost: LostView | null;
}

/** A person who is in the room. */
export interface PlayerView {
  /** Public, given by the server, never given again in this room. */
  id: string;
  name: string;
  seat: Seat;
  /** Whether at least one connection entered with this person's token. A bot always is. */
  online: boolean;
  /** Whether this person agreed to be counted by name, across rooms. */
  counted: boolean;
  /** How this bot plays; null for a person. */
  bot: BotStyle | null;
  /** The person's sign, an emoji; a bot has none. */
  stamp: string;
}

/** A person whom the host removed and can let back in. */
export interface RemovedView {
  id: string;
  name: string;
  stamp: string;
}

/** A person who left, and whom this view still mentions. */
export interface FormerView {
  id: string;
  name: string;
  stamp: string;
}

/** A request that waits for an answer. */
export interface Request {
  id: number;
  kind: RequestKind;
  /** Who is asked: the seat's holder, or the person that the browser says it belongs to. */
  player: string;
  /** Who asks for a seat; null for a browser that wants to return. */
  asker: string | null;
  /** The seat asked for; null for a return. */
  seat: Seat | null;
}

/** What somebody asks another's consent for. */
export const EVERY_REQUEST_KIND = [
  /** `asker` wants the key seat that `player` holds. */
  "seat",
  /** A browser that lost its token claims to be `player`. */
  "return",
] as const;
export type RequestKind = (typeof EVERY_REQUEST_KIND)[number];

/** The television that a room is cast to, as everyone in the room sees it. */
export interface Screen {
  /** Its id, as in the list of televisions. */
  device: string;
  name: string;
  state: CastPhase;
  /**
   * Why it is not showing, if that is known; while it shows, what is the matter all the same.
   */
  reason: CastReason | null;
  /** What opened the game there, as far as that is known by now. */
  receiver: Receiver | null;
  /** Another television, which is to take its place. */
  coming: ComingScreen | null;
}

/** Where a cast is. */
export const EVERY_CAST_PHASE = [
  "idle",
  "connecting",
  "launching",
  "loading",
  "showing",
  "lost",
  "taken_over",
  "failed",
] as const;
export type CastPhase = (typeof EVERY_CAST_PHASE)[number];

/** What opens the game on a television; each kind has its own, tried in this order. */
export const EVERY_RECEIVER = [
  /** An app of one's own, registered with Google (`--cast-app-id`). */
  "own",
  /** The public app that opens any address. */
  "dashcast",
  /**
   * The player that every Cast device has, shown pictures of the board that the server draws.
   */
  "pictures",
  /** The television's own browser. */
  "browser",
] as const;
export type Receiver = (typeof EVERY_RECEIVER)[number];

/**
 * A television that was chosen while another one shows the room: that one is freed only when
 * this one shows.
 */
export interface ComingScreen {
  /** Its id, as in the list of televisions. */
  device: string;
  name: string;
  /** Never `showing`; `failed`: the other one shows on. */
  state: CastPhase;
  reason: CastReason | null;
  /** What opens the game there. */
  receiver: Receiver | null;
}

/** The evening's results so far. */
export interface Evening {
  /**
   * The latest ones in their order, that which has just ended included; the numbers below are
   * about all of them.
   */
  games: readonly GameRecord[];
  /** Classic games that each team has won; 0 for green, which has no rival. */
  wins: Record<Team, number>;
  together: CooperativeScore;
  /** Player id -> games that this person began where the key is seen. */
  times_at_key: Record<string, number>;
  /**
   * Player ids of who is proposed for each key seat of the next game: who `swap_spymasters` puts
   * there.
   */
  next_keys: Partial<Record<Seat, readonly string[]>>;
}

/** A game of the evening that is over. */
export interface GameRecord {
  mode: Mode;
  board: Board;
  /** As in the game's result. */
  winner: Team | null;
  ending: Ending;
  /** Of a won co-op game. */
  score: number | null;
  /** Who sat where the key is seen when the game was dealt: player ids. */
  keys: Partial<Record<Seat, readonly string[]>>;
}

/** Co-op and duet games, in which everybody plays together; abandoned ones do not count. */
export interface CooperativeScore {
  won: number;
  lost: number;
}

/** An ended game that the shared screens show instead of the table. */
export interface ScreenPage {
  /** Which game of the room it is; the first is 1. */
  game: number;
  motion: Playback;
  /** How many of its moments are shown: 0 is the board before the first clue. */
  moment: number;
  /** When this started: the server's clock, Unix milliseconds. */
  at: number;
  /** From which part on it is looked back upon; null: from the game's end on. */
  part: LookBackPart | null;
}

/** How the shared screens play an ended game. */
export const EVERY_PLAYBACK = [
  /** Automatically, after its end: clue by clue, then the awards. */
  "looking_back",
  /** Moment by moment, starting at `moment`. */
  "playing",
  /** Paused at `moment`. */
  "still",
] as const;
export type Playback = (typeof EVERY_PLAYBACK)[number];

/** Whether bots can think on this server. */
export const EVERY_BOT_THINKING_STATE = [
  "ready",
  /** numpy is not installed. */
  "missing",
  /** Their process dies or hangs again and again. */
  "failing",
] as const;
export type BotThinkingState = (typeof EVERY_BOT_THINKING_STATE)[number];

/** Part of the room's log cannot be read. It is kept; the host may go on without it. */
export interface LostView {
  /** The number of the game that is lost by that; null when none was being played. */
  game: number | null;
}

/** The game as everyone sees it. There is no place here for a hidden identity. */
export interface GameView {
  /** The house rules of this game, fixed when it was dealt. */
  settings: Settings;
  /** As the cards show them, by position: row by row, each from where its reader begins. */
  codenames: readonly string[];
  /** Tags of the languages of the codenames; pictures have none. */
  languages: readonly string[];
  /** By position: which of `languages` the codename is in; empty where all are in the first. */
  card_languages: readonly number[];
  /** By position; null while the card is hidden. */
  revealed: readonly (Identity | null)[];
  starting_team: Team;
  /** Agents still hidden; 0 for a team that does not play. */
  left: Record<Team, number>;
  phase: Phase;
  paused: boolean;
  /** All turns so far; the last one is the current turn. */
  turns: readonly Turn[];
  /** Touches left in this turn; null before a clue and where there is no limit. */
  guesses_left: number | null;
  /**
   * Cards that earlier clues meant and that are not found yet; null unless that earns a guess.
   */
  outstanding: Record<Team, number> | null;
  /** Null without a timer, and when the game is over. */
  clock: Clock | null;
  /** What only a duet has; null in the other modes. */
  duet: Duet | null;
  /** Null until the game has ended. */
  result: Result | null;
  /** Ids of the bots whose turn it is. */
  thinking: readonly string[];
  /** Whom everybody waits for, while everybody who could act is offline. */
  waiting: Wait | null;
  /** Of a game that is over: what is worth a mention. */
  awards: readonly Award[];
  /** The codenames that were exchanged before the first clue, in their order. */
  exchanges: readonly Exchange[];
  /** Null when there is nothing to take back. */
  undo: UndoOffer | null;
  /** Which seats may send which command now. */
  may: Record<string, readonly Actor[]>;
  /** Ids of those who may send `predict` now: who watches and has not seen the key. */
  may_predict: readonly string[];
  /** Of a game that is over: whose predictions came true, the best first. */
  predictions: readonly PredictionScore[];
}

/** Where a game stands. Each phase says what may happen next. */
export const EVERY_PHASE = [
  "clue",
  "guess",
  /** A public clue is disputed; touches wait. */
  "challenged",
  /** The rival may cover one of its agents after an invalid clue. */
  "penalty",
  /** Co-op: the simulated team's turn. */
  "opponent",
  /** Duet: no tokens left. */
  "sudden_death",
  "ended",
  /** Ended, and the whole key is shown to everyone. */
  "debriefed",
] as const;
export type Phase = (typeof EVERY_PHASE)[number];

/** A clock that runs, or stands. Times in milliseconds. */
export interface Clock {
  /** How long it runs from the start. */
  total: number;
  /** The server time (Unix milliseconds) at which it runs out; null while it stands. */
  until: number | null;
  /** What is left on it while it stands; null while it runs. */
  left: number | null;
}

/** What lies on the table of a duet besides the cards. */
export interface Duet {
  /** Turns left before sudden death. */
  tokens: number;
  bystanders: readonly KnownBystander[];
}

/** Duet: a card that `side` touched and that was a bystander on its partner's key. */
export interface KnownBystander {
  position: number;
  /** Who cannot touch it any more; the other side still can. */
  side: Side;
}

/** Everybody who could act now is offline. At `until` somebody else may. */
export interface Wait {
  /** Ids of the people who are offline. */
  players: readonly string[];
  /** The server time (Unix milliseconds) at which the wait ends. */
  until: number;
  /** The id of the bot that takes over then; null where the host may withdraw the challenge. */
  bot: string | null;
}

/** A codename that was exchanged before the first clue. */
export interface Exchange {
  position: number;
  /** The codename that lay there before. */
  former: string;
}

/** The latest touch can be taken back for a while. A pause stops that while. */
export interface UndoOffer {
  /** Player id of whoever touched. */
  by: string;
  /** The server time (Unix milliseconds) at which it is too late; null in a pause. */
  until: number | null;
  /** What is left of it in a pause, milliseconds; else null. */
  left: number | null;
  /** The seat that touched; null where an earlier release wrote the touch. */
  seat: string | null;
}

export type Actor =
  | Seat
  | Anyone;

/** Who may act without regard to a particular seat. */
export const EVERY_ANYONE = [
  "host",
  /** Everybody who is not a spectator. */
  "seated",
] as const;
export type Anyone = (typeof EVERY_ANYONE)[number];

/** An operative's thought, put on a card before it is touched. */
export interface Mark {
  position: number;
  /** Player id of whose mark it is. */
  by: string;
  /** Whether they do not know the clue's word. */
  unsure: boolean;
}

/** What a key seat sees: the public view and the key. */
export interface KeyView {
  kind: "key";
  lobby: LobbyView;
  game: GameView;
  marks: readonly Mark[];
  /** In a duet that of the own side: it judges what the partner touches. */
  key: readonly Identity[];
  /** Null unless this seat asks, or is asked, whether a clue is valid. */
  question: QuestionView | null;
}

/** A clue that only its giver's side and the rival spymaster know of. */
export interface QuestionView {
  /** What an answer names. */
  id: number;
  clue: Clue;
  /** Player id. */
  giver: string;
  /** What the referee says of it. */
  findings: readonly Finding[];
  /** The rival said no; only the giver's side sees it still. */
  rejected: boolean;
  /** It is another spelling of the turn's public clue. */
  corrects: boolean;
  /** Which seats may send which command about it now. */
  may: Record<string, readonly Actor[]>;
}

/** What everyone sees of an ended game once it was debriefed: the whole key. */
export interface DebriefView {
  kind: "debrief";
  lobby: LobbyView;
  game: GameView;
  marks: readonly Mark[];
  /** In a duet side A's. */
  key: readonly Identity[];
  /** Side B's key of a duet; null in the other modes. */
  key_b: readonly Identity[] | null;
  /**
   * What was noted in secret while it was played, in the order of the turns: which cards a clue
   * meant, and how bots that guess saw the board.
   */
  notes: readonly Note[];
}
