import { expect, test } from "vitest";

import { PRESETS } from "../../../common/wire";
import type { Happening, Side } from "../../../common/wire";
import { gameView, lobbyView, message, turn } from "../../testing/views";
import { english as words } from "../../testing/words";
import { announcements } from "./announcements";
import type { Announcement } from "./announcer";

const texts = (all: Announcement[]): string[] => all.map(({ text }) => text);
const said = (...happened: Happening[]): string[] =>
  texts(announcements(message(gameView(), happened), words));

test("who takes a key is told, in the lobby too", () => {
  const taken: Happening = { kind: "seat_taken", name: "Ana", seat: "red_spymaster", sees_key: true };
  expect(said(taken)).toEqual(["Ana takes the red key"]);
  expect(announcements(message(null, [taken]), words)).toEqual([
    { text: "Ana takes the red key", matters: true },
  ]);
});

test("in the lobby, who comes and sits down is seen and not told", () => {
  const came: Happening[] = [
    { kind: "player_joined", name: "Iva" },
    { kind: "seat_taken", name: "Iva", seat: "red_operative", sees_key: false },
  ];
  expect(announcements(message(null, came), words)).toEqual([]);
  expect(said(...came)).toEqual(["Iva is here", "Iva guesses for red"]);
});

test("a touch and the turn's end are one announcement", () => {
  expect(
    said(
      { kind: "card_touched", team: "red", position: 3, identity: "bystander", by: "p1", side: null },
      { kind: "turn_ended", team: "red", why: "bystander" },
    ),
  ).toEqual(["WORD 3: a bystander — Blue's turn."]);
});

test("ending a turn by choice, undo, exchange and a corrected clue are told", () => {
  expect(said({ kind: "turn_ended", team: "blue", why: "by_choice" })).toEqual([
    "Blue stops. Red's turn.",
  ]);
  expect(said({ kind: "touch_undone", position: 7 })).toEqual([
    "Taken back: WORD 7 is covered again",
  ]);
  expect(said({ kind: "codename_exchanged", position: 2, former: "moon", language: 0 })).toEqual([
    "MOON was exchanged for WORD 2",
  ]);
  expect(
    said({ kind: "clue_corrected", team: "red", clue: { word: "ocean", number: 3 } }),
  ).toEqual(["Spelling corrected: OCEAN"]);
});

test("after the end no turn follows", () => {
  const game = gameView({ result: { winner: "blue", ending: "assassin", score: null } });
  const happened: Happening[] = [
    { kind: "card_touched", team: "red", position: 0, identity: "assassin", by: "p1", side: null },
    { kind: "turn_ended", team: "red", why: "assassin" },
  ];
  expect(texts(announcements(message(game, happened), words))).toEqual(["WORD 0: the assassin!"]);
});

test("when everybody moves on, a new deal tells who has the keys now", () => {
  expect(
    said(
      { kind: "seat_taken", name: "Iva", seat: "red_spymaster", sees_key: true },
      { kind: "seat_taken", name: "Ana", seat: "red_operative", sees_key: false },
      { kind: "game_dealt" },
    ),
  ).toEqual(["Iva takes the red key", "New cards. Red begins."]);
});

test("an invalid clue and the turn it costs are one announcement", () => {
  const clue = { word: "ocean", number: 2 } as const;
  expect(said({ kind: "clue_challenged", team: "red" })).toEqual(["Blue challenges Red's clue"]);
  expect(said({ kind: "challenge_withdrawn", team: "red" })).toEqual(["The clue counts after all"]);
  expect(
    said(
      { kind: "clue_struck", team: "red", clue, by: "rival" },
      { kind: "turn_ended", team: "red", why: "invalid_clue" },
    ),
  ).toEqual(["Invalid clue: OCEAN — Blue's turn."]);
  expect(said({ kind: "clue_struck", team: "red", clue: { word: null, number: 2 }, by: "giver" })).toEqual([
    "Invalid clue: SPOKEN CLUE",
  ]);
});

test("a penalty is told, and that there is none", () => {
  expect(said({ kind: "card_covered", team: "blue", position: 4 })).toEqual([
    "Penalty: WORD 4 is a blue agent",
  ]);
  expect(said({ kind: "penalty_declined", team: "blue" })).toEqual(["Blue reveals no agent"]);
});

test("when time is up, that is why the turn passes; sand that runs shows itself", () => {
  expect(said({ kind: "turn_ended", team: "blue", why: "time" })).toEqual(["Time is up. Red's turn."]);
  expect(said({ kind: "sand_turned" })).toEqual([]);
});

const coop = gameView({ settings: PRESETS.two_of_us });

test("co-op: after the people's turn comes the opponent's, and what it covers is no penalty", () => {
  const told = (...happened: Happening[]): string[] =>
    texts(announcements(message(coop, happened), words));
  expect(told({ kind: "turn_ended", team: "red", why: "by_choice" })).toEqual([
    "You stop. The opponent's turn.",
  ]);
  expect(told({ kind: "turn_ended", team: "red", why: "limit" })).toEqual(["The opponent's turn."]);
  expect(
    told(
      { kind: "card_covered", team: "blue", position: 4 },
      { kind: "turn_ended", team: "blue", why: "opponent" },
    ),
  ).toEqual(["The opponent reveals WORD 4 — Red's turn."]);
});

test("co-op: an agent that was drawn when time was up says so, once", () => {
  const turns = [turn({ ended: "time" }), turn({ team: "blue", cover: 4, ended: "time" }), turn({})];
  const game = gameView({ settings: PRESETS.two_of_us, turns });
  const happened: Happening[] = [
    { kind: "card_covered", team: "blue", position: 4 },
    { kind: "turn_ended", team: "blue", why: "time" },
  ];
  expect(texts(announcements(message(game, happened), words))).toEqual([
    "Time is up: WORD 4 is revealed at random — Red's turn.",
  ]);
});

test("duet: for whom a card is a bystander, tokens left, and sudden death", () => {
  const players = [
    { id: "p1", name: "Ana", seat: "side_a", online: true, counted: false, bot: null, stamp: "🦊" },
    { id: "p2", name: "Ben", seat: "side_b", online: true, counted: false, bot: null, stamp: "🦊" },
  ] as const;
  const lobby = lobbyView({ players });
  const told = (side: Side | null, tokens: number, ...happened: Happening[]): string[] => {
    const turns = [turn({ team: "green", side })];
    const game = gameView({ turns, duet: { tokens, bystanders: [] }, settings: PRESETS.duet });
    return texts(announcements(message(game, happened, lobby), words));
  };
  const touched = { kind: "card_touched", team: "green", position: 3, by: "p2" } as const;
  expect(told("side_b", 9, { ...touched, identity: "green", side: "side_a" })).toEqual([
    "WORD 3: a green agent",
  ]);
  expect(
    told(
      "side_b",
      1,
      { ...touched, identity: "bystander", side: "side_b" },
      { kind: "turn_ended", team: "green", why: "bystander" },
    ),
  ).toEqual(["WORD 3: a bystander for Ben — 1 token left. Ben gives the clue."]);
  expect(told(null, 0, { kind: "turn_ended", team: "green", why: "time" })).toEqual([
    "Time is up. The last token is spent: sudden death!",
  ]);
});

test("pictures: scenes without selectors, photos by their id for the screen to draw", () => {
  const codenames = ["🐟☂️", "0123456789abcdef"];
  const game = gameView({ codenames, settings: PRESETS.pictures });
  const told = (position: number): string[] =>
    texts(announcements(message(game, [{ kind: "touch_undone", position }]), words));
  expect(told(0)).toEqual(["Taken back: 🐟☂ is covered again"]);
  expect(told(1)).toEqual(["Taken back: \ufffc0123456789abcdef is covered again"]);
});

test("each word is in the capitals of its language", () => {
  const game = gameView({
    codenames: ["inek", "pilot", ...gameView().codenames.slice(2)],
    languages: ["en", "tr"],
    card_languages: [1, ...Array.from({ length: 24 }, () => 0)],
  });
  const happened: Happening[] = [
    { kind: "codename_exchanged", position: 1, former: "iğne", language: 1 },
    { kind: "touch_undone", position: 0 },
  ];
  expect(texts(announcements(message(game, happened), words))).toEqual([
    "İĞNE was exchanged for PILOT",
    "Taken back: İNEK is covered again",
  ]);
});
