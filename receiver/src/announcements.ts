/** What the screen says about what just happened. */
import type { GameView, Happening, Message, Seat, Team } from "../../common/wire";
import type { Words } from "../../common/i18n";
import type { Announcement } from "./announcer";
import type { Key } from "./words";

/** The announcements of a message, in the order in which things happened. */
export function announcements(message: Message, words: Words<Key>): Announcement[] {
  const said: Announcement[] = [];
  const dealt = message.happened.some((event) => event.kind === "game_dealt");
  let touch: string | null = null;
  for (const event of message.happened) {
    const matters = event.kind === "seat_taken" && event.sees_key;
    // When everybody moves on for a new game, who has the key is enough.
    if (dealt && event.kind === "seat_taken" && !matters) continue;
    const text = sentence(event, message, words);
    if (text === null) continue;
    // A touch and what came of it are one announcement.
    const goesOn = event.kind === "turn_ended" && touch !== null;
    if (goesOn) said.pop();
    said.push({ text: goesOn ? `${touch} — ${text}` : text, matters });
    touch = event.kind === "card_touched" ? text : null;
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
      return words.say(`say.dealt.${game.starting_team}` as Key);
    case "clue_corrected":
      return words.say("say.corrected", { word: large(event.clue.word ?? "–", words) });
    case "card_touched":
      return words.say(`say.touched.${event.identity}` as Key, {
        word: codename(game, event.position, words),
      });
    case "touch_undone":
      return words.say("say.undone", { word: codename(game, event.position, words) });
    case "turn_ended":
      if (game.result !== null) return null;
      if (event.why === "by_choice") return words.say(`say.stops.${event.team}` as Key);
      return words.say(`say.turn.${rival(event.team)}` as Key);
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
