/** What has happened in a duet: why a turn ended and what it left, the end, whose keys lie open. */
import type { JSX } from "preact";
import type { GameView, LobbyView, Result, Side, TurnEnd } from "../../../common/wire";
import { useUi } from "../ui";
import type { TextKey, Ui } from "../ui";
import { view } from "../view";
import { sideName } from "./duet";

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
const ENDS: Partial<Record<TurnEnd, TextKey>> = {
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
  const left = n === 0 ? ui.words.say("news.last_token") : ui.words.say("duet.tokens", { n });
  return reason === null ? left : `${reason} · ${left}`;
}

/** In the history: which side gave the clue of a turn. */
export function SideSign({ side }: { side: Side }): JSX.Element {
  const { words } = useUi();
  return (
    <span class="side-letter">
      <span class="hidden-text">{words.say(`seat.${side}`)}</span>
      <span aria-hidden="true">{words.say(side === "side_a" ? "letter.side_a" : "letter.side_b")}</span>
    </span>
  );
}

/** Whether the turn of this index is sudden death: the last one, after all tokens are spent. */
export function isSudden({ duet, turns }: GameView, at: number): boolean {
  return duet?.tokens === 0 && at === turns.length - 1;
}

/** The headline of the end and the line below it, for those who played it or looked on. */
export function duetEnd(words: Ui["words"], { winner, ending }: Result, played: boolean): [string, string] {
  if (winner !== null) {
    return played
      ? [words.say("end.you.done"), words.say("end.all.green.own")]
      : [words.say("end.wins.green"), words.say("end.all.green")];
  }
  const killed = words.say(played ? "end.assassin.green" : "end.assassin.watch");
  const plain = ending === "sudden_death" || ending === "mistakes" || ending === "time";
  return [words.say(played ? "end.you.failed" : "end.failed"), plain ? words.say(`end.${ending}`) : killed];
}
