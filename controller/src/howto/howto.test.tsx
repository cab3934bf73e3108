/** The rule book: complete in every language, and true to the house rules of the room. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it } from "vitest";
import { WRITTEN, byLanguage } from "../../../common/testing/catalogs";
import type { Texts } from "../../../common/testing/catalogs";
import { COMPOSITIONS, DUET_AGENTS, MAX_EXCHANGES, MAX_TOKENS, PRESETS, UNDO_MS } from "../../../common/wire";
import type { Settings, View } from "../../../common/wire";
import { game, inside, keyView, lobby, publicView } from "../../testing/views";
import { english } from "../../testing/words";
import { EVERY_PRESET, VALUES, rulesThatCount } from "../rules/house-rules";
import type { Rule } from "../rules/house-rules";
import { begin } from "../state";
import type { State } from "../state";
import { UiContext } from "../ui";
import { EARNED, EVERY_OTHER_GAME, KEYS, PLAYS, RIVALS_PLAY_WITH, SCORES, SECTIONS } from "./content";
import type { Block, Text } from "./content";
import { EVERY_VERDICT, EVERY_WHY, RULINGS, verdictOf } from "./examples";
import type { Group } from "./examples";
import { loadBook } from "./load";
import type { Book } from "./load";
import { Pages } from "./pages";
import { firstOf, roomRulesOf, isMoot, laterValue, otherGames, sectionsOf } from "./room-rules";

const CATALOGS = byLanguage(
  import.meta.glob<Texts>("../../../languages/*/texts/how-to-play.json", { import: "default", eager: true }),
);
const EXAMPLES = byLanguage(
  import.meta.glob<readonly Group[]>("../../../languages/*/texts/how-to-play-examples.json", { import: "default", eager: true }),
);
const RULES = Object.keys(VALUES) as Rule[];

/** Texts that the pages have beside the sections. */
const FRAME: readonly Text[] = [
  ...(["label", "mark", "others", "later", "next", "way", "moot", "play.may"] as const),
  ...(["house_rules.usual", "house_rules.running", "house_rules.next"] as const),
  ...(["examples.clue", "examples.verdict", "examples.card", "examples.open"] as const),
  ...(["examples.left", "examples.any"] as const),
  ...(["earned.clue", "earned.before", "earned.limit", "earned.after"] as const),
];

function textsOf(block: Block): string[] {
  switch (block.kind) {
    case "text":
    case "heading":
      return [block.text];
    case "list":
    case "steps":
      return [...block.texts];
    case "terms":
      return block.texts.flatMap((text) => [text, `${text}.text`]);
    case "identities":
      return RIVALS_PLAY_WITH.map((it) => `${block.prefix}.${it}`);
    case "rule": {
      const prefix = block.prefix ?? `set.${block.rule}`;
      const more = Object.values(block.more ?? {}).flatMap((blocks) => blocks.flatMap(textsOf));
      return [...VALUES[block.rule].map((value) => `${prefix}.${value}.text`), ...more];
    }
    case "play": {
      const words = block.play.touches.map((_, at) => `play.${block.play.id}.${at + 1}`);
      return [`play.${block.play.id}.clue`, `play.${block.play.id}.text`, ...words];
    }
    case "earned":
      return EARNED.flatMap((_, at) => [`earned.${at + 1}.clue`, `earned.${at + 1}.text`]);
    case "pictures":
      return [];
    case "examples":
      return [...EVERY_VERDICT.map((it) => `verdict.${it}`), ...EVERY_WHY.map((it) => `reason.${it}`)];
    case "house_rules":
      return RULES.flatMap((rule) => [`set.${rule}`, ...VALUES[rule].map((it) => `set.${rule}.${it}`)]);
    case "presets":
      return EVERY_PRESET.flatMap((it) => [`preset.${it}`, `preset.${it}.text`]);
    case "ratings":
      return []; // said where a game ends, too
    case "keys":
      return ["keys.cards", ...KEYS.map(({ a }) => `keys.${a}`)];
    case "way":
      return [`section.${block.section}`];
  }
}

const WANTED = new Set([
  ...FRAME,
  ...SECTIONS.flatMap(({ id, blocks, otherwise }) => [
    `section.${id}`,
    ...Object.values(otherwise ?? {}),
    ...blocks.flatMap(textsOf),
  ]),
]);

const PHONE = byLanguage(import.meta.glob<Texts>("../../../languages/*/texts/phone.json", { import: "default", eager: true }));
const SHARED = byLanguage(
  import.meta.glob<Texts>("../../../languages/*/texts/shared.json", { import: "default", eager: true }),
);


it("has the texts that the sections name, and no others", () => {
  expect(new Set(Object.keys(CATALOGS("en")))).toEqual(WANTED);
});

it.each(WRITTEN)("names house rules and presets in %s as the phone's choices do", (language) => {
  const phone: Texts = { ...SHARED(language), ...PHONE(language) };
  const called = [
    ...RULES.map((rule) => [`set.${rule}`, `rules.${rule}`]),
    ...RULES.flatMap((rule) => VALUES[rule].map((it) => [`set.${rule}.${it}`, `${rule}.${it}`])),
    ...EVERY_PRESET.map((preset) => [`preset.${preset}`, `preset.${preset}`]),
  ].filter(([, choice]) => choice! in phone);
  expect(called.map(([told]) => CATALOGS(language)[told!])).toEqual(
    called.map(([, choice]) => phone[choice!]),
  );
});

it("explains every house rule once, and nothing that is none", () => {
  const explained = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) => {
      if (block.kind !== "rule") return [];
      const own = block.prefix === undefined ? [block.rule] : [];
      for (const value of Object.keys(block.more ?? {})) expect(VALUES[block.rule]).toContain(value);
      return [...own, ...Object.values(block.more ?? {}).flatMap(explained)];
    });
  expect(SECTIONS.flatMap(({ blocks }) => explained(blocks)).sort()).toEqual([...RULES].sort());
});

describe.each(WRITTEN)("the examples in %s", (language) => {
  const groups = EXAMPLES(language);
  const clues = groups.flatMap((group) => group.clues);

  it("have one verdict each, and a known reason", () => {
    for (const { clue, verdict, by, reason } of clues) {
      expect([clue, (verdict === undefined) !== (by === undefined)]).toEqual([clue, true]);
      if (verdict !== undefined) expect(EVERY_VERDICT).toContain(verdict);
      if (by !== undefined) expect(Object.keys(RULINGS)).toContain(by);
      expect(EVERY_WHY).toContain(reason);
    }
  });

  it("show every verdict, every house rule about clues, and no clue twice for a card", () => {
    expect(new Set(clues.flatMap(({ verdict }) => verdict ?? []))).toEqual(new Set(EVERY_VERDICT));
    expect(new Set(clues.flatMap(({ by }) => by ?? []))).toEqual(new Set(Object.keys(RULINGS)));
    for (const group of groups) {
      const words = group.clues.map(({ clue }) => clue);
      expect(words).toEqual(Array.from(new Set(words)));
    }
  });

  it("ask about a number only when it is larger than what is left", () => {
    for (const { left, clues: some } of groups) {
      const asked = some.filter(({ reason }) => reason === "number");
      if (left === undefined) expect(asked).toEqual([]);
      for (const { number } of asked) expect(number).toBeGreaterThan(left ?? 0);
    }
  });
});

it("worked examples of the guess limit are right", () => {
  for (const { number, limit, touches } of Object.values(PLAYS)) {
    expect(limit).toBe(number === 0 ? null : number + 1);
    expect(touches.length).toBeLessThanOrEqual(limit ?? touches.length);
  }
});

it("the table of the earned guess is right", () => {
  let owed = 0;
  for (const { number, found, by_choice, before, limit, after } of EARNED) {
    expect(before).toBe(owed);
    const most = owed > 0 ? number + 1 : number;
    expect(limit).toBe(number === 0 ? null : most);
    if (number > 0 && found > number) owed -= found - number;
    else if (number > 0 && by_choice) owed += number - found;
    expect(after).toBe(owed);
  }
});

it("the two keys of a duet are right", () => {
  const cards = (fits: (pair: (typeof KEYS)[number]) => boolean): number =>
    KEYS.filter(fits).reduce((sum, pair) => sum + pair.cards, 0);
  expect(cards(() => true)).toBe(25);
  expect(cards(({ a, b }) => a === "green" || b === "green")).toBe(15);
  for (const side of ["a", "b"] as const) {
    expect(cards((pair) => pair[side] === "green")).toBe(9);
    expect(cards((pair) => pair[side] === "bystander")).toBe(13);
    expect(cards((pair) => pair[side] === "assassin")).toBe(3);
  }
});

it("numbers that the texts have in words are those of the rules", () => {
  expect(COMPOSITIONS.words).toEqual({ more: 9, fewer: 8, bystanders: 7, assassins: 1 });
  expect(COMPOSITIONS.pictures).toEqual({ more: 8, fewer: 7, bystanders: 4, assassins: 1 });
  expect([DUET_AGENTS, PRESETS.duet.tokens, UNDO_MS / 1000]).toEqual([15, 9, 10]);
  expect([MAX_EXCHANGES, MAX_TOKENS]).toEqual([3, 15]);
});

it("every score that can be reached has a name", () => {
  // Red has won before the last of blue's eight agents was revealed.
  expect([...SCORES].reverse()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

const STRICT: Settings = { ...PRESETS.classic, referee: "strict", several_words: "refuse", timer: "sand" };

describe("house rules", () => {
  it("are the usual ones outside of a room", () => {
    expect(roomRulesOf(null)).toEqual({ settings: PRESETS.classic, where: "usual", later: null });
  });

  it("are the next game's before a game and after one", () => {
    const before = { ...publicView(), lobby: lobby({ settings: STRICT }), game: null } as View;
    expect(roomRulesOf(before)).toEqual({ settings: STRICT, where: "next", later: null });
    const ended = { ...publicView({ phase: "ended" }), lobby: lobby({ settings: STRICT }) } as View;
    expect(roomRulesOf(ended).where).toBe("next");
  });

  it("are the running game's, and say where the next one's differ", () => {
    const seen = { ...publicView(), lobby: lobby({ settings: STRICT }) } as View;
    const rules = roomRulesOf(seen);
    expect(rules.settings).toEqual(game().settings);
    expect(laterValue(rules, "referee")).toBe("strict");
    expect(laterValue(rules, "clues")).toBeNull();
  });

  it("tell of agreement only where operatives tap", () => {
    expect(rulesThatCount(roomRulesOf(null).settings)).not.toContain("agreement");
    const tapping = { ...roomRulesOf(null), settings: { ...STRICT, guessing: "operatives_tap" } as const };
    expect(rulesThatCount(tapping.settings)).toContain("agreement");
  });

  it("that a mode has no use for make no difference", () => {
    const moot = (settings: Settings): readonly Rule[] =>
      RULES.filter((rule) => isMoot({ settings, where: "next", later: null }, rule));
    expect(moot(PRESETS.classic)).toEqual(["agreement"]);
    expect(moot(PRESETS.two_of_us)).toEqual(["agreement", "rival_confirms", "penalty"]);
    expect(moot({ ...PRESETS.two_of_us, referee: "strict" })).toEqual(["agreement", "rival_confirms"]);
    expect(moot(PRESETS.duet)).toEqual([
      ...["board", "guessing", "marks", "agreement", "plus_one", "rival_confirms", "penalty"],
    ]);
    expect(isMoot(roomRulesOf(null), "agreement")).toBe(false);
  });

  it("say which section is read first", () => {
    const played = (settings: Settings): readonly string[] => {
      const rules = { settings, where: "next", later: null } as const;
      expect(sectionsOf(rules).map(({ id }) => id).sort()).toEqual(SECTIONS.map(({ id }) => id).sort());
      return [firstOf(rules), ...sectionsOf(rules).slice(0, 2).map(({ id }) => id)];
    };
    expect(played(PRESETS.classic)).toEqual(["idea", "house_rules", "idea"]);
    expect(played(PRESETS.duet)).toEqual(["duet", "duet", "house_rules"]);
    expect(played(PRESETS.pictures)).toEqual(["pictures", "pictures", "house_rules"]);
    const both = { ...PRESETS.two_of_us, board: "pictures" } as const;
    expect(played(both)).toEqual(["coop", "coop", "pictures"]);
    expect(otherGames({ settings: both, where: "usual", later: null })).toEqual(["coop", "pictures"]);
  });

  it("decide about examples", () => {
    const name = { clue: "New York", by: "several_words", reason: "name" } as const;
    expect(verdictOf(name, PRESETS.classic)).toBe("questioned");
    expect(verdictOf(name, STRICT)).toBe("illegal");
    expect(verdictOf(name, { ...PRESETS.classic, referee: "off" })).toBe("people");
  });
});

describe("the pages", () => {
  const page = document.createElement("div");
  afterEach(() => {
    render(null, page);
    page.remove();
  });

  async function open(state: State, language: "en" | "sr-Cyrl" = "en"): Promise<void> {
    document.body.appendChild(page);
    const book: Book = await loadBook(language);
    const ui = { state, words: english } as never;
    void act(() => {
      render(
        <UiContext.Provider value={ui}>
          <Pages book={book} />
        </UiContext.Provider>,
        page,
      );
    });
  }

  const see = (testid: string): HTMLElement => {
    const found = page.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
    if (found === null) throw new Error(`no ${testid}`);
    return found;
  };
  const tap = (testid: string): void => void act(() => see(testid).click());
  const marks = (): number => page.querySelectorAll(".here").length;

  function through(look: () => void): void {
    for (const { id } of SECTIONS) {
      if (see(`howto-${id}`).getAttribute("aria-expanded") === "false") tap(`howto-${id}`);
      look();
    }
  }

  it("mark nothing outside of a room", async () => {
    await open(begin(null));
    through(() => expect(marks()).toBe(0));
  });

  it("mark what holds in the room, and fold what does not", async () => {
    const view = { ...keyView(), lobby: lobby({ settings: STRICT }) } as View;
    await open(inside("p1", view));
    tap("howto-referee");
    const rule = see("rule-referee");
    expect(rule.querySelector(".variant")?.getAttribute("data-value")).toBe("advise");
    expect(rule.querySelector(".variant .here")?.textContent).toBe("In this room");
    expect(rule.querySelector(".later")?.textContent).toBe("From the next game on: Strict");
    const folded = Array.from(rule.querySelectorAll("details .variant"));
    expect(folded.map((it) => it.getAttribute("data-value"))).toEqual(["off", "strict"]);
  });

  const inRoom = (settings: Settings): Promise<void> =>
    open(inside("p3", { ...publicView(), lobby: lobby({ settings }), game: null } as View));

  it.each([
    ["coop", PRESETS.two_of_us],
    ["duet", PRESETS.duet],
    ["pictures", PRESETS.pictures],
  ] as const)("begin with %s in a room that plays it, and say what is otherwise", async (id, settings) => {
    await inRoom(settings);
    const titles = Array.from(page.querySelectorAll(".chapter-title button"));
    expect(titles[0]).toBe(see(`howto-${id}`));
    expect(see(`howto-${id}`).getAttribute("aria-expanded")).toBe("true");
    expect(see(`howto-${id}`).querySelector(".here")).not.toBeNull();
    const told: string[] = [];
    through(() => told.push(...Array.from(page.querySelectorAll("[data-testid=otherwise] p"), (it) => it.textContent ?? "")));
    const wanted = SECTIONS.flatMap(({ otherwise }) => otherwise?.[id] ?? []);
    expect(told).toEqual(wanted.map((text) => CATALOGS("en")[text]));
  });

  it("mark no house rule that makes no difference", async () => {
    await inRoom(PRESETS.duet);
    tap("howto-referee");
    expect(see("rule-referee").querySelector(".here")).not.toBeNull();
    expect(see("rule-penalty").querySelector(".here")).toBeNull();
    expect(see("rule-penalty").querySelector(".later")?.textContent).toBe(CATALOGS("en")["moot"]);
  });

  it("mark the preset that the room plays", async () => {
    await inRoom(PRESETS.by_the_book);
    tap("howto-house_rules");
    const marked = Array.from(page.querySelectorAll("[data-testid^=told-]")).filter(
      (it) => it.querySelector(".here") !== null,
    );
    expect(marked).toEqual([see("told-by_the_book")]);
  });

  it.each(EVERY_OTHER_GAME)("lead from the choice of games to %s", async (id) => {
    await open(begin(null));
    tap("howto-games");
    tap(`way-${id}`);
    expect(document.activeElement).toBe(see(`howto-${id}`));
    expect(see(`howto-${id}`).getAttribute("aria-expanded")).toBe("true");
  });

  it("lead from a house rule to where it is explained", async () => {
    await open(begin(null));
    tap("howto-house_rules");
    tap("glance-penalty");
    expect(see("howto-referee").getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement).toBe(see("rule-penalty"));
  });

  it("lead on from section to section, one unfolded at a time", async () => {
    await open(begin(null));
    for (const { id } of SECTIONS.slice(2)) {
      tap("howto-next");
      expect(document.activeElement).toBe(see(`howto-${id}`));
      expect(page.querySelectorAll("[aria-expanded=true]").length).toBe(1);
    }
    expect(page.querySelector('[data-testid="howto-next"]')).toBeNull();
  });

  it("put in the seconds", async () => {
    const timed = { ...STRICT, sand_seconds: 45 };
    const view = { ...publicView(), lobby: lobby({ settings: timed }), game: null } as View;
    await open(inside("p3", view));
    tap("howto-time");
    expect(see("rule-timer").textContent).toContain("45-second");
  });

  it("are read in Cyrillic, examples included", async () => {
    await open(begin(null), "sr-Cyrl");
    tap("howto-clues");
    expect(page.textContent).toContain("Сунцокрет");
    expect(page.textContent).toContain("wolf");
    expect(page.textContent).not.toMatch(/\{\w+\}/);
  });
});
