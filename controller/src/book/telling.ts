/** A moment of a game in one sentence, and what a codename is called. */
import { clueText } from "../../../common/book/awards";
import { momentsOf } from "../../../common/book/moments";
import type { Told } from "../../../common/book/moments";
import type { BookWords } from "../../../common/book/words";
import { capitals, langAt, langOf } from "../../../common/language/capitals";
import { isPhoto } from "../../../common/photos/photos";
import { drawn } from "../../../common/scenes/scene";
import type { BookPage } from "../../../common/wire";
import { outcome } from "../evening/evening";
import type { Ui } from "../ui";

type Table = Pick<Told, "settings" | "languages" | "card_languages">;

/** A codename within a sentence. */
export function called(words: BookWords, table: Table, codename: string, position: number): string {
  if (table.settings.board === "words") return capitals(codename, langAt(table, position));
  return isPhoto(codename) ? words.say("told.photo", { n: position + 1 }) : drawn(codename);
}

export function momentTold(ui: Ui, words: BookWords, page: BookPage, moment: number): string {
  const moments = momentsOf(page.turns);
  const now = moments[moment - 1];
  if (moment > moments.length || now === undefined) return words.say("told.start");
  const { clue, giver, touches, struck, cover } = now.shown;
  const name = (id: string | null): string => (id === null ? "?" : (page.names[id] ?? "?"));
  const word = (at: number): string => called(words, page, page.codenames[at] ?? "", at);
  const end = moment === moments.length ? ` · ${outcome(ui.words, { mode: page.settings.mode, ...page.result })}` : "";
  const touch = touches[touches.length - 1];
  if (touch !== undefined) {
    const kept = page.turns[now.turn]?.touches[touches.length - 1]?.undone !== true;
    const values = { word: word(touch.position), what: ui.words.say(`identity.${touch.identity}`), name: name(touch.by) };
    return words.say(kept ? "told.touch" : "told.undone", values) + end;
  }
  if (clue !== null) {
    return words.say("told.clue", { name: name(giver), clue: clueText(words.say, clue.word, clue.number, langOf(page)) }) + end;
  }
  const invalid = struck[struck.length - 1]?.clue;
  if (invalid !== undefined) return words.say("told.struck", { clue: clueText(words.say, invalid.word, invalid.number, langOf(page)) }) + end;
  return words.say("told.cover", { word: cover === null ? "" : word(cover) }) + end;
}
