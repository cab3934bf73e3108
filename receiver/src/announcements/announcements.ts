/** What the screen says about what just happened. */
import { capitals, langAt, langOf } from "../../../common/language/capitals";
import type { Words } from "../../../common/language/words";
import { isDrawnAt, ofTwo, rival } from "../../../common/teams";
import type { GameView, Happening, LobbyView, Message, Seat, Side } from "../../../common/wire";
import { mentioned } from "../board/codename";
import { isBot } from "../teams/spymaster";
import { sideName, turnOf } from "../teams/teams";
import type { TextKey } from "../words";
import type { Announcement } from "./announcer";

/** The announcements of a message, in the order in which things happened. */
export function announcements(message: Message, words: Words<TextKey>): Announcement[] {
  const said: Announcement[] = [];
  const dealt = message.happened.some((event) => event.kind === "game_dealt");
  let begun: string | null = null;
  for (const event of message.happened) {
    const matters = event.kind === "seat_taken" && event.sees_key;
    // When everybody moves on for a new game, who has the key is enough.
    if (dealt && event.kind === "seat_taken" && !matters) continue;
    const text = sentence(event, message, words);
    if (text === null) continue;
    // What revealed or struck something, and what came of it, are one announcement.
    const before: string | null = event.kind === "turn_ended" ? begun : null;
    if (before !== null) said.pop();
    said.push({ text: before === null ? text : words.say("news.then", { begun: before, then: text }), matters });
    begun = BEGINNINGS.indexOf(event.kind) < 0 ? null : text;
  }
  return said;
}

const BEGINNINGS: readonly Happening["kind"][] = ["card_touched", "clue_struck", "card_covered"];

function sentence(event: Happening, message: Message, words: Words<TextKey>): string | null {
  const { game, lobby } = message.view;
  switch (event.kind) {
    // In the lobby people and seats are all there is to see; it needs no announcement.
    case "player_joined":
      return game && words.say("news.joined", { name: event.name });
    case "player_left":
      return game && words.say("news.left", { name: event.name });
    case "player_renamed":
      return game && words.say("news.renamed", { former: event.former, name: event.name });
    case "seat_taken":
      return event.sees_key || game ? seatTaken(named(event.name, lobby, words), event.seat, words) : null;
    case "host_changed":
      return words.say("news.host", { name: event.name });
    default:
      return game && played(event, game, lobby, words);
  }
}

function played(
  event: Happening,
  game: GameView,
  lobby: LobbyView,
  words: Words<TextKey>,
): string | null {
  switch (event.kind) {
    case "game_dealt":
      return words.say(`news.dealt.${game.starting_team}`);
    case "clue_corrected":
      return words.say("news.corrected", { word: capitals(event.clue.word ?? "–", langOf(game)) });
    case "clue_challenged":
      return words.say(`news.challenged.${ofTwo(event.team)}`);
    case "challenge_withdrawn":
      return words.say("news.stands");
    case "clue_struck":
      return words.say("news.struck", {
        word: event.clue.word === null ? capitals(words.say("debrief.spoken")) : capitals(event.clue.word, langOf(game)),
      });
    case "card_covered":
      return words.say(coveredKey(event, game), { word: codename(game, event.position) });
    case "penalty_declined":
      return words.say(`news.declined.${ofTwo(event.team)}`);
    case "card_touched":
      return touched(event, game, lobby, words);
    case "touch_undone":
      return words.say("news.undone", { word: codename(game, event.position) });
    case "turn_ended":
      return game.result === null ? nextTurn(event, game, lobby, words) : null;
    case "codename_exchanged":
      return words.say("news.exchanged", {
        former: onCard(game, event.former, langOf(game, event.language)),
        word: codename(game, event.position),
      });
    case "paused":
      return words.say("turn.paused");
    case "resumed":
      return words.say("news.resumed");
    case "debriefed":
      return words.say("news.debrief");
    // A clue has its own large place, and the end its curtain.
    default:
      return null;
  }
}

function coveredKey({ team, position }: Of<"card_covered">, game: GameView): TextKey {
  if (game.settings.mode !== "coop") return `news.covered.${ofTwo(team)}`;
  return isDrawnAt(game, position) ? "news.opponent.time" : "news.opponent";
}

type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;

function touched(
  { position, identity, side }: Of<"card_touched">,
  game: GameView,
  lobby: LobbyView,
  words: Words<TextKey>,
): string {
  const word = codename(game, position);
  if (side === null || identity !== "bystander") return words.say(`news.touched.${identity}`, { word });
  return words.say("news.out", { word, name: sideName(lobby, side, words.say) });
}

/** Whose turn comes, and why if that is not plain. */
function nextTurn(
  event: Of<"turn_ended">,
  game: GameView,
  lobby: LobbyView,
  words: Words<TextKey>,
): string {
  const text =
    game.duet === null
      ? afterTeam(event, game.settings.mode === "coop", words)
      : afterToken(turnOf(game).side, game.duet.tokens, lobby, words);
  // That time was up at the simulated opponent's turn is told with its agent.
  const simulated = game.settings.mode === "coop" && event.team === "blue";
  return event.why === "time" && !simulated ? `${words.say("news.time")} ${text}` : text;
}

function afterTeam({ team, why }: Of<"turn_ended">, coop: boolean, words: Words<TextKey>): string {
  // In co-op the people's turn is followed by the simulated opponent's.
  const simulated = coop && team === "red";
  if (why === "by_choice") {
    return words.say(simulated ? "news.stops.coop" : `news.stops.${ofTwo(team)}`);
  }
  return words.say(simulated ? "news.turn.coop" : `news.turn.${rival(team)}`);
}

function afterToken(giver: Side | null, n: number, lobby: LobbyView, words: Words<TextKey>): string {
  if (giver === null) return words.say("news.last_token");
  return words.say("news.tokens", { n, name: sideName(lobby, giver, words.say) });
}

/** A bot is called one. */
function named(name: string, lobby: LobbyView, words: Words<TextKey>): string {
  return isBot(lobby, name) ? `${name} (${words.say("bot")})` : name;
}

function seatTaken(name: string, seat: Seat, words: Words<TextKey>): string | null {
  for (const key of [`news.key.${seat}`, `news.seat.${seat}`]) {
    if (words.has(key)) return words.say(key, { name });
  }
  return null;
}

function codename(game: GameView, position: number): string {
  return onCard(game, game.codenames[position] ?? "", langAt(game, position));
}

/** As it stands on its card. */
function onCard(game: GameView, name: string, lang: string): string {
  return game.settings.board === "words" ? capitals(name, lang) : mentioned(game, name);
}
