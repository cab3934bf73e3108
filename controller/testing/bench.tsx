/** A phone in a test's hand: the real page and state, with a line that the test holds. */
import { render } from "preact";
import { act } from "preact/test-utils";
import type { Answer, Handlers } from "../../common/connection/connection";
import type { DeckList, Finding, GameList, Happening, OfferedDeck, OpenGame, OwnPredictions, Refusal, View } from "../../common/wire";
import { App } from "../src/app";
import * as piece from "../src/inside";
import type { ServerLibrary } from "../src/library/server-library";
import { keepSeat } from "../src/memory";
import { openPhone } from "../src/phone";
import { DECKS, message } from "./views";
import { english as words } from "./words";

const never = (): Promise<never> => new Promise(() => undefined);

interface Said<Reply> {
  name: string;
  fields: Record<string, unknown>;
  answer(reply: Reply): void;
}

export class Bench {
  readonly page = document.body.appendChild(document.createElement("div"));
  /** Commands, in their order. */
  readonly sent: Said<Answer>[] = [];
  /** Questions, in their order. */
  readonly asked: Said<unknown>[] = [];
  /** What the server offers to draw from. */
  decks: readonly OfferedDeck[] = DECKS;
  /** The games of this house; null: the server does not answer. */
  games: readonly OpenGame[] | null = [];
  /** The household's word lists: nobody answers unless a test does. */
  library: ServerLibrary = { lists: never, text: never, keep: never, remove: never };
  /** What the server's clock shows. */
  now: () => number = () => 0;
  private handlers!: Handlers;

  /** Inside of the room as this person, with this view. */
  inside(you: string, view: View): void {
    keepSeat("BKTM", "t".repeat(32));
    this.open("BKTM");
    const urls = { join_url: "http://host/BKTM", tv_url: "http://host/tv/BKTM" };
    void act(() => {
      this.handlers.entered?.({ ok: true, room: "BKTM", you, now: 0, screen: null, casts: true, counts: true, elsewhere: false, predictions: null, ...urls }, "enter", 5);
      this.handlers.state?.("online");
    });
    this.show(view);
  }

  open(room: string | null): void {
    const say = <Reply,>(to: Said<Reply>[]) => (name: string, fields: Record<string, unknown>) =>
      new Promise<Reply>((answer) => to.push({ name, fields, answer }));
    const line = {
      enter: say(this.sent),
      command: say(this.sent),
      ask: say(this.asked),
      serverNow: () => this.now(),
      close: () => undefined,
    };
    const connect = (given: Handlers): never => {
      this.handlers = given;
      return line as never;
    };
    const fetchGames = (): Promise<GameList> =>
      this.games === null ? Promise.reject(new Error("503")) : Promise.resolve({ games: this.games, address: "", opens: true });
    const fetchDecks = (): Promise<DeckList> => Promise.resolve({ decks: this.decks });
    const open: typeof openPhone = (world, link) =>
      openPhone({ ...world, connect, fetchDecks, fetchGames, library: this.library, showAddress: () => undefined }, link);
    const load = (): Promise<typeof words> => Promise.resolve(words);
    void act(() => render(<App inside={piece} room={room} hostLink={null} words={words} load={load} open={open} />, this.page));
    this.sent.length = 0;
  }

  show(view: View, happened: readonly Happening[] = [], step = 5): void {
    void act(() => this.handlers.view(message(view, { step, happened })));
  }

  /** What this person predicted, as the server tells it. */
  predictions(own: OwnPredictions): void {
    void act(() => this.handlers.predictions?.(own));
  }

  /** The entrance was refused. */
  turnedAway(code: Refusal, name: "create" | "enter"): void {
    void act(() => this.handlers.refused?.({ code, detail: "", problems: [], findings: [] }, name));
  }

  /** What is fetched has come. */
  async fetched(): Promise<void> {
    await act(async () => undefined);
  }

  find(id: string): HTMLElement | null {
    const all = Array.from(this.page.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`));
    return all[all.length - 1] ?? null;
  }

  text(id: string): string {
    return this.find(id)?.textContent ?? "";
  }

  isHeld(id: string): boolean {
    return (this.find(id) as HTMLButtonElement | null)?.disabled === true;
  }

  tap(id: string): void {
    const found = this.find(id);
    if (found === null) throw new Error(`no ${id}`);
    void act(() => found.click());
  }

  type(id: string, text: string): void {
    void act(() => {
      const field = this.find(id) as HTMLInputElement;
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }

  /** The latest command is refused. */
  async refuse(code: Refusal, findings: readonly Finding[] = []): Promise<void> {
    const error = { code, detail: "", problems: [], findings };
    await act(async () => this.sent[this.sent.length - 1]?.answer({ error }));
  }

  /** The latest command is done. */
  async accept(): Promise<void> {
    await act(async () => this.sent[this.sent.length - 1]?.answer({ ok: true }));
  }

  /** A question is answered; the latest one if it is not said which. */
  async answer(reply: unknown, which = this.asked.length - 1): Promise<void> {
    await act(async () => this.asked[which]?.answer(reply));
  }

  close(): void {
    render(null, this.page);
    this.page.remove();
    localStorage.clear();
  }
}
