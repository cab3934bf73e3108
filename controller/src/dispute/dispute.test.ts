/** Challenges, penalties, and how they are told. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GameView, Happening, KeyView } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { keyView, publicView, turn } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const CHALLENGED: Partial<GameView> = {
  phase: "challenged",
  may: {
    concede_challenge: ["red_spymaster"],
    withdraw_challenge: ["blue_spymaster"],
    uphold_challenge: ["blue_spymaster"],
  },
};
const STRUCK = turn({
  struck: [{ clue: { word: "bird", number: 2 }, by: "rival" }],
  ended: "invalid_clue",
});
const PENALTY: Partial<GameView> = {
  phase: "penalty",
  turns: [STRUCK, turn({ team: "blue" })],
  may: { cover_card: ["blue_spymaster"], decline_penalty: ["blue_spymaster"] },
};

describe("a challenge", () => {
  it("takes two taps", () => {
    phone.inside("p2", keyView({ may: { challenge: ["blue_spymaster"] } }));
    phone.tap("challenge");
    expect(phone.sent).toEqual([]);
    phone.tap("challenge-confirm");
    expect(phone.sent[0]?.name).toBe("challenge");
  });

  it("is told on every phone, with who calls the clue invalid", () => {
    phone.inside("p3", publicView(CHALLENGED));
    expect(phone.text("turn")).toBe("Disputed clue");
    expect(phone.text("disputed")).toContain("Ben says the clue is invalid.");
    expect(phone.text("disputed")).toContain("Ben has the last word.");
    expect(phone.page.querySelectorAll(".dispute button")).toHaveLength(0);
  });

  it.each([
    ["p1", ["concede-challenge"]],
    ["p2", ["withdraw-challenge", "uphold-challenge"]],
  ])("is answered by the two spymasters: %s", (you, answers) => {
    phone.inside(you, keyView(CHALLENGED));
    const offered = Array.from(phone.page.querySelectorAll<HTMLElement>(".dispute button"));
    expect(offered.map((button) => button.dataset["testid"])).toEqual(answers);
    for (const answer of answers) phone.tap(answer);
    expect(phone.sent.map(({ name }) => name)).toEqual(answers.map((answer) => answer.replace("-", "_")));
  });
});

describe("the penalty", () => {
  const view: KeyView = keyView(PENALTY);

  it("is chosen with two taps, or declined", () => {
    phone.inside("p2", view);
    expect(phone.text("penalty")).toContain("Show the key to see which ones are yours.");
    phone.tap("card-9");
    expect(phone.sent).toEqual([]);
    phone.tap("confirm-touch");
    expect(phone.sent[0]).toMatchObject({ name: "cover_card", fields: { position: 9 } });
    phone.tap("cancel-touch");
    phone.tap("decline-penalty");
    expect(phone.sent[1]?.name).toBe("decline_penalty");
  });

  it("says whom the others wait for, and which clue was struck", () => {
    phone.inside("p3", { kind: "public", lobby: view.lobby, game: view.game, marks: [] });
    expect(phone.text("turn")).toBe("Blue may reveal an agent");
    expect(phone.text("penalty")).toContain("Ben may now reveal");
    expect(phone.text("clue-struck")).toContain("bird · 2");
  });

  it("puts another card's refusal into words", async () => {
    phone.inside("p2", view);
    phone.tap("card-3");
    phone.tap("confirm-touch");
    await phone.refuse("game/not_your_agent");
    expect(phone.text("refusal")).toContain("That card isn't one of your agents.");
  });
});

it("the history tells what was struck, by whom, and the penalty", () => {
  const turns = [
    STRUCK,
    turn({ team: "blue", cover: 9, ended: "time" }),
    turn({ clue: { word: "sky", number: 1 }, giver: "p1" }),
    turn({ team: "blue" }),
  ];
  const ended = { phase: "ended" as const, result: { winner: null, ending: "abandoned" as const, score: null }, turns };
  phone.inside("p3", publicView(ended));
  const lines = Array.from(phone.page.querySelectorAll(".turn-line")).map((line) => line.textContent);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain("bird · 2 struck by the rival");
  expect(lines[1]).toContain("word9 (revealed as a penalty)");
  expect(lines[1]).toContain("no clue in time");
  expect(lines[2]).toContain("sky · 1");
});

describe("what happened is announced", () => {
  const team = "red" as const;
  const clue = { word: "bird", number: 2 };
  const told: [Happening, string][] = [
    [{ kind: "clue_challenged", team }, "Blue challenges Red's clue"],
    [{ kind: "challenge_withdrawn", team }, "Red's clue counts after all"],
    [{ kind: "clue_struck", team, clue, by: "referee" }, "The referee struck the clue: bird"],
    [{ kind: "clue_struck", team, clue, by: "giver" }, "Conceded as invalid: bird"],
    [{ kind: "clue_struck", team, clue, by: "rival" }, "The rival struck the clue: bird"],
    [{ kind: "card_covered", team, position: 3 }, "Penalty: word3 is a red agent"],
    [{ kind: "penalty_declined", team }, "Red reveals no agent"],
    [{ kind: "sand_turned" }, "The sandglass is running"],
    [{ kind: "turn_ended", team, why: "time" }, "Time is up: Red's turn is over"],
    [{ kind: "turn_ended", team, why: "invalid_clue" }, "Invalid clue: Red's turn is over"],
  ];

  it.each(told)("%o", (happening, text) => {
    phone.inside("p3", publicView());
    phone.show(publicView(), [happening]);
    expect(phone.page.querySelector(".notice")?.textContent).toBe(text);
    expect(phone.text("spoken")).toBe(text);
  });

  it("but not what the board shows anyway", () => {
    phone.inside("p3", publicView());
    phone.show(publicView(), [{ kind: "turn_ended", team, why: "bystander" }]);
    expect(phone.page.querySelector(".notice")).toBeNull();
  });
});
