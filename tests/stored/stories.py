"""What people did in the rooms that are stored: a function each.

It leaves the room where the server is stopped. `LATER` is what is done when it runs again, before
it is killed. The latest touch of `undo_offered` and the clocks that run are from then.
"""

from collections.abc import Callable

from stored.house import House, Room

FOUR = {
    "Ana": "red_spymaster",
    "Ben": "blue_spymaster",
    "Cem": "red_operative",
    "Dora": "blue_operative",
}
TWO = {"Ana": "red_spymaster", "Ben": "blue_spymaster"}
THREE = TWO | {"Cem": "operative_for_both"}
ONE_KEY = {"Ana": "key_holder", "Ben": "operative_for_both"}
COOP = {"Ana": "red_spymaster", "Ben": "red_operative"}
DUET = {"Ana": "side_a", "Ben": "side_b"}

TAPPED = {"guessing": "operatives_tap"}

HOUSE_WORDS = """# What only we know
garden gnome, old Škoda, blue sofa, karaoke, Gran's soup, ludo, hammock, cuckoo, leaky tap
tandem; pancake; fondue; pyjamas; trampoline; marmot; tent peg; snow globe; kazoo; bonfire; sledge
crossword, waffle iron, doorbell, rhubarb, jigsaw, paddling pool, mothball, toboggan, sourdough
"""


def classic_typed(house: House) -> Room:
    """In the third turn: a codename was exchanged, a clue corrected, a touch undone."""
    room = house.open("classic_typed", FOUR)
    party = room.party
    party.deal()
    party.move("Ben", "exchange_codename", position=12)
    party.clue(2)
    party.somebody("correct_clue", word=f"{party.game['turns'][-1]['clue']['word']}s", anyway=True)
    party.touch("own", "bystander")
    party.somebody("undo")
    party.touch("own", "rival")
    party.clue(1)
    party.touch("own", "own")
    party.clue(3)
    party.touch("own")
    return room


def classic_spoken(house: House) -> Room:
    """Touches stand for clues, one number came without a word, and a clue was challenged."""
    room = house.open("classic_spoken", TWO, {"clues": "spoken"})
    party = room.party
    party.deal()
    party.touch("own", "own")
    party.somebody("end_turn")
    party.somebody("give_clue", word=None, number=2)
    party.touch("own", "bystander")
    party.somebody("challenge")
    party.somebody("withdraw_challenge")
    party.touch("own")
    return room


def marks_standing(house: House) -> Room:
    """Two operatives of a team have marked cards; only their team sees that."""
    seats = FOUR | {"Eva": "red_operative", "Filip": "blue_operative"}
    room = house.open("marks_standing", seats, TAPPED | {"marks": "team_sees"})
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own")
    first, second = party.may("mark_card")
    wrong = party.cards("rival", second)[0]
    party.move(second, "mark_card", position=wrong, on=True)
    party.move(first, "mark_card", position=party.cards("own", first)[0], on=True)
    party.move(second, "mark_card", position=party.cards("bystander", second)[0], on=True)
    party.move(second, "mark_card", position=wrong, on=False)
    return room


def earned(house: House) -> Room:
    """Several turns with cards outstanding, one of which was found by an extra touch."""
    room = house.open("earned", TWO, {"plus_one": "earned"})
    party = room.party
    party.deal()
    for _ in range(2):
        party.clue(3)
        party.touch("own")
        party.somebody("end_turn")
    party.clue(1)
    party.touch("own", "own")
    party.clue(2)
    party.touch("own")
    return room


def struck_clue(house: House) -> Room:
    """The strict referee struck a clue, an agent was covered, and the next clue is good."""
    room = house.open("struck_clue", TWO, {"referee": "strict"})
    party = room.party
    party.deal()
    party.illegal_clue()
    party.play_one()
    party.clue(2)
    party.touch("own")
    return room


def question_pending(house: House) -> Room:
    """The rival spymaster is asked about a clue, in secret."""
    room = house.open("question_pending", TWO)
    party = room.party
    party.deal()
    party.clue(1)
    party.touch("own", "bystander")
    party.somebody("ask_rival", word=party.word(), number=2)
    return room


def question_rejected(house: House) -> Room:
    """A strict referee had doubts about two words, and the rival said no."""
    room = house.open("question_rejected", TWO, {"referee": "strict"})
    party = room.party
    party.deal()
    party.clue(2, f"{party.word()} hubbub")
    question = party.question()
    assert question is not None
    (rival,) = party.able(question["may"]["reject_clue"])
    party.move(rival, "reject_clue", question=question["id"])
    return room


def challenge_standing(house: House) -> Room:
    """A clue is called invalid, and nobody has given way."""
    room = house.open("challenge_standing", TWO)
    party = room.party
    party.deal()
    party.clue(2)
    party.somebody("challenge")
    return room


def penalty_to_choose(house: House) -> Room:
    """A challenge was upheld; the rival may reveal one of its own agents."""
    room = house.open("penalty_to_choose", TWO)
    party = room.party
    party.deal()
    party.clue(2)
    party.somebody("challenge")
    party.somebody("uphold_challenge")
    return room


def random_penalty(house: House) -> Room:
    """A challenge was conceded, and an agent drawn for it."""
    room = house.open("random_penalty", TWO, {"penalty": "random"})
    party = room.party
    party.deal()
    party.clue(2)
    party.somebody("challenge")
    party.somebody("concede_challenge")
    party.clue(1)
    return room


def sand_running(house: House) -> Room:
    """The sand runs, and marks stand that everybody sees."""
    rules = TAPPED | {"marks": "everyone_sees", "timer": "sand", "sand_seconds": 900}
    room = house.open("sand_running", FOUR, rules)
    party = room.party
    party.deal()
    party.move("Cem", "turn_sand")
    party.clue(2)
    (who,) = party.may("mark_card")
    party.move(who, "mark_card", position=party.cards("own", who)[0], on=True)
    return room


def strict_timer_running(house: House) -> Room:
    """Fifteen minutes to guess, of which some have passed."""
    rules = {"timer": "strict", "clue_seconds": 900, "guess_seconds": 900, "first_extra_seconds": 0}
    room = house.open("strict_timer_running", TWO, rules)
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own")
    return room


def paused(house: House) -> Room:
    """Somebody went for the pizza; the clock stands."""
    room = house.open("paused", TWO, {"timer": "strict", "clue_seconds": 600})
    party = room.party
    party.deal()
    party.move("Ben", "pause")
    return room


def undo_offered(house: House) -> Room:
    """The bystander could still be taken back: that touch comes later."""
    room = house.open("undo_offered", TWO)
    party = room.party
    party.deal()
    party.clue(2)
    return room


def opponents_turn(house: House) -> Room:
    """Co-op: an agent of the simulated team has to be revealed."""
    room = house.open("opponents_turn", COOP, {"mode": "coop"})
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own", "bystander")
    party.play_one()
    party.clue(1)
    party.touch("own", "own")
    return room


def coop_with_pictures(house: House) -> Room:
    """Co-op with operatives who tap, in the middle of a turn."""
    rules = TAPPED | {"mode": "coop", "board": "pictures", "penalty": "none"}
    room = house.open("coop_with_pictures", COOP, rules)
    party = room.party
    party.deal()
    party.clue(3)
    party.touch("own", "own")
    return room


def duet(house: House) -> Room:
    """Each side has given a clue, a bystander of one side is known."""
    room = house.open("duet", DUET, {"mode": "duet"})
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own", "bystander")
    party.clue(3)
    party.touch("own")
    return room


def sudden_death(house: House) -> Room:
    """A duet without tokens: a strict referee took most of them. One more agent is found."""
    room = house.open("sudden_death", DUET, {"mode": "duet", "referee": "strict"})
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own", "bystander")
    while party.phase != "sudden_death":
        party.illegal_clue()
    party.touch("own")
    return room


def three_players(house: House) -> Room:
    """The second game, in which everybody has moved on; marks of who guesses for both."""
    room = house.open("three_players", THREE, TAPPED)
    party = room.party
    party.deal()
    party.clue(1)
    party.touch("assassin")
    party.deal(swap=True)
    party.clue(2)
    party.touch("own")
    (who,) = party.may("mark_card")
    party.move(who, "mark_card", position=party.cards("own", who)[0], on=True)
    return room


def one_key(house: House) -> Room:
    """Two people, one phone with the key for both teams."""
    room = house.open("one_key", ONE_KEY)
    party = room.party
    party.deal()
    party.clue("unlimited")
    party.touch("own", "own", "rival")
    party.clue(0)
    party.touch("own")
    return room


def scenes(house: House) -> Room:
    """Classic with pictures, one of which was exchanged."""
    room = house.open("scenes", TWO, {"board": "pictures"})
    party = room.party
    party.deal()
    party.move("Ana", "exchange_codename", position=19)
    party.clue(2)
    party.touch("own")
    return room


def photos(house: House) -> Room:
    """The household's own photos lie on the table."""
    room = house.open("photos", TWO, {"board": "pictures"}, decks=("en", "photos"))
    party = room.party
    party.deal()
    party.clue(3)
    party.touch("own", "bystander")
    return room


def coming_and_going(house: House) -> Room:
    """Left, come again, removed, let in again, renamed, another host; two requests wait."""
    room = house.open("coming_and_going", FOUR, names={"Cem": "Maximilian von Hügel"})
    party = room.party
    for name in ("Eva", "Filip", "Gül", "Hana", "Ivo"):
        room.join(name)
    party.deal()
    party.clue(2)
    party.touch("own")
    party.do("Dora", "leave")
    party.do("Gül", "leave")
    room.join("Gül", "blue_operative", name="🏳️\u200d🌈 Gül")
    party.do("Ana", "remove", player=party.people["Eva"].you)
    party.do("Ana", "remove", player=party.people["Filip"].you)
    party.do("Ana", "readmit", player=party.people["Filip"].you)
    room.enter("Filip")
    party.do("Ivo", "rename", name="q\u0303uo\u0308 🦊")
    room.returns("Hana", "Hana's tablet")
    room.become_host("Ben")
    party.do("Ben", "hand_over", player=party.people["Ana"].you)
    party.do("Filip", "ask_for_seat", seat="blue_spymaster")
    room.ask_to_return("Ivo's other phone", "Ivo")
    return room


def house_words(house: House) -> Room:
    """A game of pasted words was given up; the next one mixes them with two decks."""
    room = house.open("house_words", TWO, {"several_words": "allow"})
    party = room.party
    party.do("Ana", "paste_words", text=HOUSE_WORDS)
    room.change_settings({"several_words": "allow"}, decks=("house",))
    party.deal()
    party.somebody("abandon")
    room.change_settings({"several_words": "refuse"}, decks=("house", "en", "hr"))
    party.deal()
    party.clue(2)
    party.touch("own", "rival")
    return room


def cyrillic_and_hindi(house: House) -> Room:
    """Decks in two scripts, with names and clues in both."""
    names = {"Ana": "Љиљана", "Ben": "आरती", "Cem": "क्षितिज 🪁", "Dora": "Đorđe Ј."}
    room = house.open(
        "cyrillic_and_hindi", FOUR, names=names, language="sr-Cyrl", decks=("sr-Cyrl", "hi")
    )
    party = room.party
    party.deal()
    party.clue(2, "प्रेमकहानी")
    party.touch("own", "bystander")
    party.clue(2, "чаробњаштво")
    party.touch("own")
    return room


def evening(house: House) -> Room:
    """Won, lost by the assassin, given up, co-op, a duet, pictures; the last game is debriefed."""
    room = house.open("evening", FOUR)
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own", "bystander")
    party.play_to_the_end()
    party.debrief()
    party.deal(swap=True)
    party.clue(1)
    party.touch("assassin")
    party.debrief()
    party.deal(swap=True)
    party.clue(2)
    party.touch("own")
    party.somebody("abandon")
    room.change_settings({"mode": "coop"})
    party.deal()
    party.play_to_the_end()
    room.change_settings({"mode": "duet"})
    room.sit({"Cem": "side_a", "Dora": "side_b"})
    party.deal()
    party.clue(1)
    party.touch("own", "assassin")
    party.debrief()
    room.change_settings({"board": "pictures"})
    room.sit(FOUR)
    party.deal(swap=True)
    party.play_to_the_end()
    party.debrief()
    return room


def ended(house: House) -> Room:
    """Lost by the assassin, and the key is not shown yet."""
    room = house.open("ended", FOUR)
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own", "assassin")
    return room


def lobby(house: House) -> Room:
    """Some sit, the rules are chosen, nothing was dealt."""
    room = house.open("lobby", {"Ana": "side_a"}, {"mode": "duet", "timer": "sand"}, language="de")
    room.join("Ben", name="Zoe\u0308")
    return room


def nobody_came(house: House) -> Room:
    """A room that only its creator has seen."""
    return house.open(
        "nobody_came", {"Ana": None}, names={"Ana": "👩🏽\u200d🚀 Mia"}, language="fr"
    )


def set_aside(house: House) -> Room:
    """One entry is damaged while the server stands still, and the server notices."""
    room = house.open("set_aside", TWO)
    party = room.party
    party.deal()
    party.clue(2)
    party.touch("own")
    return room


STORIES: tuple[Callable[[House], Room], ...] = (
    classic_typed,
    classic_spoken,
    marks_standing,
    earned,
    struck_clue,
    question_pending,
    question_rejected,
    challenge_standing,
    penalty_to_choose,
    random_penalty,
    sand_running,
    strict_timer_running,
    paused,
    undo_offered,
    opponents_turn,
    coop_with_pictures,
    duet,
    sudden_death,
    three_players,
    one_key,
    scenes,
    photos,
    coming_and_going,
    house_words,
    cyrillic_and_hindi,
    evening,
    ended,
    lobby,
    nobody_came,
    set_aside,
)

DAMAGED = "set_aside"


def clocks_run_again(room: Room) -> None:
    """The server's restart has paused the game."""
    room.party.somebody("resume")


def a_bystander_is_touched(room: Room) -> None:
    room.party.touch("bystander")


LATER: dict[str, Callable[[Room], None]] = {
    "sand_running": clocks_run_again,
    "strict_timer_running": clocks_run_again,
    "undo_offered": a_bystander_is_touched,
}

GOLDEN = {
    "marks_standing": "marks_standing",
    "question_pending": "question_pending",
    "question_rejected": "question_rejected",
    "challenge_standing": "challenge_standing",
    "penalty_to_choose": "penalty_to_choose",
    "sand_running": "sand_running_after_a_restart",
    "paused": "paused_with_a_strict_timer",
    "undo_offered": "undo_offered",
    "opponents_turn": "opponents_turn",
    "sudden_death": "sudden_death",
    "one_key": "one_key_for_both_teams",
    "photos": "photos",
    "coming_and_going": "coming_and_going",
    "house_words": "house_words_mixed_with_decks",
    "cyrillic_and_hindi": "cyrillic_and_hindi",
    "evening": "evening_with_swaps",
    "lobby": "no_game_yet",
}
"""Rooms whose logs are recorded games as well: by their name there."""
