/** Who may consent when somebody wants to come back. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { Bench } from "../../testing/bench";
import { lobby, publicView } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const asked = { id: 3, kind: "return" as const, player: "p2", asker: null, seat: null };

it.each(["p1", "p2"])("the host consents, and whoever it is, also while a former phone is connected: %s", (who) => {
  phone.inside(who, { ...publicView(), lobby: lobby({ requests: [asked] }) });
  phone.tap("request-3-consent");
  expect(phone.sent[0]).toMatchObject({ name: "answer_request", fields: { request: 3, consent: true } });
});

it("others are not asked", () => {
  phone.inside("p3", { ...publicView(), lobby: lobby({ requests: [asked] }) });
  expect(phone.find("request-3-consent")).toBeNull();
});
