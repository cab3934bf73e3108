/** The show on the TV after a game: the end, the clues, the whole key, awards, the next keys. The host's main button leads on. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lookingBack, nextChange, partNow } from "../../../common/book/passing";
import type { LookBackPart } from "../../../common/wire";
import type { State } from "../state";
import { useUi } from "../ui";
import { busy, can, me, view } from "../view";

/** What comes next in it: a part, the whole key, or another game. */
type Next = LookBackPart | "key" | "game";

/** As it is now, and drawn anew when the TV has gone on by itself. */
export function useNextOfShow(): Next {
  const { state, phone } = useUi();
  const [, redraw] = useState(0);
  const seen = view(state);
  const showing = seen?.lobby.showing ?? null;
  const game = seen?.game ?? null;
  const left =
    showing?.motion !== "looking_back" || game === null
      ? null
      : nextChange(showing, game.turns, game.awards.length, phone.serverNow());
  useEffect(() => {
    if (left === null) return undefined;
    const timer = setTimeout(() => redraw((n) => n + 1), left + 1);
    return () => clearTimeout(timer);
  });
  return nextOfShow(state, phone.serverNow());
}

function nextOfShow(state: State, now: number): Next {
  const seen = view(state);
  if (seen === null || seen.game === null) return "game";
  const { lobby: { showing }, game } = seen;
  const isHost = me(state)?.isHost === true;
  const back = showing?.motion === "looking_back" ? showing : null;
  const part = back && partNow(lookingBack(game.turns, game.awards.length, back.part), back, now);
  if (can(state, "debrief")) return isHost && part?.kind === "finale" ? "clues" : "key";
  // Of a game that was shown from the book, and after the next keys, nothing more comes.
  const over = showing === null ? game.phase !== "debriefed" : part === null || part.kind === "next";
  if (!isHost || over) return "game";
  return part?.kind === "awards" || game.awards.length === 0 ? "next_keys" : "awards";
}

/** Host: the TV goes on to this part. */
export function ShowNext({ next }: { next: Next }): JSX.Element | null {
  const { state, phone, words } = useUi();
  const number = view(state)?.lobby.games;
  if (number === undefined || next === "key" || next === "game") return null;
  return (
    <button
      type="button"
      class="main wide"
      data-testid="show-next"
      data-next={next}
      disabled={busy(state, "show_page")}
      onClick={() => void phone.send("show_page", { game: number, moment: 0, plays: true, part: next })}
    >
      {words.say(`show.${next}`)}
    </button>
  );
}
