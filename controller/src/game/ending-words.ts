/** How a game ended, in words: winners, losers and those who looked on read different ones. */
import { ofTwo, rival } from "../../../common/teams";
import type { GameView, Result } from "../../../common/wire";
import { coopEnd, isCoop } from "../coop/coop";
import { duetEnd } from "../duet/ending";
import { teamOf } from "../seats/seat";
import type { Ui } from "../ui";
import { me } from "../view";

/** The headline of the end and the line below it, as this phone's seat reads them. */
export function endOf({ words, state }: Ui, game: GameView): readonly [string, string] {
  const { result } = game;
  if (result === null) return ["", ""];
  const seat = me(state)?.player.seat ?? "spectator";
  if (result.ending === "abandoned") return [words.say("end.nobody"), words.say("end.abandoned")];
  if (game.duet !== null) return duetEnd(words, result, seat !== "spectator");
  if (isCoop(game)) return coopEnd(words, result, seat !== "spectator");
  const own = teamOf(seat);
  return own === null ? seen(words, result) : played(words, result, own === result.winner);
}

/** For whoever belongs to neither team. */
function seen(words: Ui["words"], { winner, ending }: Result): readonly [string, string] {
  const team = ofTwo(winner ?? "red");
  const why = words.say(ending === "assassin" ? `end.assassin.${rival(team)}` : `end.all.${team}`);
  return [words.say(`end.wins.${team}`), why];
}

function played(words: Ui["words"], { winner, ending }: Result, won: boolean): readonly [string, string] {
  const team = ofTwo(winner ?? "red");
  if (won) return [words.say("end.you.win"), words.say(ending === "assassin" ? `end.assassin.${rival(team)}` : "end.all.own")];
  return [words.say(`end.lost.${team}`), words.say(ending === "assassin" ? "end.assassin.own" : `end.all.${team}`)];
}
