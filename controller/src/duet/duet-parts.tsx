/** Playing a duet: agents found and tokens, whose clue it is, known bystanders, the end. */
import type { JSX } from "preact";
import { Shape } from "../../../common/look/shapes";
import type { GameView, Identity, LobbyView, Result, Side, Turn, TurnEnd } from "../../../common/wire";
import { AGENTS, guesses, isOut, ownLeft, ownSide, partner, sideName } from "./duet";
import type { OnCard } from "./duet";
import { can, currentTurn, view } from "../view";
import { key, useUi } from "../ui";
import type { Key, Ui } from "../ui";

// Over the board

/** How many of the fifteen agents are found. */
export function AgentsFound({ game }: { game: GameView }): JSX.Element {
  const { words } = useUi();
  const n = AGENTS - game.left.green;
  return (
    <p class="left left-duet is-green" data-testid="agents">
      <span aria-hidden="true">
        <Shape identity="green" letter={words.say("letter.green")} /> {n}
        <small>/{AGENTS}</small>
      </span>
      <span class="hidden-text">{words.say("duet.agents", { n })}</span>
    </p>
  );
}

export function TokensLeft({ n }: { n: number }): JSX.Element {
  const { words } = useUi();
  return (
    <p class="left left-duet" data-testid="tokens" data-tokens={n}>
      <span aria-hidden="true">
        {n} <span class={n === 0 ? "token token-spent" : "token"} />
      </span>
      <span class="hidden-text">{words.say("duet.tokens", { n })}</span>
    </p>
  );
}

/** Whose turn it is, told as one's own where it is. */
export function duetTitle(ui: Ui, game: GameView, lobby: LobbyView): string {
  const { words, state } = ui;
  const { side, clue } = currentTurn(game);
  if (game.phase === "sudden_death") return words.say("duet.sudden");
  if (side === null) return words.say("duet.first");
  const own = ownSide(state);
  if (clue === null) {
    return own === side ? words.say("turn.clue.own") : words.say("duet.clue", { name: sideName(ui, lobby, side) });
  }
  const guesser = partner(side);
  return own === guesser ? words.say("duet.guess.own") : words.say("duet.guess", { name: sideName(ui, lobby, guesser) });
}

// Under the board

/** What this side does now, and by whose key. */
export function DuetLines(): JSX.Element | null {
  const ui = useUi();
  const { state, words } = ui;
  const seen = view(state);
  if (seen === null || seen.game === null || seen.game.duet === null) return null;
  const n = ownLeft(state);
  return (
    <>
      {linesFor(ui, seen.game, seen.lobby).map((line) => (
        <p key={line} class="hint" data-testid="duet-line">
          {line}
        </p>
      ))}
      {n !== null && (
        <p class="aside duet-left" data-testid="own-left">
          {words.say("duet.own_left", { n })}
        </p>
      )}
    </>
  );
}

function linesFor(ui: Ui, game: GameView, lobby: LobbyView): string[] {
  const { state, words } = ui;
  if (game.phase === "sudden_death") return [words.say("duet.sudden.why")];
  const { side, clue } = currentTurn(game);
  const own = ownSide(state);
  if (own === null) return [];
  const name = sideName(ui, lobby, partner(own));
  const lines: string[] = [];
  if (side === null) lines.push(words.say("duet.first.why"));
  else if (side === own) lines.push(...(clue === null ? [] : [words.say("duet.judge", { name })]));
  else if (clue === null && !guesses(state)) lines.push(words.say("duet.next", { name }));
  else lines.push(words.say("duet.tap", { name }));
  if (guesses(state) && seenKey(state)) lines.push(words.say("duet.tap.key"));
  if (can(state, "give_clue") && game.settings.clues === "spoken") lines.push(words.say("duet.spoken", { name }));
  return lines;
}

function seenKey(state: Ui["state"]): boolean {
  return view(state)?.kind === "key" && state.keyShown;
}

/** Beside the word that is about to be revealed, when that may be the last of it. */
export function LastChance(): JSX.Element | null {
  const { state, words } = useUi();
  if (view(state)?.game?.phase !== "sudden_death") return null;
  return (
    <p class="last-chance" data-testid="last-chance" role="status">
      {words.say("duet.sudden.sure")}
    </p>
  );
}

// On a card

interface FootProps {
  /** What the card lies open as. */
  revealed: Identity | null;
  /** From the own key, or side A's in the debrief. */
  identity: Identity | null;
  duet: OnCard;
  lobby: LobbyView;
}

/** Whether anything stands under the codename. */
export function hasFoot({ revealed, identity, duet }: Omit<FootProps, "lobby">): boolean {
  return revealed !== null || identity !== null || duet.out.length > 0;
}

/** Under the codename: what the keys say of it, and for whom it is out. */
export function Foot({ revealed, identity, duet, lobby }: FootProps): JSX.Element {
  const ui = useUi();
  const { words } = ui;
  if (duet.identityB !== null && identity !== null) {
    return <OnBothKeys a={identity} b={duet.identityB} />;
  }
  const known = revealed ?? identity;
  return (
    <span class="card-identity card-foot" aria-hidden="true">
      {known !== null && <Shape identity={known} letter={words.say(key("letter", known))} inverted={!duet.small || revealed !== null} />}
      {duet.out.length > 0 && <span class="card-out">{outLabel(ui, duet, lobby)}</span>}
    </span>
  );
}

/** Side A's identity at the left, side B's at the right, as on the television. */
function OnBothKeys({ a, b }: { a: Identity; b: Identity }): JSX.Element {
  const { words } = useUi();
  return (
    <span class="card-sides" aria-hidden="true">
      <span>
        {words.say("duet.letter.a")}
        <Shape identity={a} letter={words.say(key("letter", a))} />
      </span>
      <span>
        <Shape identity={b} letter={words.say(key("letter", b))} />
        {words.say("duet.letter.b")}
      </span>
    </span>
  );
}

function outLabel(ui: Ui, duet: OnCard, lobby: LobbyView): string {
  const [first, second] = duet.out;
  if (first === undefined) return "";
  if (second !== undefined) return ui.words.say("duet.out.both");
  return isOut(duet) ? ui.words.say("duet.out.you") : sideName(ui, lobby, first);
}

/** What a screen reader says of it besides. */
export function saidOf(ui: Ui, identity: Identity | null, duet: OnCard, lobby: LobbyView): string[] {
  const { words } = ui;
  const name = (it: Identity): string => words.say(key("identity", it));
  const said: string[] = [];
  if (identity !== null && duet.identityB !== null) {
    const both = [["side_a", identity] as const, ["side_b", duet.identityB] as const];
    said.push(...both.map(([side, it]) => words.say("duet.key", { name: sideName(ui, lobby, side), identity: name(it) })));
  } else if (identity !== null) {
    said.push(words.say("duet.key.own", { identity: name(identity) }));
  }
  const out = (side: Side): string =>
    side === duet.own ? words.say("duet.out.said.you") : words.say("duet.out.said", { name: sideName(ui, lobby, side) });
  return [...said, ...duet.out.map(out)];
}

/** Whose key is at which end of the cards, once both lie open. */
export function WhoseKeys(): JSX.Element | null {
  const ui = useUi();
  const seen = view(ui.state);
  if (seen?.kind !== "debrief" || seen.key_b === null) return null;
  const a = sideName(ui, seen.lobby, "side_a");
  const b = sideName(ui, seen.lobby, "side_b");
  return (
    <p class="hint" data-testid="whose-keys">
      {ui.words.say("duet.keys", { a, b })}
    </p>
  );
}

// What has happened

/** Why a turn ended, where no card shows it. */
const ENDS: Partial<Record<TurnEnd, Key>> = {
  time: "duet.ended.time",
  invalid_clue: "duet.ended.invalid_clue",
  side_done: "duet.ended.side_done",
};

/** Null where the cards tell enough. */
export function whyEnded(ui: Ui, why: TurnEnd | null, side: Side | null, lobby: LobbyView): string | null {
  const say = why === null ? undefined : ENDS[why];
  if (say === undefined) return null;
  return ui.words.say(say, { name: side === null ? "" : sideName(ui, lobby, side) });
}

/** The notice of an ended turn: why, and what it leaves. */
export function spent(ui: Ui, why: TurnEnd): string {
  const seen = view(ui.state);
  if (seen === null || seen.game === null || seen.game.duet === null) return "";
  const { duet, turns } = seen.game;
  const ended = turns.filter((turn) => turn.ended === why).pop();
  const reason = whyEnded(ui, why, ended?.side ?? null, seen.lobby);
  const n = duet.tokens;
  const left = n === 0 ? ui.words.say("duet.last_token") : ui.words.say("duet.tokens", { n });
  return reason === null ? left : `${reason} · ${left}`;
}

/** In the history: which side gave the clue of a turn; none did in sudden death. */
export function SideSign({ turn }: { turn: Turn }): JSX.Element | null {
  const { words } = useUi();
  if (turn.side === null) return turn.touches.length === 0 ? null : <strong>{words.say("duet.sudden")}</strong>;
  return (
    <span class="side-letter">
      <span class="hidden-text">{words.say(key("seat", turn.side))}</span>
      <span aria-hidden="true">{words.say(turn.side === "side_a" ? "duet.letter.a" : "duet.letter.b")}</span>
    </span>
  );
}

/** The headline of the end and the line below it. */
export function duetEnd(words: Ui["words"], { winner, ending }: Result): [string, string] {
  if (winner !== null) return [words.say("duet.won"), words.say("duet.all")];
  if (ending === "abandoned") return [words.say("end.nobody"), words.say("end.abandoned")];
  const why = words.say(ending === "assassin" ? "duet.assassin" : "duet.lost.sudden");
  return [words.say("duet.lost"), why];
}
