/** Co-op: the simulated opponent's turn, what a win is worth, and what it came to. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS } from "../../../common/wire";
import type { GameView, Result } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { keyView, publicView, turn } from "../../testing/views";
import { english } from "../../testing/words";
import type { TextKey } from "../ui";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const COOP: Partial<GameView> = { settings: PRESETS.two_of_us };
const OPPONENT: Partial<GameView> = {
  ...COOP,
  phase: "opponent",
  turns: [turn({ clue: { word: "tree", number: 2 }, giver: "p1", ended: "by_choice" }), turn({ team: "blue" })],
  may: { cover_card: ["red_spymaster"] },
};

describe("the opponent's turn", () => {
  it("is the spymaster's to play, with two taps", () => {
    phone.inside("p1", keyView(OPPONENT));
    expect(phone.text("turn")).toBe("Pick a blue agent");
    expect(phone.text("opponent")).toContain("tap a blue agent");
    expect(phone.text("opponent")).toContain("Show the key");
    phone.tap("card-9");
    expect(phone.sent).toEqual([]);
    expect(phone.text("confirm-touch")).toBe("Reveal for the opponent");
    phone.tap("confirm-touch");
    expect(phone.sent).toMatchObject([{ name: "cover_card", fields: { position: 9 } }]);
  });

  it("is waited for by the others, who are told by whom it is played", () => {
    phone.inside("p3", publicView(OPPONENT));
    expect(phone.text("turn")).toBe("The opponent's turn");
    expect(phone.text("opponent")).toContain("Ana is picking the");
    phone.tap("card-9");
    expect(phone.find("confirm-touch")).toBeNull();
  });

  it("has no clue; one that was struck before it is still seen", () => {
    phone.inside("p3", publicView(OPPONENT));
    expect(phone.page.querySelector(".clue")).toBeNull();
    const struck = turn({ struck: [{ clue: { word: "bird", number: 2 }, by: "referee" }], ended: "invalid_clue" });
    phone.show(publicView({ ...OPPONENT, turns: [struck, turn({ team: "blue" })] }));
    expect(phone.text("clue-struck")).toBe("bird · 2 was struck");
  });
});

it("says what a win would be worth, in co-op alone", () => {
  phone.inside("p3", publicView({ ...COOP, left: { red: 4, blue: 6, green: 0 } }));
  expect(phone.text("worth")).toBe("If you win now: 6 points");
  phone.show(publicView());
  expect(phone.find("worth")).toBeNull();
});

describe("the end", () => {
  const ended = (result: Result): void =>
    phone.inside("p3", publicView({ ...COOP, phase: "ended", result }));

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("has a line for a score of %i", (score) => {
    ended({ winner: "red", ending: "all_agents", score });
    expect(phone.text("result")).toContain(`You win: ${score} point`);
    expect(phone.text("result")).toContain(english.say(`coop.rating.${score}` as TextKey));
  });

  it.each([
    ["assassin", "Your team woke the assassin."],
    ["all_agents", "All blue agents have been revealed."],
  ] as const)("is lost by %s", (ending, why) => {
    ended({ winner: "blue", ending, score: null });
    expect(phone.text("result")).toContain("You lose: the opponent wins");
    expect(phone.text("result")).toContain(`${why} Back to spy school.`);
  });

  it("is nobody's when the game was given up", () => {
    ended({ winner: null, ending: "abandoned", score: null });
    expect(phone.text("result")).toContain("The game was abandoned.");
  });
});

describe("when time is up at the opponent's turn", () => {
  const passed = turn({ ended: "time" });
  const drawn = turn({ team: "blue", cover: 9, ended: "time" });
  const going: Partial<GameView> = { ...COOP, turns: [passed, drawn, turn({})] };

  it("one notice tells of the agent that was drawn", () => {
    phone.inside("p3", publicView(OPPONENT));
    phone.show(publicView(going), [
      { kind: "card_covered", team: "blue", position: 9 },
      { kind: "turn_ended", team: "blue", why: "time" },
    ]);
    expect(phone.page.querySelector(".notice")?.textContent).toBe("Time is up: word9 is revealed at random");
  });

  it("so does the history, beside the clue that nobody gave", () => {
    phone.inside("p3", publicView(going));
    expect(phone.text("turns")).toContain("word9 (the opponent's turn, at random: time was up)");
    expect(phone.text("turns")?.match(/no clue in time/g)).toHaveLength(1);
  });
});

it("the history tells whose the revealed agent was", () => {
  const turns = [turn({ clue: { word: "tree", number: 2 }, giver: "p1" }), turn({ team: "blue", cover: 9, ended: "opponent" })];
  const result = { winner: null, ending: "abandoned", score: null } as const;
  phone.inside("p3", publicView({ ...COOP, phase: "ended", result, turns }));
  expect(phone.text("turns")).toContain("word9 (the opponent's turn)");
});
