/** What a build of the pages takes from `languages/`: a folder there is all that a language needs. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FOLDER = fileURLToPath(new URL("../languages", import.meta.url));

/** Modules, and what each says of a language: names are no business of the TV's. */
const TABLES: Record<string, (language: string, header: Record<string, unknown>) => unknown> = {
  "virtual:languages": (language, { tag, script, texts_of: parent, plurals }) => ({
    tag: tag === language ? undefined : tag,
    script: script === "Latn" ? undefined : script,
    parent,
    plurals: Object.keys(plurals as object).join(" "),
  }),
  "virtual:language-names": (_, { name }) => name,
};

/** The folders with a header; others hold data that several languages share. English, which is the fallback, first. */
const LANGUAGES = readdirSync(FOLDER)
  .filter((name) => existsSync(join(FOLDER, name, "language.json")))
  .sort((one, other) => Number(other === "en") - Number(one === "en") || (one < other ? -1 : 1));

function read(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, "utf-8"));
}

/** The tables as modules. */
export const languageTables: Plugin = {
  name: "languages",
  resolveId: (id) => (id in TABLES ? `\0${id}` : null),
  load(id) {
    const row = TABLES[id.slice(1)];
    if (id[0] !== "\0" || row === undefined) return null;
    const rows: Record<string, unknown> = {};
    for (const language of LANGUAGES) {
      const file = join(FOLDER, language, "language.json");
      this.addWatchFile(file);
      rows[language] = row(language, read(file));
    }
    return `export default ${JSON.stringify(rows)}`;
  },
};

const OF_A_PAGE = new Set(["tv.json", "phone.json"]);

/** Puts what both pages say into each page's first texts: a language is one piece to fetch. */
const withSharedTexts: Plugin = {
  name: "with-shared-texts",
  enforce: "pre",
  transform(own, id) {
    if (!OF_A_PAGE.has(basename(id)) || basename(dirname(id)) !== "texts") return null;
    const shared = join(dirname(id), "shared.json");
    this.addWatchFile(shared);
    return { code: JSON.stringify({ ...read(shared), ...JSON.parse(own) }), map: null };
  },
};

/** The oldest browsers that can run the pages: tools/browser_support.ts reads them off what was built. */
const OLDEST = "Safari 13.4, Firefox 69, Chrome 70";

/** Says in every language, in a page's document, what to do when no page comes: no script chooses one there. */
const beforePage: Plugin = {
  name: "before-page",
  transformIndexHtml(html) {
    const sentences = LANGUAGES.flatMap((language) => {
      const { tag } = read(join(FOLDER, language, "language.json"));
      const file = join(FOLDER, language, "texts", "server.json");
      if (!existsSync(file)) return [];
      const text = String(read(file)["page.loading"]).replace("{browsers}", OLDEST);
      return [`<p lang="${tag}">${text}</p>`];
    });
    return html.replace("<before-page>", ["<before-page>", ...sentences].join("\n      "));
  },
};

export const languagePlugins: Plugin[] = [languageTables, withSharedTexts, beforePage];
