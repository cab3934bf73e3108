"""What the referee says whatever the language: form, number, order, several decks."""

import pytest

from referee.pair_lists import REFEREE
from undercast.referee import Referee
from undercast.referee.language import Judgement
from undercast.referee.unknown_language import UnknownLanguage
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import Abbreviations, Settings, SeveralWords

DEFAULT = Settings()
ILLEGAL, QUESTIONED = Verdict.ILLEGAL, Verdict.QUESTIONED


def judge(
    word: str | None,
    *codenames: str,
    number: int | str = 1,
    left: int = 9,
    languages: tuple[str, ...] = ("xx",),
    settings: Settings = DEFAULT,
    referee: Referee = REFEREE,
) -> tuple[Finding, ...]:
    hidden = dict(enumerate(codenames))
    return referee.judge(languages, hidden, word, number, left, settings)


def test_a_clue_about_nothing_on_the_board_has_no_findings() -> None:
    assert judge("tree", "river", "moon") == ()


@pytest.mark.parametrize("clue", ["tree", "TREE", "t-r-e-e", "t r e e", "t.r.e.e", "Tree!"])
def test_a_codename_itself_is_illegal(clue: str) -> None:
    assert judge(clue, "river", "Tree") == (Finding(ILLEGAL, Objection.SAME, 1),)


def test_a_mark_may_make_another_letter_of_a_language_that_nobody_knows() -> None:
    (found,) = judge("péché", "pêche")
    assert found.verdict is QUESTIONED


@pytest.mark.parametrize(
    ("clue", "codename"), [("dr4gon", "Dragon"), ("k1ng", "King"), ("p1ane", "Plane")]
)
def test_digits_are_read_as_letters_too(clue: str, codename: str) -> None:
    assert judge(clue, codename) == (Finding(ILLEGAL, Objection.SAME, 0),)


@pytest.mark.parametrize("clue", ["R2D2", "MP3", "U2"])
def test_digits_are_no_fault_of_a_word(clue: str) -> None:
    assert judge(clue, "river", "moon", languages=("en",)) == ()


def test_only_hidden_cards_count() -> None:
    assert Referee().judge(("xx",), {}, "tree", 1, 9, Settings()) == ()


@pytest.mark.parametrize("number", [1, 3, 0, "unlimited"])
def test_a_number_that_can_be_meant(number: int | str) -> None:
    assert judge("citrus", "river", number=number, left=3) == ()


def test_a_number_larger_than_the_agents_left_is_questioned() -> None:
    found = judge("citrus", "river", number=8, left=3)
    assert found == (Finding(QUESTIONED, Objection.NUMBER),)


def test_a_clue_without_a_word_has_only_its_number_judged() -> None:
    assert judge(None, "river", number="unlimited") == ()
    assert judge(None, "river", number=9, left=1) == (Finding(QUESTIONED, Objection.NUMBER),)


@pytest.mark.parametrize("clue", ["Los Angeles", "x-ray", "twenty-one", "rock & roll"])
def test_several_words_by_setting(clue: str) -> None:
    def found(setting: SeveralWords) -> tuple[Finding, ...]:
        return judge(clue, "river", settings=Settings(several_words=setting))

    assert found(SeveralWords.REFUSE) == (Finding(ILLEGAL, Objection.SEVERAL_WORDS),)
    assert found(SeveralWords.ASK) == (Finding(QUESTIONED, Objection.SEVERAL_WORDS),)
    assert found(SeveralWords.ALLOW) == ()


@pytest.mark.parametrize("clue", ["k-n-i-g-h-t", "k n i g h t", "K.N.I.G.H.T.", "k - n - i-g-h-t"])
def test_spelled_out_letters_are_one_word(clue: str) -> None:
    refusing = Settings(several_words=SeveralWords.REFUSE)
    assert judge(clue, "river", settings=refusing) == ()
    assert judge(clue, "Knight", settings=refusing) == (Finding(ILLEGAL, Objection.SAME, 0),)


@pytest.mark.parametrize(
    ("clue", "codename", "reason"),
    [
        ("York", "New York", Objection.PART),
        ("New horse", "Horse", Objection.SHARES_MEMBER),
        ("New Orleans", "New York", Objection.SHARES_MEMBER),
        ("New York", "New York", Objection.SAME),
        ("newyork", "New York", Objection.SAME),
        ("yo-yo", "yo-yo", Objection.SAME),
    ],
)
def test_each_word_of_several_is_judged(clue: str, codename: str, reason: Objection) -> None:
    found = judge(clue, codename, settings=Settings(several_words=SeveralWords.ALLOW))
    assert found == (Finding(ILLEGAL, reason, 0),)


@pytest.mark.parametrize("clue", ["U.S.A.", "U.S.A", "N.A.S.A."])
def test_abbreviations_by_setting(clue: str) -> None:
    assert judge(clue, "river") == ()
    refusing = Settings(abbreviations=Abbreviations.REFUSE)
    assert judge(clue, "river", settings=refusing) == (Finding(ILLEGAL, Objection.ABBREVIATION),)


@pytest.mark.parametrize(
    ("language", "clues"),
    [
        ("en", "PhD phd lol TV tv U.S.A."),
        ("hr", "PhD lol TV S.A.D. SAD"),
        ("bs", "PhD lol TV S.A.D. SAD BiH"),
        ("sr", "PhD lol TV S.A.D. SAD САД"),
        ("hi", "PhD lol TV यूके टीवी"),
    ],
)
def test_abbreviations_are_known_in_every_language(language: str, clues: str) -> None:
    refusing = Settings(abbreviations=Abbreviations.REFUSE)
    for clue in clues.split():
        found = judge(clue, "xyz", settings=refusing, languages=(language,))
        assert found == (Finding(ILLEGAL, Objection.ABBREVIATION),), clue


def test_a_word_in_small_letters_is_no_abbreviation() -> None:
    refusing = Settings(abbreviations=Abbreviations.REFUSE)
    assert judge("sad", "most", settings=refusing, languages=("hr",)) == ()


@pytest.mark.parametrize("clue", ["laser", "radar", "SONAR", "Laser"])
@pytest.mark.parametrize("language", ["bs", "en", "hi", "hr", "sr", "xx"])
def test_words_that_were_abbreviations_are_words(clue: str, language: str) -> None:
    refusing = Settings(abbreviations=Abbreviations.REFUSE)
    assert judge(clue, "river", settings=refusing, languages=(language,)) == ()


@pytest.mark.parametrize("clue", ["X", "8", "eight", "42", "?"])
def test_letters_and_digits_may_be_the_word(clue: str) -> None:
    assert judge(clue, "river", "axe") == ()


def test_illegal_comes_first_then_positions_then_what_is_about_no_card() -> None:
    found = judge("forest fire", "forestry", "river", "fire", "forest", number=9, left=1)
    assert found == (
        Finding(ILLEGAL, Objection.SHARES_MEMBER, 2),
        Finding(ILLEGAL, Objection.SHARES_MEMBER, 3),
        Finding(QUESTIONED, Objection.CONTAINS, 0),
        Finding(QUESTIONED, Objection.NUMBER),
        Finding(QUESTIONED, Objection.SEVERAL_WORDS),
    )


@pytest.mark.parametrize(("clue", "codename"), [("forests", "forest"), ("fore", "forest")])
def test_without_data_containment_is_questioned(clue: str, codename: str) -> None:
    assert judge(clue, codename) == (Finding(QUESTIONED, Objection.CONTAINS, 0),)


def test_without_data_short_containment_is_not_worth_a_question() -> None:
    assert judge("carpet", "car") == ()


@pytest.mark.parametrize(
    ("language", "clue", "codename", "verdict"),
    [
        ("fr", "cafe", "café", ILLEGAL),
        ("fr", "café", "CAFE", ILLEGAL),
        ("fr", "livré", "livre", QUESTIONED),
        ("fr", "mais", "maïs", None),
        ("es", "plató", "plato", QUESTIONED),
        ("es", "papa", "papá", QUESTIONED),
        ("es", "mascara", "máscara", ILLEGAL),
        ("it", "calamità", "calamita", None),
        ("pt", "avô", "avó", ILLEGAL),
    ],
)
def test_accents_alone_make_a_word_another_one_where_it_is_known(
    language: str, clue: str, codename: str, verdict: Verdict | None
) -> None:
    found = REFEREE.compare((language,), clue, codename)
    assert (found and found.verdict) == verdict


@pytest.mark.parametrize(
    ("language", "clue", "codename"),
    [
        ("fr", "l'avion", "avion"),
        ("fr", "d’ecoliers", "école"),
        ("it", "dell'acqua", "acqua"),
        ("en", "cat's", "cat"),
        ("en", "k'nights", "knight"),
        ("en", "O'Brien", "Brien"),
    ],
)
def test_what_an_apostrophe_joins_to_a_word_is_no_part_of_it(
    language: str, clue: str, codename: str
) -> None:
    assert judge(clue, codename, languages=(language,))[0].verdict is ILLEGAL


def test_the_possessive_of_a_known_word_is_known() -> None:
    assert judge("embassy's", "bass", languages=("en",)) == ()


class Sure(UnknownLanguage):
    """A language in which everything is a form of everything."""

    def compare(self, clue: str, codename: str) -> Judgement | None:
        return Judgement(ILLEGAL, Objection.FORM)


def test_mixed_decks_are_judged_by_each_language_and_the_most_severe_counts() -> None:
    made = []

    def known(tag: str) -> UnknownLanguage:
        made.append(tag)
        return Sure() if tag == "sure" else UnknownLanguage()

    referee = Referee(known)
    for _ in range(2):
        mixed = judge("forests", "forest", languages=("xx", "sure", "xx"), referee=referee)
        assert mixed == (Finding(ILLEGAL, Objection.FORM, 0),)
    plain = judge("forests", "forest", languages=("xx",), referee=referee)
    assert plain == (Finding(QUESTIONED, Objection.CONTAINS, 0),)
    assert made == ["xx", "sure"]
