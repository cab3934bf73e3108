/** Questions that every screen asks about the newest view. */
import { nameIn } from "../../common/people";
import { ofTwo, rival } from "../../common/teams";
import type {
  GameView,
  Identity,
  LobbyView,
  PlayerView,
  QuestionView,
  Seat,
  Team,
  View,
} from "../../common/wire";
import { isKeySeat } from "./seats/seat";
import type { State } from "./state";

export const SEATS: readonly Seat[] = [
  "red_spymaster",
  "blue_spymaster",
  "red_operative",
  "blue_operative",
  "operative_for_both",
  "key_holder",
  "side_a",
  "side_b",
  "spectator",
];

export interface Me {
  player: PlayerView;
  isHost: boolean;
  seesKey: boolean;
}

export function view(state: State): View | null {
  return state.message?.view ?? null;
}

export function me(state: State): Me | null {
  const lobby = view(state)?.lobby;
  const player = lobby?.players.find(({ id }) => id === state.you);
  if (lobby === undefined || player === undefined) return null;
  return { player, isHost: lobby.host === player.id, seesKey: isKeySeat(player.seat) };
}

/** A clue that this phone asks the rival about, or is asked about. */
export function question(state: State): QuestionView | null {
  const seen = view(state);
  return seen?.kind === "key" ? seen.question : null;
}

/** Whether the server would take this command from this phone now: the view says so. */
export function can(state: State, command: string): boolean {
  const mine = me(state);
  const actors = view(state)?.game?.may[command] ?? question(state)?.may[command];
  if (mine === null || actors === undefined) return false;
  const { seat } = mine.player;
  return actors.some(
    (actor) =>
      actor === seat ||
      (actor === "host" && mine.isHost) ||
      (actor === "seated" && seat !== "spectator"),
  );
}

/** A new game is dealt by the host or from a key seat. */
export function mayDeal(state: State): boolean {
  const mine = me(state);
  return mine !== null && (mine.isHost || mine.seesKey);
}

/** Whether such a command is on its way. */
export function busy(state: State, ...commands: string[]): boolean {
  return state.waiting.some(({ name }) => commands.indexOf(name) >= 0);
}

/** Those in the room who are no bots. */
export function peopleIn({ players }: LobbyView): readonly PlayerView[] {
  return players.filter(({ bot }) => bot === null);
}

export function nameOf(lobby: LobbyView, id: string | null): string {
  return nameIn(lobby, id) ?? "?";
}

/** The spymaster who judges this team's clues; null where there is none. */
export function judgeOf(lobby: LobbyView, team: Team): PlayerView | null {
  const seat: Seat = `${rival(team)}_spymaster`;
  return lobby.players.find((player) => player.seat === seat) ?? null;
}

/** Who gives this team's clues; null where nobody does. */
export function spymasterOf(lobby: LobbyView, team: Team): PlayerView | null {
  const own: Seat = `${ofTwo(team)}_spymaster`;
  const seats: readonly Seat[] = [own, "key_holder"];
  return lobby.players.find(({ seat }) => seats.indexOf(seat) >= 0) ?? null;
}

export function over(game: GameView): boolean {
  return game.phase === "ended" || game.phase === "debriefed";
}

export function currentTurn(game: GameView): GameView["turns"][number] {
  const turn = game.turns[game.turns.length - 1];
  if (turn === undefined) throw new Error("a game has a turn");
  return turn;
}

/** The key, if this view has one and its holder has asked for it; of an ended game it lies open. */
export function openKey(state: State): readonly Identity[] | null {
  const seen = view(state);
  if (seen?.kind === "debrief") return seen.key;
  return seen?.kind === "key" && state.keyShown ? seen.key : null;
}
