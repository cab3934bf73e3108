/** Whose turn it is, in words that tell one's own from the others'. */
import { unsureIn } from "../../../common/people";
import { ofTwo, partner } from "../../../common/teams";
import type { GameView } from "../../../common/wire";
import { ownSide } from "../duet/duet";
import { duetTitle } from "../duet/turn";
import { teamOf } from "../seats/seat";
import type { State } from "../state";
import type { TextKey, Ui } from "../ui";
import { can, currentTurn, me, nameOf, over, view } from "../view";

export function titleOf(ui: Ui, game: GameView): string {
  const { state, words } = ui;
  const lobby = view(state)?.lobby;
  const unsure = game.phase === "guess" && !game.paused ? unsureIn(view(state)?.marks ?? []) : null;
  const bot = unsure ?? thinker(state, game);
  if (lobby !== undefined && bot !== null) {
    return words.say(unsure === null ? "thinking" : "thinking.unsure", { name: nameOf(lobby, bot) });
  }
  if (lobby === undefined || game.duet === null || over(game) || game.paused) return words.say(titleKey(state, game));
  return duetTitle(ui, game, lobby);
}

/** The bot whose clue or guess everybody waits for; null where there is none, or this phone can go on itself. */
export function thinker(state: State, { phase, paused, thinking }: GameView): string | null {
  if (paused || (phase !== "clue" && phase !== "guess")) return null;
  return can(state, "give_clue") || can(state, "touch_card") ? null : (thinking[0] ?? null);
}

/** Whether it is this phone's team (in a duet: its side) that everybody waits for. */
export function isOwnTurn(state: State, game: GameView): boolean {
  if (over(game) || game.paused) return false;
  const { team, side, clue } = currentTurn(game);
  if (game.duet !== null) {
    const own = ownSide(state);
    return own !== null && (side === null || own === (clue === null ? side : partner(side)));
  }
  if (game.phase === "penalty" || game.phase === "opponent") return can(state, "cover_card");
  const seat = me(state)?.player.seat ?? "spectator";
  if (seat === "key_holder") return game.phase === "clue";
  if (seat === "operative_for_both") return game.phase === "guess";
  return teamOf(seat) === team;
}

function titleKey(state: State, game: GameView): TextKey {
  const { team } = currentTurn(game);
  if (over(game)) return "turn.over";
  if (game.paused) return "turn.paused";
  if (game.phase === "challenged") return "turn.challenged";
  if (game.phase === "penalty") return can(state, "cover_card") ? "turn.penalty.own" : `turn.penalty.${ofTwo(team)}`;
  if (game.phase === "opponent") return can(state, "cover_card") ? "coop.turn.own" : "coop.turn";
  return game.phase === "clue" ? clueKey(state, game) : guessKey(state, game);
}

function clueKey(state: State, game: GameView): TextKey {
  const team = ofTwo(currentTurn(game).team);
  const seat = me(state)?.player.seat ?? "spectator";
  if (seat === "key_holder") return `turn.clue.for.${team}`;
  if (can(state, "give_clue")) return "turn.clue.own";
  return teamOf(seat) === team ? "turn.clue.team" : `turn.clue.${team}`;
}

function guessKey(state: State, game: GameView): TextKey {
  const team = ofTwo(currentTurn(game).team);
  const seat = me(state)?.player.seat ?? "spectator";
  if (seat === "operative_for_both") return `turn.guess.for.${team}`;
  return teamOf(seat) === team ? "turn.guess.own" : `turn.guess.${team}`;
}
