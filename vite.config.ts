import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Leaves out what engine.io brings for long polling and WebTransport: the server speaks WebSocket
 * only, and the old televisions thank us for every kilobyte (2 kB gzip).
 */
const webSocketOnly: Plugin = {
  name: "websocket-only",
  enforce: "pre",
  transform(_code, id) {
    if (!/engine\.io-client\/build\/esm\/transports\/index\.js$/.test(id)) return null;
    return 'import { WS } from "./websocket.js"; export const transports = { websocket: WS };';
  },
};

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
    plugins: [webSocketOnly],
    build: {
      outDir: here(`./build/pages/${mode}`),
      emptyOutDir: true,
      assetsDir: `assets/${mode}`,
      // The first Chromecast stays at Chrome 70 for ever.
      target: "chrome70",
      cssTarget: "chrome70",
      reportCompressedSize: false,
      // The policy of our pages allows no data: addresses.
      assetsInlineLimit: 0,
    },
  };
});
