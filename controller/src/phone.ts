/** What the phone does to the outside world: it enters rooms and sends commands. */
import { connect, randomId } from "../../common/connection/connection";
import type { Answer, EntranceName, Line, Questions, Trouble } from "../../common/connection/connection";
import type { Cue } from "../../common/moments/cues";
import { Moments } from "../../common/moments/moments";
import type { Casting, ClueNumber, CoachAnswer, Commands, DeckList, Failure, GameCommand, GameList, ClueIdeas, Judged, Reaction, Readings, TelevisionList } from "../../common/wire";
import type { ServerLibrary } from "./library/server-library";
import { forgetSeat, keepName, keepSeat, keptToken, newToken, tokenFor } from "./memory";
import type { Setup } from "./setup";
import { answered } from "./state";
import type { Change, State } from "./state";

type Moves = {
  [Name in keyof Commands]: Commands[Name] extends GameCommand ? Name : never;
}[keyof Commands];

interface NewRoom extends Setup {
  /** Of the person who opens it. */
  name: string;
}

export interface Phone {
  create(room: NewRoom): void;
  join(name: string): void;
  /** Into a game of this house, from the start page. */
  come(room: string, name: string): void;
  askToReturn(player: string, name: string): void;
  /** Stop waiting for an answer. */
  stopAsking(): void;
  /** Try the door once more, after the host let this person back in. */
  knock(): void;
  leave(): void;
  /** A command; a refusal is shown to the player as well as returned. */
  send<Name extends keyof Commands>(
    name: Name,
    fields: Omit<Commands[Name], "cmd_id">,
  ): Promise<Answer>;
  /** A move on the newest board. */
  play<Name extends Moves>(
    name: Name,
    fields: Omit<Commands[Name], "cmd_id" | "step">,
  ): Promise<Answer>;
  /** Something about the televisions; a refusal is shown to the player as well as returned. */
  cast<Name extends Exclude<keyof Casting, "list_tvs">>(
    name: Name,
    fields: Casting[Name],
  ): Promise<Answer>;
  /** Have the decks in the state that the server has now; needs no room. */
  lookForDecks(): void;
  /** The games that are going on in this house; rejects when the server does not answer. */
  openGames(): Promise<GameList>;
  /** The televisions of the house, as they are known now. */
  televisions(): Promise<TelevisionList | { error: Trouble }>;
  /** What the referee would say of this clue; nobody else learns of it. */
  judge(word: string, number: ClueNumber): Promise<Judged | { error: Trouble }>;
  /** How a stranger would see the board after this word; nobody else learns of it. */
  coach(word: string): Promise<CoachAnswer | { error: Trouble }>;
  /** Clues that this phone could give; nobody else learns of them. */
  ideas(): Promise<ClueIdeas | { error: Trouble }>;
  /** Shows a reaction on the shared screens; what cannot be shown now is let go. */
  react(reaction: Reaction): void;
  /** Reads in the book of the room; what it answers is to be read by `common/book/reading.ts`. */
  read<Name extends keyof Readings>(
    name: Name,
    fields: Readings[Name],
  ): Promise<Questions[Name]["answer"] | { error: Trouble }>;
  serverNow(): number;
  /** Tests bring a library of their own. */
  readonly library: ServerLibrary | undefined;
}

interface World {
  state(): State;
  dispatch(change: Change): void;
  /** Something is to be felt now. */
  cue?(cue: Cue): void;
  /** Tests bring a line, decks and games of their own. */
  connect?: typeof connect;
  fetchDecks?: () => Promise<DeckList>;
  fetchGames?: () => Promise<GameList>;
  library?: ServerLibrary;
  showAddress?(path: string): void;
  goTo?(path: string): void;
}

/** A link from the server's terminal makes this phone the host once it is inside. */
export function openPhone(world: World, hostLink: string | null): Phone {
  const phone = new Handset(world, hostLink);
  if (world.state().room !== null) phone.knock();
  return phone;
}

class Handset implements Phone {
  private open: Line | null = null;
  private newcomer: { token: string; name: string } | null = null;
  /** What is heard is shown in the rhythm of the television. */
  private readonly moments = new Moments({
    show: (message, beat) => this.world.dispatch({ type: "beat", message, beat }),
    tell: (message, beat) => this.world.dispatch({ type: "message", message, beat }),
    cue: (cue) => this.world.cue?.(cue),
    hidden: () => document.hidden,
  });

  constructor(
    private readonly world: World,
    private hostLink: string | null,
  ) {}

  create({ name, ...room }: NewRoom): void {
    keepName(name);
    this.newcomer = { token: newToken(), name };
    this.world.dispatch({ type: "went", place: "opening" });
    this.line.enter("create", { cmd_id: randomId(12), ...this.newcomer, ...room });
  }

  join(name: string): void {
    keepName(name);
    this.newcomer = { token: tokenFor(this.room), name };
    this.line.enter("join", { room: this.room, ...this.newcomer });
  }

  come(room: string, name: string): void {
    this.world.dispatch({ type: "went", place: "opening", room });
    this.showAddress(room);
    if (keptToken(room) === null) this.join(name);
    else this.knock();
  }

  askToReturn(player: string, name: string): void {
    const token = tokenFor(this.room);
    void this.line.askToReturn({ room: this.room, token, player }).then((answer) => {
      if ("error" in answer) this.world.dispatch({ type: "trouble", trouble: answer.error });
      else this.world.dispatch({ type: "asking", request: answer.request, name });
      this.enterIfAnswered();
    });
  }

  stopAsking(): void {
    this.world.dispatch({ type: "asking_over", turnedAway: null });
  }

  knock(): void {
    const room = this.room;
    const token = keptToken(room);
    if (token === null) this.line.enter("watch", { room });
    else if (this.hostLink === null) this.line.enter("enter", { room, token });
    else this.line.enter("become_host", { room, token, link: this.hostLink });
  }

  leave(): void {
    void this.send("leave", {}).then((answer) => {
      if ("error" in answer) return;
      forgetSeat(this.room);
      this.open?.close();
      (this.world.goTo ?? ((path) => location.assign(path)))("/");
    });
  }

  send<Name extends keyof Commands>(
    name: Name,
    fields: Omit<Commands[Name], "cmd_id">,
  ): Promise<Answer> {
    return this.showing(() => this.line.command(name, fields));
  }

  cast<Name extends Exclude<keyof Casting, "list_tvs">>(
    name: Name,
    fields: Casting[Name],
  ): Promise<Answer> {
    // Whether another room may be put off its television is asked, not told.
    return this.showing(() => this.line.cast(name, fields), "cast/device_in_use");
  }

  lookForDecks(): void {
    (this.world.fetchDecks ?? (() => fetched<DeckList>("/decks")))().then(
      ({ decks }) => this.world.dispatch({ type: "decks", decks }),
      () => undefined, // asked again when the next sheet is opened, and with the next connection
    );
  }

  openGames(): Promise<GameList> {
    return (this.world.fetchGames ?? (() => fetched<GameList>("/games")))();
  }

  televisions(): Promise<TelevisionList | { error: Trouble }> {
    return this.line.ask("list_tvs", {});
  }

  judge(word: string, number: ClueNumber): Promise<Judged | { error: Trouble }> {
    return this.line.ask("judge_clue", { word, number });
  }

  coach(word: string): Promise<CoachAnswer | { error: Trouble }> {
    return this.line.ask("ask_coach", { word });
  }

  react(reaction: Reaction): void {
    void this.line.ask("react", { reaction });
  }

  ideas(): Promise<ClueIdeas | { error: Trouble }> {
    return this.line.ask("ask_ideas", {});
  }

  read<Name extends keyof Readings>(
    name: Name,
    fields: Readings[Name],
  ): Promise<Questions[Name]["answer"] | { error: Trouble }> {
    return this.line.ask(name, fields as Questions[Name]["asks"]);
  }

  private async showing(say: () => Promise<Answer>, asked?: string): Promise<Answer> {
    this.world.dispatch({ type: "trouble", trouble: null });
    const answer = await say();
    const told: (string | undefined)[] = ["client/dropped", asked];
    // Of a room that cannot be read to its end the view tells, and for longer.
    if (this.world.state().newest?.view.lobby.lost) told.push("room/unreadable");
    if ("error" in answer && told.indexOf(answer.error.code) < 0) {
      this.world.dispatch({ type: "trouble", trouble: answer.error });
    }
    return answer;
  }

  play<Name extends Moves>(
    name: Name,
    fields: Omit<Commands[Name], "cmd_id" | "step">,
  ): Promise<Answer> {
    const { newest, waiting } = this.world.state();
    const move = { step: newest?.step ?? 0, ...fields } as unknown as Omit<Commands[Name], "cmd_id">;
    // Two taps faster than the page is drawn are one.
    const last = waiting[waiting.length - 1];
    if (last?.name === name && JSON.stringify(last.fields) === JSON.stringify(move)) {
      return Promise.resolve({ error: { code: "client/dropped", detail: "", problems: [], findings: [] } });
    }
    return this.send(name, move);
  }

  serverNow(): number {
    return this.open === null ? Date.now() : this.open.serverNow();
  }

  get library(): ServerLibrary | undefined {
    return this.world.library;
  }

  private get room(): string {
    return this.world.state().room ?? "";
  }

  /** Dialled when it is first needed: the start page has nothing to say. */
  private get line(): Line {
    this.open ??= (this.world.connect ?? connect)({
      view: (message) => {
        this.world.dispatch({ type: "heard", message });
        this.moments.hear(message);
        this.enterIfAnswered();
      },
      predictions: (own) => this.world.dispatch({ type: "predictions", own }),
      state: (line) => this.world.dispatch({ type: "line", line }),
      keptOut: (code) => this.world.dispatch({ type: "kept_out", code }),
      waiting: (commands) => this.world.dispatch({ type: "waiting", commands }),
      entered: (answer, name) => {
        this.world.dispatch({ type: "entered", answer });
        if (answer.you !== null) this.settle(answer.room, name);
      },
      refused: (refusal, name) => this.refused(refusal, name),
    });
    return this.open;
  }

  private settle(room: string, name: EntranceName): void {
    const token = this.newcomer?.token ?? keptToken(room);
    if (token !== null) keepSeat(room, token);
    this.newcomer = null;
    if (name === "become_host") this.hostLink = null;
    this.showAddress(room);
    if (this.hostLink !== null) this.knock();
  }

  private showAddress(room: string): void {
    const show = this.world.showAddress ?? ((path) => history.replaceState(null, "", path));
    show(`/${room}`);
  }

  /** The request of "I was …" is gone from the view: the entrance tells which way. */
  private enterIfAnswered(): void {
    if (!answered(this.world.state())) return;
    const name = this.world.state().asking?.name ?? null;
    this.world.dispatch({ type: "asking_over", turnedAway: name });
    this.line.enter("enter", { room: this.room, token: tokenFor(this.room) });
  }

  private refused(refusal: Failure, name: EntranceName): void {
    this.newcomer = null;
    const code = refusal.code;
    if (name === "create") {
      this.world.dispatch({ type: "went", place: "start" });
      this.world.dispatch({ type: "trouble", trouble: refusal });
    } else if (name === "become_host" && code === "room/link_invalid") {
      this.hostLink = null;
      this.world.dispatch({ type: "trouble", trouble: refusal });
      this.knock();
    } else if (name === "join" && code === "room/unreadable") {
      this.backToTheDoor(null); // which says why, if anything of the room can be read
    } else if (isFinal(code) || name === "watch") {
      if (code === "room/not_found") forgetSeat(this.room);
      this.world.dispatch({ type: "went", place: "outside", outside: code });
    } else {
      this.backToTheDoor(name === "join" ? refusal : null);
    }
  }

  private backToTheDoor(why: Failure | null): void {
    this.world.dispatch({ type: "went", place: "door" });
    if (why !== null) this.world.dispatch({ type: "trouble", trouble: why });
    this.line.enter("watch", { room: this.room });
  }
}

async function fetched<What>(path: string): Promise<What> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as What;
}

const FINAL: readonly Failure["code"][] = [
  "room/not_found",
  "room/removed",
  "room/full",
  "room/unreadable",
  "room/newer_version",
  "wire/protocol",
  "wire/malformed",
];

/** Asking again, or by another name, would not help. */
function isFinal(code: Failure["code"]): boolean {
  return FINAL.indexOf(code) >= 0;
}
