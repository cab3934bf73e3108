/**
 * A game as a poster, drawn on this phone: who played, how it ended, the board as everybody saw it (with the key once
 * that was shown to all), awards, and the clues.
 */
import { awardText, clueText } from "../../../common/book/awards";
import type { Board, Opened } from "../../../common/book/moments";
import type { BookWords } from "../../../common/book/words";
import { capitals, langAt, langOf } from "../../../common/language/capitals";
import { aboutLanguage } from "../../../common/language/languages";
import { isPhoto, photoUrl } from "../../../common/photos/photos";
import { drawn } from "../../../common/scenes/scene";
import type { BookPage, Identity, Seat, Team } from "../../../common/wire";
import { outcome } from "../evening/evening";
import { COLUMNS } from "../pictures/pictures";
import { kindName } from "../rules/rule-choices";
import type { Ui } from "../ui";
import { fetchDrawings, isolated, Pen } from "./pen";
import type { Box } from "./pen";

const WIDTH = 1200;
const EDGE = 48;
const GAP = 12;
const INNER = WIDTH - 2 * EDGE;
/** Of a card. A picture's is higher: what is on it has no line to stand on. */
const HEIGHT = { words: 132, pictures: 180 };
/** Under a codename, for what it was on the key. */
const TAB = 36;

/** A part of the poster, over its whole width. */
interface Block {
  height: number;
  draw(top: number): void;
}

interface Drawing {
  pen: Pen;
  ui: Ui;
  words: BookWords;
  page: BookPage;
}

/** `lies`: the board as it lay at the end. Rejects where the browser cannot draw, or a font or photo does not come. */
export async function pictureOf(ui: Ui, words: BookWords, { page, keys }: Opened, lies: Board): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  const pen = new Pen(context, ui, await fetchDrawings(), WIDTH);
  await pen.fetchFonts(JSON.stringify([page.codenames, page.turns, page.names, page.people]));
  const photos = await photosOf(page);
  const drawing: Drawing = { pen, ui, words, page };
  const blocks = [head(drawing), result(drawing), people(drawing), board(drawing, lies, keys, photos), awards(drawing), clues(drawing)];
  const shown = blocks.filter(({ height }) => height > 0);
  canvas.width = WIDTH;
  canvas.height = shown.reduce((sum, { height }) => sum + height + 2 * GAP, 2 * EDGE - 2 * GAP);
  pen.fill({ x: 0, y: 0, width: WIDTH, height: canvas.height }, "table-lit", "table-deep");
  let top = EDGE;
  for (const { height, draw } of shown) {
    draw(top);
    top += height + 2 * GAP;
  }
  return new Promise((done, failed) =>
    canvas.toBlob((file) => (file === null ? failed(new Error("no picture")) : done(file)), "image/png"),
  );
}

async function photosOf({ codenames }: BookPage): Promise<ReadonlyMap<string, HTMLImageElement>> {
  const loaded = codenames.filter(isPhoto).map(async (codename): Promise<[string, HTMLImageElement]> => {
    const image = new Image();
    await new Promise((done, failed) => {
      image.onload = done;
      image.onerror = failed;
      image.src = photoUrl(codename);
    });
    return [codename, image];
  });
  return new Map(await Promise.all(loaded));
}

/** The wordmark, which game it was, and when. */
function head({ pen, words, page }: Drawing): Block {
  const day = new Date(page.at).toLocaleDateString(aboutLanguage(words.language).tag);
  const game = `${words.say("game", { n: page.number })} · ${day}`;
  return {
    height: 60,
    draw: (y) => {
      pen.wordmark({ x: EDGE, y: y + 4, height: 52 }, "accent");
      const box = { x: WIDTH / 2, y, width: INNER / 2, height: 60 };
      pen.text(game, box, { font: "text", size: 32, colour: "text-soft", align: "end" });
    },
  };
}

/** Who won, on their sleeve. */
function result({ pen, ui, words, page }: Drawing): Block {
  const { winner, ending } = page.result;
  const { mode, board: kind } = page.settings;
  const identity = winner ?? (ending === "assassin" ? "assassin" : "bystander");
  const title = capitals(outcome(ui.words, { mode, ...page.result }), aboutLanguage(ui.words.language).tag);
  const below = `${kindName(ui.words, { mode, board: kind })} · ${words.say("turns", { n: page.turns.length })}`;
  return {
    height: 170,
    draw: (y) => {
      pen.sleeve({ x: EDGE, y, width: INNER, height: 170 }, identity);
      pen.sign(identity, EDGE + 36, y + 35, 100, true);
      const text = { x: EDGE + 170, width: INNER - 350 };
      pen.text(title, { ...text, y: y + 22, height: 88 }, { font: "words", size: 80, colour: "on-identity" });
      pen.text(below, { ...text, y: y + 112, height: 40 }, { font: "text", size: 32, colour: "on-identity" });
    },
  };
}

/** Those who played together, and where they sat. */
interface Group {
  team: Team | null;
  title: string;
  rows: readonly { label: string; lines: readonly string[] }[];
}

const NAME = 34;
const LABEL = 28;

/** A card for each team or side. */
function people(drawing: Drawing): Block {
  const { pen } = drawing;
  const all = seatings(drawing);
  const width = (INNER - (all.length - 1) * GAP) / Math.max(1, all.length);
  const groups = all.map((seats) => groupOf(drawing, seats, width - 40));
  const height = Math.max(0, ...groups.map(({ rows }) => 84 + rows.reduce((sum, { label, lines }) => sum + (label === "" ? 0 : LABEL) + lines.length * NAME + 8, 0)));
  return {
    height: groups.length === 0 ? 0 : height,
    draw: (top) =>
      groups.forEach(({ team, title, rows }, at) => {
        const x = EDGE + at * (width + GAP);
        pen.paper({ x, y: top, width, height });
        pen.fill({ x, y: top, width, height: 8 }, team ?? "bystander");
        const line = { x: x + 24, width: width - 40 };
        if (team !== null) pen.sign(team, x + 24, top + 24, 42);
        const indent = team === null ? 0 : 56;
        pen.text(title, { x: line.x + indent, y: top + 20, width: line.width - indent, height: 50 }, { font: "words", size: 40, colour: "ink" });
        let y = top + 76;
        for (const { label, lines } of rows) {
          if (label !== "") {
            pen.text(label, { ...line, y, height: LABEL }, { font: "text", size: 22, colour: "ink-soft" });
            y += LABEL;
          }
          for (const names of lines) {
            pen.text(names, { ...line, y, height: NAME }, { font: "text", size: 28, colour: "ink" });
            y += NAME;
          }
          y += 8;
        }
      }),
  };
}

interface Seating {
  team: Team | null;
  title: string;
  seats: readonly [Seat, string][];
}

function seatings({ ui, page }: Drawing): Seating[] {
  const say = ui.words.say;
  const spymaster = say("seat.short.spymaster");
  const operatives = say("seat.short.operative");
  const all: Seating[] = [
    { team: "red", title: say("team.red"), seats: [["red_spymaster", spymaster], ["red_operative", operatives]] },
    { team: "blue", title: say("team.blue"), seats: [["blue_spymaster", spymaster], ["blue_operative", operatives]] },
    { team: "green", title: say("seat.side_a"), seats: [["side_a", ""]] },
    { team: "green", title: say("seat.side_b"), seats: [["side_b", ""]] },
    { team: null, title: say("seat.short.key_holder"), seats: [["key_holder", ""]] },
    { team: null, title: say("seat.short.operative_for_both"), seats: [["operative_for_both", ""]] },
  ];
  return all.filter(({ seats }) => seats.some(([seat]) => (page.people[seat] ?? []).length > 0));
}

function groupOf({ pen, page }: Drawing, { team, title, seats }: Seating, width: number): Group {
  const rows = seats
    .map(([seat, label]) => ({ label, lines: listed(pen, page.people[seat] ?? [], width) }))
    .filter(({ lines }) => lines.length > 0);
  return { team, title, rows };
}

const MOST_LINES = 4;

/** Names one after the other, in lines of this width; of very many how many more there are. */
function listed(pen: Pen, names: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (let at = 0; at < names.length; at += 1) {
    const name = isolated(names[at] ?? "");
    const last = lines[lines.length - 1];
    const longer = last === undefined ? name : `${last} · ${name}`;
    if (last !== undefined && pen.width(longer, "text", 28) <= width) lines[lines.length - 1] = longer;
    else if (lines.length < MOST_LINES) lines.push(name);
    else return [...lines, `+${names.length - at}`];
  }
  return lines;
}

/** The cards as they lay at the end; the hidden ones with their identity once that was shown to all. */
function board(drawing: Drawing, lies: Board, keys: Opened["keys"], photos: ReadonlyMap<string, HTMLImageElement>): Block {
  const { page } = drawing;
  const width = (INNER - (COLUMNS - 1) * GAP) / COLUMNS;
  const height = HEIGHT[page.settings.board];
  return {
    height: Math.ceil(page.codenames.length / COLUMNS) * (height + GAP) - GAP,
    draw: (top) =>
      page.codenames.forEach((_, at) => {
        const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
        const box = { x: EDGE + column * (width + GAP), y: top + row * (height + GAP), width, height };
        card(drawing, lies, at, box, keys.map((key) => key[at] ?? "bystander"), photos);
      }),
  };
}

function card(drawing: Drawing, lies: Board, at: number, box: Box, inKeys: readonly Identity[], photos: ReadonlyMap<string, HTMLImageElement>): void {
  const { pen, ui } = drawing;
  const revealed = lies.revealed[at] ?? null;
  const codename = lies.codenames[at] ?? "";
  const sides = (lies.duet?.bystanders ?? []).filter(({ position }) => position === at);
  const foot = { ...box, y: box.y + box.height - TAB, height: TAB };
  const bare = revealed === null && inKeys.length === 0 && sides.length === 0;
  const face = { x: box.x + 10, y: box.y + 8, width: box.width - 20, height: box.height - 12 - (bare ? 0 : TAB) };
  if (revealed !== null) {
    pen.sleeve(box, revealed);
    pen.sign(revealed, foot.x + 8, foot.y - 6, TAB, true);
  } else {
    pen.paper(box);
    // In a duet side A's comes first, as on the screens.
    const width = box.width / Math.max(1, inKeys.length);
    inKeys.forEach((identity, side) => {
      pen.fill({ ...foot, x: box.x + side * width, width }, identity, `${identity}-deep`);
      pen.sign(identity, box.x + (side + 0.5) * width - 14, foot.y + 4, 28, true);
    });
    if (inKeys.length === 0) {
      sides.forEach(({ side }, n) => {
        pen.sign("bystander", foot.x + 10 + n * 80, foot.y + 2, 28);
        pen.text(ui.words.say(`letter.${side}`), { ...foot, x: foot.x + 44 + n * 80, width: 36 }, { font: "words", size: 28, colour: "ink-soft" });
      });
    }
  }
  const colour = revealed === null ? "ink" : revealed === "assassin" ? "assassin-light" : "on-identity";
  const photo = photos.get(codename);
  if (photo !== undefined) pen.image(photo, face);
  else if (lies.settings.board === "words") pen.text(capitals(codename, langAt(lies, at)), face, { font: "words", size: 42, colour, align: "center" });
  else pen.text(drawn(codename), face, { font: "scenes", size: 76, colour, align: "center" });
}

/** Each on a card of its own; alone it is broader, and less tall. */
function awards({ pen, ui, words, page }: Drawing): Block {
  const all = page.awards.map((award) => awardText(words, award, page));
  const width = (INNER - (all.length - 1) * GAP) / Math.max(1, all.length);
  const alone = all.length === 1;
  const height = alone ? 132 : 200;
  return {
    height: all.length === 0 ? 0 : height,
    draw: (y) =>
      all.forEach(({ title, clue, what, team, who }, at) => {
        const x = EDGE + at * (width + GAP);
        const [one, two] = [x + 24, alone ? x + width / 2 : x + 24].map((left) => ({ x: left, width: (alone ? width / 2 : width) - 44 }));
        const below = y + (alone ? 0 : 98);
        pen.paper({ x, y, width, height });
        pen.fill({ x, y, width, height: 8 }, team ?? "bystander");
        if (team !== null) pen.sign(team, x + 24, y + 26, 32);
        pen.text(title, { x: x + 68, y: y + 26, width: one!.width - 44, height: 32 }, { font: "text", size: 28, colour: "ink-soft" });
        pen.text(clue ?? what, { ...one!, y: y + 64, height: 52 }, { font: "words", size: 44, colour: "ink" });
        if (clue !== null) pen.text(what, { ...two!, y: below + (alone ? 26 : 16), height: 32 }, { font: "text", size: 26, colour: "ink" });
        const name = who !== null ? (page.names[who] ?? "") : team === null || team === "green" ? "" : ui.words.say(`team.${team}`);
        pen.text(name, { ...two!, y: below + (alone ? 64 : 46), height: alone ? 52 : 44 }, { font: "words", size: alone ? 44 : 36, colour: "ink" });
      }),
  };
}

const ROW = 52;
const COLUMN_GAP = 56;

/** Whose clue, what was touched under it, and who gave it: in two columns, read downwards. */
function clues({ pen, words, page }: Drawing): Block {
  const told = page.turns.filter(({ clue }) => clue !== null);
  const rows = Math.ceil(told.length / 2);
  const width = (INNER - 48 - COLUMN_GAP) / 2;
  return {
    height: told.length === 0 ? 0 : rows * ROW + 24,
    draw: (top) => {
      pen.paper({ x: EDGE, y: top, width: INNER, height: rows * ROW + 24 });
      told.forEach(({ clue, team, giver, touches }, at) => {
        if (clue === null) return;
        const x = EDGE + 24 + Math.floor(at / rows) * (width + COLUMN_GAP);
        const line = { x, y: top + 12 + (at % rows) * ROW, width, height: ROW };
        pen.sign(team, x, line.y + 11, 30);
        const text = clueText(words.say, clue.word, clue.number, langOf(page));
        const wide = pen.text(text, { ...line, x: x + 42, width: width * 0.45 }, { font: "words", size: 32, colour: "ink" });
        const kept = touches.filter(({ undone }) => !undone);
        const from = x + 42 + wide + 14;
        const step = Math.min(26, (width * 0.9 - (from - x)) / Math.max(1, kept.length));
        kept.forEach(({ identity }, n) => pen.sign(identity, from + n * step, line.y + 15, Math.min(22, step - 2)));
        const after = from + kept.length * step + 12;
        const name = giver === null ? "" : (page.names[giver] ?? "");
        const rest = x + width - after;
        if (rest > 40) pen.text(name, { ...line, x: after, width: rest }, { font: "text", size: 24, colour: "ink-soft", align: "end", smallest: 0.75 });
      });
    },
  };
}
