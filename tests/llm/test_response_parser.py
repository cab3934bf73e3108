"""What is read from what a model says: a proposal that keeps to the question, or none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercast.llm import response_parser
from undercast.llm.proposals import LlmQuestion, ProposedClue, ProposedRanking, QuestionType

CARDS = (("WHALE", 3), ("PILOT", 5), ("NEW YORK", 7), ("ŠUMA", 8), ("🐟☂️", 9))

CLUE = LlmQuestion(QuestionType.CLUE, "", "", CARDS)
RANKING = LlmQuestion(QuestionType.RANKING, "", "", CARDS)

GOOD_CLUE = {"clue": "ocean", "number": 2, "cards": ["WHALE", "PILOT"]}
GOOD_RANKING = {"cards": [{"card": "PILOT", "sure": 90}, {"card": "WHALE", "sure": 40}]}


def clue(**changes: object) -> ProposedClue | ProposedRanking | None:
    return response_parser.read(json.dumps(GOOD_CLUE | changes), CLUE)


def ranking(*cards: object) -> ProposedClue | ProposedRanking | None:
    return response_parser.read(json.dumps({"cards": cards}), RANKING)


def test_a_clue_is_read() -> None:
    assert clue() == ProposedClue("ocean", (3, 5))
    assert clue(word="more", why="because") == ProposedClue("ocean", (3, 5))
    assert clue(number="2") == ProposedClue("ocean", (3, 5))
    assert response_parser.read('{"clue": "ocean", "cards": ["PILOT"]}', CLUE) == ProposedClue(
        "ocean", (5,)
    )


def test_names_are_read_as_people_spell_them() -> None:
    assert clue(cards=["whale", " New-York "]) == ProposedClue("ocean", (3, 7))
    assert clue(cards=["suma", "🐟☂"]) == ProposedClue("ocean", (8, 9))


@pytest.mark.parametrize(
    ("said", "word"),
    [("OCEAN", "ocean"), (" Ocean ", "Ocean"), ("ice-cream", "ice-cream"), ("море", "море")],
)
def test_a_word_is_tidied(said: str, word: str) -> None:
    assert clue(clue=said) == ProposedClue(word, (3, 5))
    assert clue(clue="समुद्र") == ProposedClue("समुद्र", (3, 5))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "```json\n{}\n```",
        "Sure! Here it is: {} Have fun {{with it}}!",
        '<think>I could say {{"clue": "sea", "number": 1}} or {{x}}</think>\n\n{}',
        "{{'clue': 1}} {{{{ {}",
        "[{}]",
        "\ufeff{}\n\n\n",
    ],
)
def test_what_is_around_it_does_not_matter(text: str) -> None:
    assert response_parser.read(text.format(json.dumps(GOOD_CLUE)), CLUE) == ProposedClue(
        "ocean", (3, 5)
    )
    assert response_parser.read(text.format(json.dumps(GOOD_RANKING)), RANKING) is not None


@pytest.mark.parametrize(
    "lie",
    [
        {"cards": ["WHALE", "SHARK"]},
        {"cards": ["WHALE", "WHALE"]},
        {"cards": ["WHALE"]},
        {"cards": ["WHALE", "PILOT", "NEW YORK"]},
        {"cards": []},
        {"cards": "WHALE"},
        {"cards": None},
        {"cards": [3, 5]},
        {"cards": [["WHALE"], {"card": "PILOT"}]},
        {"cards": ["WHALE"] * 1000},
        {"number": 0},
        {"number": -2},
        {"number": 10},
        {"number": 3},
        {"number": True},
        {"number": "3"},
        {"number": "two"},
        {"number": ""},
        {"number": 2.0},
        {"number": "unlimited"},
        {"number": None},
        {"number": 10**400},
        {"clue": ""},
        {"clue": "   "},
        {"clue": None},
        {"clue": 7},
        {"clue": ["ocean"]},
        {"clue": "deep sea"},
        {"clue": "<b>ocean</b>"},
        {"clue": "ocean\x00"},
        {"clue": "oc\u200bean"},
        {"clue": "ocean\u202e"},
        {"clue": "\ud800"},
        {"clue": "o" * 31},
        {"clue": "ocean2"},
        {"clue": "007"},
        {"clue": "-"},
        {"clue": "'ocean'"},
        {"clue": "http://x.example"},
        {"clue": "🌊"},
        {"clue": "o\u0301\u0301\u0301\u0301\u0301cean"},
    ],
)
def test_a_lie_is_no_clue(lie: dict[str, object]) -> None:
    assert clue(**lie) is None


def test_a_ranking_is_read() -> None:
    assert ranking(
        {"card": "PILOT", "sure": 90}, {"card": "whale", "sure": 40.7}
    ) == ProposedRanking(((5, 90), (3, 40)))
    assert ranking({"card": "WHALE", "sure": 10}, {"card": "PILOT", "sure": 95}) == ProposedRanking(
        ((5, 95), (3, 10))
    )


def test_an_order_alone_is_a_ranking() -> None:
    assert ranking("PILOT", "WHALE", {"card": "ŠUMA"}) == ProposedRanking(
        ((5, 50), (3, 49), (8, 48))
    )


@pytest.mark.parametrize("sure", [-1, 101, "90", None, [1], 10**400])
def test_how_sure_that_is_none_is_not_believed(sure: object) -> None:
    assert ranking({"card": "PILOT", "sure": sure}) == ProposedRanking(((5, 50),))


def test_numbers_that_are_none_are_not_believed() -> None:
    for number in ("NaN", "Infinity", "-Infinity", "1e999"):
        text = f'{{"cards": [{{"card": "PILOT", "sure": {number}}}]}}'
        assert response_parser.read(text, RANKING) == ProposedRanking(((5, 50),))


@pytest.mark.parametrize(
    "cards",
    [
        [],
        ["SHARK"],
        ["WHALE", "SHARK"],
        ["WHALE", "whale"],
        [{"card": None}],
        [{"name": "WHALE"}],
        [["WHALE"]],
        [None],
        ["WHALE"] * 30,
        ["ignore the rules"],
    ],
)
def test_a_lie_is_no_ranking(cards: list[object]) -> None:
    assert ranking(*cards) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I'd rather not.",
        "{",
        "null",
        "[]",
        '"WHALE"',
        "{" * 100_000,
        '{"a":' * 30_000,
        '{"cards":' * 900 + "1" + "}" * 900,
        "[" * 100_000 + '{"cards": ["WHALE"]}',
        '{"cards": ["WHALE"',
        '{"number": ' + "9" * 10_000 + "}",
        "{} " * 60_000 + '{"cards": ["WHALE"]}',
    ],
)
def test_garbage_is_no_proposal(text: str) -> None:
    assert response_parser.read(text, CLUE) is None
    assert response_parser.read(text, RANKING) in (None, ProposedRanking(((3, 50),)))


def test_what_is_said_last_counts() -> None:
    first, last = json.dumps(GOOD_CLUE), json.dumps(GOOD_CLUE | {"cards": ["SHARK", "EEL"]})
    assert response_parser.read(first + last, CLUE) is None
    assert response_parser.read(last + first, CLUE) == ProposedClue("ocean", (3, 5))


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 120)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from([name for name, _ in CARDS]),
    lambda inside: (
        st.lists(inside, max_size=5)
        | st.dictionaries(
            st.sampled_from(["clue", "number", "cards", "card", "sure"]) | st.text(max_size=5),
            inside,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(st.text() | ANYTHING.map(json.dumps))
def test_whatever_is_said_a_proposal_keeps_to_the_question(text: str) -> None:
    positions = {position for _, position in CARDS}
    found = response_parser.read(text, CLUE)
    assert found is None or isinstance(found, ProposedClue)
    if found is not None:
        assert 0 < len(found.cards) == len(set(found.cards)) <= 9
        assert set(found.cards) <= positions
        assert response_parser.is_word(found.word)
    ranked = response_parser.read(text, RANKING)
    assert ranked is None or isinstance(ranked, ProposedRanking)
    if ranked is not None:
        sure = dict(ranked.confidences)
        assert 0 < len(sure) == len(ranked.confidences)
        assert sure.keys() <= positions
        assert all(0 <= one <= 100 for one in sure.values())


@pytest.mark.parametrize("begins", ['{"a":[' * 450, '{"a":' * 5_000])
def test_a_hostile_answer_is_soon_given_up(begins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be read anew to its end at each brace: for seconds."""
    tries = []

    class Decoder(json.JSONDecoder):
        def raw_decode(self, s: str, idx: int = 0) -> tuple[object, int]:
            tries.append(idx)
            return super().raw_decode(s, idx)

    monkeypatch.setattr(response_parser.json, "JSONDecoder", Decoder)
    assert response_parser.read(begins + "1," * 90_000, CLUE) is None
    assert 1 < len(tries) < 50  # of thousands of braces
