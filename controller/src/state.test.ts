import { describe, expect, it } from "vitest";
import { inside, keyView, lobby, message, publicView, seated, turn } from "../testing/views";
import { answered, begin, reduce } from "./state";
import type { Change, State } from "./state";
import { can, openKey } from "./view";

const after = (state: State, ...events: Change[]): State => events.reduce(reduce, state);

describe("the key", () => {
  const holder = inside("p1", keyView());

  it("is covered at first", () => {
    expect(openKey(holder)).toBeNull();
  });

  it("is open once its holder asked for it, and stays open while the game goes on", () => {
    const open = after(holder, { type: "key", shown: true }, { type: "message", message: message(keyView(), { step: 6 }) });
    expect(openKey(open)).toHaveLength(25);
  });

  it("is covered again with a new game", () => {
    const next = { ...keyView(), lobby: lobby({ games: 2 }) };
    const open = after(holder, { type: "key", shown: true }, { type: "message", message: message(next) });
    expect(openKey(open)).toBeNull();
  });

  it("is covered when the seat is taken anew", () => {
    const away = after(holder, { type: "key", shown: true }, { type: "message", message: message(publicView()) });
    expect(openKey(after(away, { type: "message", message: message(keyView()) }))).toBeNull();
  });

  it("is covered when the phone is put away", () => {
    expect(openKey(after(holder, { type: "key", shown: true }, { type: "key", shown: false }))).toBeNull();
  });

  it("lies open for everyone in a debrief", () => {
    const debriefed = { ...keyView({ phase: "debriefed" }), kind: "debrief" as const };
    expect(openKey(inside("p3", debriefed as never))).toHaveLength(25);
  });
});

describe("what this phone may do", () => {
  it("comes from the view: by seat, as host, or seated", () => {
    expect(can(inside("p1", keyView()), "touch_card")).toBe(true);
    expect(can(inside("p2", keyView()), "touch_card")).toBe(false);
    expect(can(inside("p1", keyView()), "abandon")).toBe(true);
    expect(can(inside("p3", publicView()), "abandon")).toBe(false);
    expect(can(inside("p3", publicView()), "pause")).toBe(true);
    expect(can(inside("p3", seated(publicView(), "p3", "spectator")), "pause")).toBe(false);
    expect(can(inside("p1", keyView()), "undo")).toBe(false);
  });
});

describe("a chosen card", () => {
  const chosen = after(inside("p1", keyView()), { type: "select", position: 3 });

  it("stays chosen while the board stands", () => {
    expect(after(chosen, { type: "message", message: message(keyView()) }).selected).toBe(3);
  });

  it("is put back when the board moves", () => {
    expect(after(chosen, { type: "message", message: message(keyView(), { step: 6 }) }).selected).toBeNull();
  });

  it("clears the last refusal", () => {
    const troubled = after(chosen, {
      type: "trouble",
      trouble: { code: "game/stale", detail: "", problems: [], findings: [] },
    });
    expect(after(troubled, { type: "select", position: 4 }).trouble).toBeNull();
  });
});

describe("a clue that is being thought of", () => {
  const clueView = keyView({ phase: "clue" });
  const thinking = after(inside("p1", clueView), {
    type: "draft",
    draft: { word: "riv", number: "3" },
  });

  it("survives a pause", () => {
    const paused = message(keyView({ phase: "clue", paused: true }), { step: 6 });
    expect(after(thinking, { type: "message", message: paused }).draft.word).toBe("riv");
  });

  it("is put away with the turn", () => {
    const next = message(keyView({ turns: [...clueView.game.turns, turn({ team: "blue" })] }));
    expect(after(thinking, { type: "message", message: next }).draft.word).toBe("");
  });
});

describe("I was Ana", () => {
  const asked = { id: 3, kind: "return" as const, player: "p1", asker: null, seat: null };
  const waitingView = { ...publicView(), lobby: lobby({ requests: [asked] }) };
  const start = after(begin("BKTM"), { type: "message", message: message(publicView()) });

  it("is answered when the request was seen and is gone", () => {
    const asking = after(start, { type: "asking", request: 3, name: "Ana" });
    expect(answered(asking)).toBe(false);
    const seen = after(asking, { type: "message", message: message(waitingView) });
    expect(answered(seen)).toBe(false);
    expect(answered(after(seen, { type: "message", message: message(publicView()) }))).toBe(true);
  });

  it("also when the view came before the acknowledgement", () => {
    const seen = after(start, { type: "message", message: message(waitingView) });
    const asking = after(seen, { type: "asking", request: 3, name: "Ana" });
    expect(answered(after(asking, { type: "message", message: message(publicView()) }))).toBe(true);
  });
});

describe("notices", () => {
  const taken = (name: string): Change => ({
    type: "message",
    message: message(publicView(), {
      happened: [{ kind: "seat_taken", name, seat: "blue_spymaster", sees_key: true }],
    }),
  });

  it("tell who took a key, but not to that person", () => {
    const start = inside("p3", publicView());
    expect(after(start, taken("Ben")).notices).toHaveLength(1);
    expect(after(start, taken("Cid")).notices).toHaveLength(0);
  });

  it("do not pile up", () => {
    const start = inside("p3", publicView());
    const many = after(start, ...Array.from({ length: 9 }, () => taken("Ben")));
    expect(many.notices).toHaveLength(3);
  });
});
