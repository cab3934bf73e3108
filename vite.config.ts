import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * One build a page: `vite build --mode receiver` and `--mode controller`.
 *
 * The pages share source (common/), not chunks: the TV's page must not change because the phone's
 * did. Everything under /assets/<page>/ carries a hash in its name and may be cached for ever.
 */
export default defineConfig(({ mode }) => {
  if (mode !== "receiver" && mode !== "controller") {
    throw new Error(`--mode ${mode}: say --mode receiver or --mode controller`);
  }
  return {
    root: here(`./${mode}`),
    // Absolute, so that a page at /tv/ABCD finds its assets.
    base: "/",
    build: {
      outDir: here(`./build/pages/${mode}`),
      emptyOutDir: true,
      assetsDir: `assets/${mode}`,
      // The first Chromecast stays at Chrome 70 for ever.
      target: "chrome70",
      cssTarget: "chrome70",
      reportCompressedSize: false,
    },
  };
});
