import re
import sys

import numpy as np
import pytest

from bots.boards import DECK
from undercast.bots import dependencies, vector_table
from undercast.bots.similarity import WordSenses
from undercast.cli.main import main

ENGLISH = vector_table.load()


def test_it_is_small_and_has_every_codename() -> None:
    assert dependencies.TABLE.stat().st_size <= 10_000_000
    assert all(ENGLISH.knows(codename) for codename in DECK)
    assert ENGLISH.clue_count >= 11_000


def test_what_may_be_said_is_one_word_of_letters() -> None:
    said = ENGLISH.words[: ENGLISH.clue_count]
    own = set(DECK)
    assert all(re.fullmatch("[A-Za-z]{3,}", word) for word in said if word not in own)
    assert len(set(said)) == len(said)


def test_what_belongs_together_is_alike() -> None:
    def likeness(one: str, other: str) -> float:
        known = [WordSenses.single(ENGLISH.rows([word])) for word in (one, other)]
        return float(ENGLISH.sources.consensus(*known)[0, 0])

    for near, far in (("whale", "sandwich"), ("harbour", "violin"), ("Sharks", "teapot")):
        assert likeness("ocean", near) > 3 > likeness("ocean", far)


def test_forms_and_several_words_have_vectors_and_nonsense_has_none() -> None:
    forms = ENGLISH.rows(["whales", "whale", "New York", "xqzzt", ""])
    assert np.array_equal(forms[0], forms[1])
    assert forms[2].any()
    assert not forms[3].any()
    assert not forms[4].any()
    assert not ENGLISH.knows("xqzzt")


def test_without_numpy_the_remedy_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(dependencies.MissingNumpy):
        dependencies.require_numpy()
    assert main(["simulate", "--games", "1"]) == 2
    assert "pip install 'undercast[bots]'" in capsys.readouterr().err
