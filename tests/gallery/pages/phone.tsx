/** The phone's page with a given state: the real page, with a line that says what is in the table. */
import { render } from "preact";

import type { Handlers, Line } from "../../../common/connection/connection";
import { readMessage } from "../../../common/connection/reading";
import index from "../../../controller/index.html?raw";
import { App } from "../../../controller/src/app";
import * as piece from "../../../controller/src/inside";
import type { ServerLibrary } from "../../../controller/src/library/server-library";
import { keepSeat } from "../../../controller/src/memory";
import { openPhone } from "../../../controller/src/phone";
import { watchScreen } from "../../../controller/src/basics/screen";
import type { Change } from "../../../controller/src/state";
import "../../../controller/src/styles/index.css";
import { allTexts } from "../../../controller/src/texts";
import { showOn, unfold } from "./shell";

const page = document.getElementById("page") as HTMLElement;
watchScreen();
const ROOM = "BKTM";
const URLS = { join_url: `http://192.168.1.20:8000/${ROOM}`, tv_url: `http://192.168.1.20:8000/tv/${ROOM}` };

showOn<readonly Change[]>("phone", index, async ({ you, more, message, now, answers, unfolds, predictions }, language) => {
  const words = await allTexts(language);
  const held: { handlers?: Handlers; dispatch?: (change: Change) => void } = {};
  const never = (): Promise<never> => new Promise(() => undefined);
  const ask = (name: string): Promise<never> => (name in answers ? Promise.resolve(answers[name] as never) : never());
  const line = { enter: () => undefined, command: never, cast: never, ask, askToReturn: never, serverNow: () => now };
  const connect = (handlers: Handlers): Line => {
    held.handlers = handlers;
    return { ...line, close: () => undefined };
  };
  const library: ServerLibrary = {
    lists: () => ask("library"),
    text: () => ask("library_text"),
    keep: never,
    remove: never,
  };
  const open: typeof openPhone = (world, link) => {
    held.dispatch = world.dispatch;
    return openPhone({ ...world, connect, library, showAddress: () => undefined }, link);
  };
  const inside = message !== null;
  localStorage.clear();
  if (you !== "") keepSeat(ROOM, "t".repeat(32));
  render(null, page);
  render(
    <App inside={piece} room={inside ? ROOM : null} hostLink={null} words={words} load={allTexts} open={open} />,
    page,
  );
  const { handlers } = held;
  handlers?.state?.("online");
  if (inside && handlers !== undefined) {
    const answer = { ok: true, room: ROOM, now, screen: null, casts: true, counts: true, elsewhere: false, predictions, ...URLS } as const;
    handlers.entered?.({ ...answer, you: you === "" ? null : you }, you === "" ? "watch" : "enter", 5);
    handlers.view(readMessage(message));
  }
  for (const change of more) held.dispatch?.(change);
  for (const selector of unfolds) await unfold(page, selector);
});
