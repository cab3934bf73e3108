"""Decks: the shipped lists, the check with every reason, and the laws of drawing a board."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercast import words
from undercast.server.app import MAX_MESSAGE
from undercast.web.transport.packets import MAX_ID_DIGITS
from undercast.words import Deck, Problem, TooFewCodenames, WordReason

FOLDER = Path(__file__).parents[2] / "wordlists"
PACK_FILES = sorted((FOLDER / "packs").glob("*.txt"))
FILES = [*sorted(FOLDER.glob("*.txt")), *PACK_FILES]
DECKS = words.load(FOLDER)
PACKS = words.load_packs(FOLDER)


def pasted(text: str, language: str = "en") -> list[Problem]:
    """The problems of a pasted list of any length."""
    return words.parse_pasted(text, language, fewest=0)[1]


def reasons(text: str, language: str = "en") -> list[WordReason]:
    return [problem.reason for problem in pasted(text, language)]


class TestShippedLists:
    def test_the_decks_are_these(self) -> None:
        assert {"en", "bs", "hi", "hr", "sr", "sr-Cyrl"} <= set(DECKS)

    @pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
    def test_pass_the_check(self, file: Path) -> None:
        problems = words.check(file.read_text(encoding="utf-8"))
        assert [words.explain(problem) for problem in problems] == []

    @pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
    def test_have_no_two_codenames_that_spoil_each_other(self, file: Path) -> None:
        found = words.warnings(file.read_text(encoding="utf-8"))
        assert [words.explain_warning(warned) for warned in found] == []

    @pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
    def test_have_480_codenames_that_fit_a_card(self, deck: Deck) -> None:
        assert len(deck.codenames) >= 480
        assert all(2 <= len(codename) <= 13 for codename in deck.codenames)
        assert sum(len(codename) < 10 for codename in deck.codenames) > 350

    @pytest.mark.parametrize("pack", PACKS.values(), ids=list(PACKS))
    def test_packs_spoil_nothing_among_the_words_of_their_language(self, pack: Deck) -> None:
        deck = DECKS[pack.language]
        header = f"# language: {deck.language}\n# name: x\n# licence: x\n# version: 1\n"
        text = header + "\n".join(words.pool({"deck": deck, "pack": pack}, ["deck", "pack"]))
        assert [words.explain(problem) for problem in words.check(text)] == []
        assert [words.explain_warning(warned) for warned in words.warnings(text)] == []

    @pytest.mark.parametrize("deck", [*DECKS.values(), *PACKS.values()], ids=[*DECKS, *PACKS])
    def test_are_free_for_everyone(self, deck: Deck) -> None:
        assert deck.licence == "CC0-1.0"

    @pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
    def test_are_sorted_without_regard_to_case_and_accents(self, file: Path) -> None:
        listed = [line for line in file.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
        assert [words.fold(c) for c in listed] == sorted(words.fold(c) for c in listed)

    @pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
    def test_every_codename_shows_what_it_holds(self, deck: Deck) -> None:
        assert not any(mark in codename for codename in deck.codenames for mark in "|#,;<>")

    @pytest.mark.parametrize(
        ("bosnian", "croatian", "serbian"),
        [
            ("hljeb", "kruh", "hleb"),
            ("voz", "vlak", "voz"),
            ("hiljada", "tisuća", "hiljada"),
            ("zrak", "zrak", "vazduh"),
            ("riječ", "riječ", "reč"),
            ("kafa", "kava", "kafa"),
            ("sijalica", "žarulja", "sijalica"),
            ("makaze", "škare", "makaze"),
            ("supa", "juha", "supa"),
            ("mlijeko", "mlijeko", "mleko"),
            ("pozorište", "kazalište", "pozorište"),
            ("fabrika", "tvornica", "fabrika"),
            ("kuhar", "kuhar", "kuvar"),
            ("uho", "uho", "uvo"),
            ("kino", "kino", "bioskop"),
            ("New York", "New York", "Njujork"),
        ],
    )
    def test_bosnian_croatian_and_serbian_differ_where_the_languages_do(
        self, bosnian: str, croatian: str, serbian: str
    ) -> None:
        by_deck = {"bs": bosnian, "hr": croatian, "sr": serbian}
        for deck, own in by_deck.items():
            assert own in DECKS[deck].codenames
            for foreign in set(by_deck.values()) - {own}:
                assert foreign not in DECKS[deck].codenames

    def test_serbian_is_ekavian(self) -> None:
        assert {"reka", "sneg", "vetar", "pesma"} <= set(DECKS["sr"].codenames)

    def test_hindi_means_several_things_in_hindi(self) -> None:
        assert {"कल", "हार", "पत्र", "फल", "मगर", "सोना", "व्यंजन"} <= set(DECKS["hi"].codenames)


class TestPacks:
    HEADER = "# language: en\n# name: Sea\n# licence: X\n# version: 1\n"

    def write(self, folder: Path, name: str, difficulty: str) -> None:
        (folder / "packs").mkdir(exist_ok=True)
        text = f"{self.HEADER}{difficulty}whale\nwave\n"
        (folder / "packs" / name).write_text(text, encoding="utf-8")

    def test_a_pack_has_its_subject_and_difficulty(self, tmp_path: Path) -> None:
        self.write(tmp_path, "en-sea.txt", "# difficulty: easy\n")
        (pack,) = words.load_packs(tmp_path).values()
        assert (pack.language, pack.name, pack.difficulty) == ("en", "Sea", "easy")
        assert words.load(tmp_path) == {}, "it is no language's own deck"

    @pytest.mark.parametrize("difficulty", ["", "# difficulty: odd\n"])
    def test_one_without_difficulty_is_named(self, tmp_path: Path, difficulty: str) -> None:
        self.write(tmp_path, "en-sea.txt", difficulty)
        with pytest.raises(words.DeckUnreadable, match=r"en-sea\.txt"):
            words.load_packs(tmp_path)


class TestLoading:
    def write(self, folder: Path, name: str, text: str) -> None:
        (folder / name).write_text(text, encoding="utf-8")

    def test_a_new_language_is_a_new_file(self, tmp_path: Path) -> None:
        header = "# language: hi\n# name: हिन्दी\n# licence: CC0-1.0\n# version: 1\n"
        self.write(tmp_path, "hi.txt", f"{header}\n# शहर\nकलम\nपतंग\n")
        assert words.load(tmp_path) == {"hi": Deck("hi", "हिन्दी", "CC0-1.0", "1", ("कलम", "पतंग"))}

    def test_a_byte_order_mark_and_windows_lines_do_no_harm(self, tmp_path: Path) -> None:
        text = (
            "\ufeff# language: en\r\n# name: E\r\n# licence: X\r\n# version: 1\r\nkey\r\nlock\r\n"
        )
        (tmp_path / "en.txt").write_bytes(text.encode())
        assert words.load(tmp_path)["en"].codenames == ("key", "lock")

    @pytest.mark.parametrize(
        "text",
        [
            "key\n",
            "# language: en\n# name: English\n# version: 1\nkey\n",
            "# language: de\n# name: Deutsch\n# licence: CC0-1.0\n# version: 1\nSchloss\n",
        ],
        ids=["no header", "a key missing", "another language"],
    )
    def test_a_file_that_is_no_deck_is_named(self, tmp_path: Path, text: str) -> None:
        self.write(tmp_path, "en.txt", text)
        with pytest.raises(words.DeckUnreadable, match=r"en\.txt"):
            words.load(tmp_path)

    def test_bytes_that_are_not_utf8(self, tmp_path: Path) -> None:
        (tmp_path / "en.txt").write_bytes(b"# language: en\n\xff\xfe")
        with pytest.raises(words.DeckUnreadable, match="not UTF-8"):
            words.load(tmp_path)

    def test_a_serbian_list_with_a_foreign_letter(self, tmp_path: Path) -> None:
        header = "# language: sr\n# name: S\n# licence: CC0-1.0\n# version: 1\n"
        self.write(tmp_path, "sr.txt", f"{header}New York\n")
        with pytest.raises(words.DeckUnreadable, match=r"sr\.txt: no Serbian letter: 'w'"):
            words.load(tmp_path)

    def test_an_empty_folder_has_no_decks(self, tmp_path: Path) -> None:
        assert words.load(tmp_path) == {}


class TestTwoScripts:
    @pytest.mark.parametrize(
        ("latin", "cyrillic"),
        [
            ("ljubičica", "љубичица"),
            ("konj", "коњ"),
            ("džep", "џеп"),
            ("đak", "ђак"),
            ("Njujork", "Њујорк"),
            ("NJUJORK", "ЊУЈОРК"),
            ("Las Vegas", "Лас Вегас"),
            ("in|jekcija", "инјекција"),
            ("kon|jugacija", "конјугација"),
            ("nad|živeti", "надживети"),
            ("č", "ч"),
        ],
    )
    def test_transliteration(self, latin: str, cyrillic: str) -> None:
        assert words.to_cyrillic(latin) == cyrillic

    def test_decomposed_letters_are_the_same_letters(self) -> None:
        assert words.to_cyrillic("c\u030cas\u030ca") == "чаша"

    def test_a_letter_that_serbian_does_not_have(self) -> None:
        with pytest.raises(ValueError, match="'Y'"):
            words.to_cyrillic("New York".replace("w", "v"))

    def test_both_decks_come_from_one_list(self) -> None:
        latin, cyrillic = DECKS["sr"].codenames, DECKS["sr-Cyrl"].codenames
        assert len(latin) == len(cyrillic)
        assert "injekcija" in latin
        assert "инјекција" in cyrillic
        assert [words.fold(c) for c in latin] == [words.fold(c) for c in cyrillic]

    def test_the_cyrillic_deck_has_no_latin_letter(self) -> None:
        deck = DECKS["sr-Cyrl"]
        assert deck.name == "Српски"
        assert not any("a" <= char <= "ž" for c in deck.codenames for char in c.lower())


class TestFold:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Key", "KEY"),
            ("žaba", "zaba"),
            ("њујорк", "Njujork"),
            ("ice-cream", "ice cream"),
            ("Straße", "STRASSE"),
            ("đak", "djak"),
            ("बाज़ार", "बाजार"),
            ("पेड़", "पेड"),
            ("चाँद", "चांद"),
            ("हिन्दी", "हिंदी"),
            ("चम्पा", "चंपा"),
            ("अण्डा", "अंडा"),
            ("पञ्चम", "पंचम"),
            ("शङ्ख", "शंख"),
            ("दुःख", "दुख"),
            ("रस\u200cगुल्ला", "रसगुल्ला"),
        ],
    )
    def test_the_same_codename(self, one: str, other: str) -> None:
        assert words.fold(one) == words.fold(other)

    @pytest.mark.parametrize(
        ("one", "other"),
        [("काला", "कली"), ("सम्मान", "संमान"), ("जन्म", "जंम"), ("बॉल", "बाल"), ("पता", "पत्ता")],
        ids=["vowel signs", "two of a kind", "another row", "a foreign vowel", "a double letter"],
    )
    def test_another_word_in_hindi(self, one: str, other: str) -> None:
        assert words.fold(one) != words.fold(other)


TRIGGERS_AND_NEAR_MISSES = [
    (WordReason.TOO_SHORT, "x", "ox"),
    (WordReason.TOO_SHORT, "क\u094d", "घी"),
    (WordReason.TOO_LONG, "constellations", "constellation"),
    (WordReason.TOO_LONG, "कखगघचछजझटठडढणत", "कखगघचछजझटठडढण"),
    (WordReason.TOO_LONG, "कीखीगीघीचीछीजी", "क्रक्रक्रक्रक्रक्रक"),
    (WordReason.NO_LETTER, "1984", "R2-D2"),
    (WordReason.NO_LETTER, "--", "yo-yo"),
    (WordReason.FORBIDDEN_CHARACTER, "ke\u200by", "key"),
    (WordReason.FORBIDDEN_CHARACTER, "\u202eyek", "yek"),
    (WordReason.FORBIDDEN_CHARACTER, "key\x07", "key"),
    (WordReason.FORBIDDEN_CHARACTER, "<b>key</b>", "b key b"),
    (WordReason.FORBIDDEN_CHARACTER, "ba" + "\u0335" * 4, "bá"),
    (WordReason.FORBIDDEN_CHARACTER, "ke\ufe0fy", "key"),
    (WordReason.FORBIDDEN_CHARACTER, "key\ud800", "key"),
    (WordReason.FORBIDDEN_CHARACTER, "key|ring", "key-ring"),
    (WordReason.MIXED_SCRIPTS, "кey", "кит"),
    (WordReason.MIXED_SCRIPTS, "New Yоrk", "New Йорк"),
    (WordReason.DUPLICATE, "key\nKEY", "key\nkeg"),
    (WordReason.DUPLICATE, "žaba\nzaba", "žaba\nzebra"),
    (WordReason.DUPLICATE, "konj\nкоњ", "konj\nкост"),
    (WordReason.DUPLICATE, "hot dog\nhot-dog", "hot dog\nhot rod"),
    (WordReason.INFLECTION, "key\nkeys", "key\nkeyhole"),
    (WordReason.INFLECTION, "berries\nberry", "merry\nberry"),
    (WordReason.INFLECTION, "bake\nbaking", "bake\nbaker"),
    (WordReason.INFLECTION, "mouse\nmice", "moose\nmice"),
    (WordReason.INFLECTION, "wolves\nwolf", "wolves\ngolf"),
    (WordReason.INFLECTION, "hot dog\nhot dogs", "hot dog\nhot doe"),
    (WordReason.COMPOUND, "horse\nhorseshoe\nshoe", "horse\nhorseshoe"),
    (WordReason.COMPOUND, "Robin Hood\nrobin", "Robin Hood\nrobot"),
    (WordReason.COMPOUND, "yo-yo\nring\nkey-ring", "yo-yo\nkey-ring"),
]


class TestCheck:
    @pytest.mark.parametrize(("reason", "trigger", "near_miss"), TRIGGERS_AND_NEAR_MISSES)
    def test_each_reason_has_a_trigger_and_a_near_miss(
        self, reason: WordReason, trigger: str, near_miss: str
    ) -> None:
        assert reasons(trigger) == [reason]
        assert reasons(near_miss) == []

    @pytest.mark.parametrize(
        "different",
        ["past\npaste", "organ\norganic", "car\npet\ncarpet", "universe\nuniversity", "new\nnews"],
    )
    def test_words_that_only_look_related(self, different: str) -> None:
        assert reasons(different) == []

    @pytest.mark.parametrize("forms", ["rak\nrakovi", "žaba\nžabe", "нож\nножеви", "krov\nkrovovi"])
    @pytest.mark.parametrize("language", ["bs", "hr", "sr", "sr-Cyrl"])
    def test_forms_of_a_slavic_word(self, forms: str, language: str) -> None:
        assert reasons(forms, language) == [WordReason.INFLECTION]

    @pytest.mark.parametrize(
        "different", ["rak\nraketa", "lov\nlav", "kralj\nkraj", "med\nmedalja"]
    )
    def test_slavic_words_that_only_look_related(self, different: str) -> None:
        assert reasons(different, "hr") == []

    def test_hindi_words(self) -> None:
        assert reasons("क्षत्रिय\nहिन्दी\nपतंग", "hi") == []

    @pytest.mark.parametrize(
        "forms",
        [
            "लड़का\nलड़के",
            "घर\nघरों",
            "किताब\nकिताबें",
            "माला\nमालाएँ",
            "नदी\nनदियाँ",
            "चिड़िया\nचिड़ियों",
            "आलू\nआलुओं",
        ],
    )
    def test_forms_of_a_hindi_word(self, forms: str) -> None:
        assert reasons(forms, "hi") == [WordReason.INFLECTION]

    @pytest.mark.parametrize("different", ["कल\nकला\nकली", "माला\nमाली", "गोल\nगोली", "तार\nतारा"])
    def test_hindi_words_that_only_look_related(self, different: str) -> None:
        assert reasons(different, "hi") == []

    def test_a_language_without_a_stemmer_is_checked_for_the_rest(self) -> None:
        assert reasons("猫\n食べ物\n東京タワー\n食べ物", "ja") == [
            WordReason.TOO_SHORT,
            WordReason.DUPLICATE,
        ]

    def test_shipped_text_needs_its_header_and_400(self) -> None:
        found = [(p.reason, p.other) for p in words.check("# name: E\nkey\nlock\n")]
        assert found == [
            (WordReason.MISSING_HEADER, "language"),
            (WordReason.MISSING_HEADER, "licence"),
            (WordReason.MISSING_HEADER, "version"),
            (WordReason.TOO_FEW, "2 of 400"),
        ]

    def test_a_full_header_is_not_missed(self) -> None:
        text = "# Language: en\n# name: E\n# licence: CC0\n# version: 1\n\nkey\n# locks\nlock\n"
        assert words.check(text, fewest=2) == []

    def test_the_line_is_that_of_the_file(self) -> None:
        text = "# language: en\n# name: E\n# licence: CC0\n# version: 1\n\nkey\n\nkeys\n"
        (problem,) = words.check(text, fewest=1)
        assert problem == Problem(8, "keys", WordReason.INFLECTION, "key")
        assert words.explain(problem) == "line 8: “keys” is a form of “key”"

    def test_seams_belong_to_serbian_only(self) -> None:
        header = "# name: S\n# licence: CC0\n# version: 1\n"
        assert words.check(f"# language: sr\n{header}in|jekcija", fewest=1) == []
        (problem, few) = words.check(f"# language: hr\n{header}in|jekcija", fewest=1)
        assert problem.reason is WordReason.FORBIDDEN_CHARACTER
        assert few.reason is WordReason.TOO_FEW

    @pytest.mark.parametrize("reason", list(WordReason))
    def test_every_reason_has_a_sentence(self, reason: WordReason) -> None:
        sentence = words.explain(Problem(3, "key", reason, "lock"))
        assert sentence.startswith("line 3: ")
        assert "{" not in sentence

    def test_a_problem_of_the_whole_list_has_no_line(self) -> None:
        sentence = words.explain(Problem(words.WHOLE_LIST, "", WordReason.TOO_FEW, "3 of 25"))
        assert sentence == "too few codenames: 3 of 25"


class TestPastedLists:
    def test_commas_lines_and_untidy_blanks(self) -> None:
        text = "# ours\n  key ,lock;New \u00a0 York\r\n\r\ncafe\u0301,,\tZoo\r"
        assert words.parse_pasted(text, fewest=5) == (
            ("key", "lock", "New York", "café", "Zoo"),
            [],
        )

    def test_what_is_good_is_kept_beside_what_is_not(self) -> None:
        good, problems = words.parse_pasted("key\nkeys, <lock>\ndoor", fewest=1)
        assert good == ("key", "door")
        assert [(p.line, p.codename) for p in problems] == [(2, "keys"), (2, "<lock>")]

    def test_a_board_needs_25(self) -> None:
        of_24 = ",".join(DECKS["en"].codenames[:24])
        assert [p.other for p in words.parse_pasted(of_24)[1]] == ["24 of 25"]
        assert words.parse_pasted(of_24 + ",zigzag")[1] == []

    def test_the_first_2000_count(self) -> None:
        def numbered(count: int) -> str:
            return "\n".join(f"w{number}x" for number in range(count))

        assert words.parse_pasted(numbered(2000))[1] == []
        good, problems = words.parse_pasted(numbered(2001))
        assert len(good) == 2000
        assert problems == [Problem(words.WHOLE_LIST, "", WordReason.TOO_MANY, "2001")]

    def test_38_kilobytes_are_looked_at(self) -> None:
        assert WordReason.TOO_LARGE not in reasons("#" * 38_000)
        assert reasons("#" * 38_001) == [WordReason.TOO_LARGE]
        assert reasons("š" * 19_001) == [WordReason.TOO_LARGE]

    def test_2000_codenames_of_eight_letters_are_not_too_large_in_any_script(self) -> None:
        for letters in ("ščđžšćđž", "конзерва", "क" * 6):
            assert WordReason.TOO_LARGE not in reasons("\n".join([letters] * 2000))

    def test_a_whole_list_fits_into_one_message_whatever_json_makes_of_it(self) -> None:
        for line in ("\n", '"', "\\", "\t", "\r"):
            fields = {"cmd_id": "c" * 40, "text": line * words.MAX_BYTES}
            message = "42" + "9" * MAX_ID_DIGITS + json.dumps(["paste_words", fields])
            assert len(message) <= MAX_MESSAGE

    def test_ten_megabytes(self) -> None:
        assert words.parse_pasted("key\n" * 2_500_000)[0] == ()

    def test_one_line_of_ten_kilobytes(self) -> None:
        (problem,) = pasted("k" * 10_000)
        assert problem.reason is WordReason.TOO_LONG
        assert len(problem.codename) < 30

    def test_a_problem_shows_vowel_signs(self) -> None:
        (problem,) = pasted("भूलभुलैया भूलभुलैया", "hi")
        assert problem.codename == "भूलभुलैया भूलभुलैया"

    def test_a_problem_shows_nothing_invisible(self) -> None:
        (problem,) = pasted("\u202eevil\x1b[2J\u200b")
        assert problem.codename == "\ufffdevil\ufffd[2J\ufffd"

    @given(
        st.text(max_size=300) | st.lists(st.text(max_size=9)).map("\n".join),
        st.sampled_from(["en", "sr", "hi", "ja", ""]),
    )
    def test_whatever_is_pasted(self, text: str, language: str) -> None:
        good, problems = words.parse_pasted(text, language)
        assert len({words.fold(codename) for codename in good}) == len(good)
        assert all(len(codename) >= 2 for codename in good)
        assert all(words.explain(problem).isprintable() for problem in problems)


class TestPool:
    def test_two_languages_and_house_words_on_top(self) -> None:
        mixed = words.pool(DECKS, ["en", "hr"], ["Grandma's car", "APOLLO"])
        assert mixed[: len(DECKS["en"].codenames)] == DECKS["en"].codenames
        assert "žarulja" in mixed
        assert mixed[-1] == "Grandma's car"
        assert len({codename.lower() for codename in mixed}) == len(mixed)

    def test_two_scripts_of_one_list_are_one_list(self) -> None:
        assert words.pool(DECKS, ["sr-Cyrl", "sr"]) == DECKS["sr-Cyrl"].codenames

    def test_house_words_alone(self) -> None:
        assert words.pool(DECKS, [], ["key", "Key", "lock"]) == ("key", "lock")

    def test_an_unknown_deck(self) -> None:
        with pytest.raises(KeyError):
            words.pool(DECKS, ["tlh"])


CODENAMES = st.lists(st.text("abcdefgh", min_size=2, max_size=4), unique=True, max_size=40)


class TestDraw:
    @given(CODENAMES, st.data(), st.integers(0, 40), st.randoms(use_true_random=False))
    def test_laws(
        self, pool: list[str], data: st.DataObject, count: int, rng: random.Random
    ) -> None:
        seen = set(data.draw(st.lists(st.sampled_from(pool)) if pool else st.just([])))
        if len(pool) < count:
            with pytest.raises(TooFewCodenames) as refusal:
                words.draw(pool, seen, count, rng)
            assert (refusal.value.have, refusal.value.need) == (len(pool), count)
            return
        board = words.draw(pool, seen, count, rng)
        assert len(board) == len(set(board)) == count
        assert set(board) <= set(pool)
        fresh = set(pool) - seen
        assert len(set(board) & fresh) == min(count, len(fresh)), "unseen codenames come first"

    def test_three_games_of_one_evening_repeat_nothing(self) -> None:
        pool, rng = DECKS["en"].codenames, random.Random(1)
        seen: set[str] = set()
        for _ in range(3):
            board = words.draw(pool, seen, 25, rng)
            assert not seen & set(board)
            seen |= set(board)

    def test_unseen_ones_do_not_always_lie_first(self) -> None:
        pool = [f"{letter}x" for letter in "abcdefgh"]
        firsts = {words.draw(pool, pool[1:], 4, random.Random(n))[0] for n in range(50)}
        assert len(firsts) == len(pool)

    def test_seen_in_the_other_script_is_seen(self) -> None:
        assert words.draw(["коњ", "кит"], {"konj"}, 1, random.Random(1)) == ("кит",)

    def test_a_pool_with_repetitions_counts_once(self) -> None:
        with pytest.raises(TooFewCodenames, match="1 codenames, 2 needed"):
            words.draw(["key", "KEY"], (), 2, random.Random(1))

    def test_every_codename_can_be_drawn(self) -> None:
        drawn = {words.draw("abc", (), 1, random.Random(n))[0] for n in range(60)}
        assert drawn == set("abc")
