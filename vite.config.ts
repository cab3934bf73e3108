import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig } from "vite";
import type { Plugin, UserConfig } from "vite";
import { languagePlugins } from "./tools/language_plugins";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Puts the gzip and the Brotli form of every text beside it, for the server to choose from. */
const compressed: Plugin = {
  name: "compressed",
  writeBundle({ dir = "" }, files) {
    for (const name of Object.keys(files).filter((file) => /\.(js|css)$/.test(file))) {
      const path = join(dir, name);
      const text = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(text));
    }
  },
};

/** The pages' version is the server's. */
const VERSION = /__version__ = "(.*)"/.exec(readFileSync(here("./server/undercast/__init__.py"), "utf-8"))?.[1];
const define = { __VERSION__: JSON.stringify(VERSION) };

const IN_GALLERY = ["index", "tv", "phone"].map((page) => here(`./tests/gallery/pages/${page}.html`));

/** Both pages with given states, to be looked at: for tests alone, and in no wheel. */
const GALLERY: UserConfig = {
  root: here("./tests/gallery/pages"),
  base: "/gallery/",
  define,
  plugins: languagePlugins,
  build: {
    outDir: here("./build/gallery"),
    emptyOutDir: true,
    target: "chrome70",
    cssTarget: "chrome70",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: IN_GALLERY },
  },
};

/** `de-` for a piece of texts: all languages name their files alike. */
function languageOf(module: string | null): string {
  const language = module?.match(/\/languages\/([^/]+)\/texts\//)?.[1];
  return language ? `${language}-` : "";
}

/**
 * One build a page: `vite build --mode receiver` and `--mode controller`.
 *
 * The pages share source (common/), not chunks: the TV's page must not change because the phone's
 * did. Everything under /assets/<page>/ carries a hash in its name and may be cached for ever.
 */
export default defineConfig(({ mode }) => {
  if (mode === "gallery") return GALLERY;
  if (mode !== "receiver" && mode !== "controller") {
    throw new Error(`--mode ${mode}: say --mode receiver, --mode controller or --mode gallery`);
  }
  return {
    root: here(`./${mode}`),
    // Absolute, so that a page at /tv/ABCD finds its assets.
    base: "/",
    define,
    plugins: [...languagePlugins, compressed],
    build: {
      outDir: here(`./build/pages/${mode}`),
      emptyOutDir: true,
      assetsDir: `assets/${mode}`,
      // The first Chromecast stays at Chrome 70 for ever.
      target: "chrome70",
      cssTarget: "chrome70",
      // Chromium has known `modulepreload` since 66; elsewhere a chunk just comes a little later.
      // The entry is there already: Firefox calls its preload an error.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, chunks) => chunks.filter((chunk) => !/\/index-[^/]*\.js$/.test(chunk)),
      },
      reportCompressedSize: false,
      // The policy of our pages allows no data: addresses.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { chunkFileNames: ({ facadeModuleId }) => `assets/${mode}/${languageOf(facadeModuleId)}[name]-[hash].js` },
      },
    },
  };
});
