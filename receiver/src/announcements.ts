/** What the screen says about what just happened. */
import type { GameView, Happening, Message, Seat, Team } from "../../common/wire";
import type { Words } from "../../common/i18n";
import type { Announcement } from "./announcer";
import type { Key } from "./words";

/** The announcements of a message, in the order in which things happened. */
export function announcements(message: Message, words: Words<Key>): Announcement[] {
  const said: Announcement[] = [];
  const dealt = message.happened.some((event) => event.kind === "game_dealt");
  let begun: string | null = null;
  for (const event of message.happened) {
    const matters = event.kind === "seat_taken" && event.sees_key;
    // When everybody moves on for a new game, who has the key is enough.
    if (dealt && event.kind === "seat_taken" && !matters) continue;
    const text = sentence(event, message, words);
    if (text === null) continue;
    // A touch or a struck clue, and what came of it, are one announcement.
    const goesOn = event.kind === "turn_ended" && begun !== null;
    if (goesOn) said.pop();
    said.push({ text: goesOn ? `${begun} — ${text}` : text, matters });
    begun = event.kind === "card_touched" || event.kind === "clue_struck" ? text : null;
  }
  return said;
}

function sentence(event: Happening, message: Message, words: Words<Key>): string | null {
  const game = message.view.game;
  switch (event.kind) {
    // In the lobby people and seats are all there is to see; it needs no announcement.
    case "player_joined":
      return game && words.say("say.joined", { name: event.name });
    case "player_left":
      return game && words.say("say.left", { name: event.name });
    case "player_renamed":
      return game && words.say("say.renamed", { former: event.former, name: event.name });
    case "seat_taken":
      return event.sees_key || game ? seatTaken(event.name, event.seat, words) : null;
    case "host_changed":
      return words.say("say.host", { name: event.name });
    default:
      return game && played(event, game, words);
  }
}

function played(event: Happening, game: GameView, words: Words<Key>): string | null {
  switch (event.kind) {
    case "game_dealt":
      return words.say(`say.dealt.${game.starting_team}`);
    case "clue_corrected":
      return words.say("say.corrected", { word: large(event.clue.word ?? "–", words) });
    case "clue_challenged":
      return words.say(`say.challenged.${event.team}`);
    case "challenge_withdrawn":
      return words.say("say.stands");
    case "clue_struck":
      return words.say("say.struck", {
        word: large(event.clue.word ?? words.say("debrief.spoken"), words),
      });
    case "card_covered":
      return words.say(`say.covered.${event.team}`, {
        word: codename(game, event.position, words),
      });
    case "penalty_declined":
      return words.say(`say.declined.${event.team}`);
    case "card_touched":
      return words.say(`say.touched.${event.identity}`, {
        word: codename(game, event.position, words),
      });
    case "touch_undone":
      return words.say("say.undone", { word: codename(game, event.position, words) });
    case "turn_ended":
      if (game.result !== null) return null;
      if (event.why === "by_choice") return words.say(`say.stops.${event.team}`);
      return turnOf(rival(event.team), event.why === "time", words);
    case "codename_exchanged":
      return words.say("say.exchanged", {
        former: large(event.former, words),
        word: codename(game, event.position, words),
      });
    case "paused":
      return words.say("say.paused");
    case "resumed":
      return words.say("say.resumed");
    case "debriefed":
      return words.say("say.debrief");
    // A clue has its own large place, and the end its curtain.
    default:
      return null;
  }
}

function turnOf(team: Team, late: boolean, words: Words<Key>): string {
  const text = words.say(`say.turn.${team}`);
  return late ? `${words.say("say.time")} ${text}` : text;
}

function seatTaken(name: string, seat: Seat, words: Words<Key>): string | null {
  for (const key of [`say.key.${seat}`, `say.seat.${seat}`]) {
    if (words.has(key)) return words.say(key, { name });
  }
  return null;
}

function codename(game: GameView, position: number, words: Words<Key>): string {
  return large(game.codenames[position] ?? "", words);
}

/** As it stands on its card. */
function large(text: string, words: Words<Key>): string {
  return text.toLocaleUpperCase(words.language);
}

export function rival(team: Team): Team {
  return team === "red" ? "blue" : "red";
}
