import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What stands in for modules that the server has no use for: it speaks WebSocket and text only. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [
    /engine\.io-client\/build\/esm\/transports\/index\.js$/,
    'import { WS } from "./websocket.js"; export const transports = { websocket: WS };',
  ],
  [
    /engine\.io-parser\/build\/esm\/contrib\/base64-arraybuffer\.js$/,
    "export const decode = () => new ArrayBuffer(0);",
  ],
  [
    /socket\.io-parser\/build\/esm\/is-binary\.js$/,
    "export const isBinary = () => false; export const hasBinary = () => false;",
  ],
  [
    /socket\.io-parser\/build\/esm\/binary\.js$/,
    `export const deconstructPacket = (packet) => ({ packet, buffers: [] });
     export const reconstructPacket = (packet) => packet;`,
  ],
];

/**
 * Leaves out what Socket.IO brings for long polling, WebTransport and binary data: the old
 * televisions thank us for every kilobyte (3 kB gzip).
 */
const webSocketOnly: Plugin = {
  name: "websocket-only",
  enforce: "pre",
  transform(_code, id) {
    return STAND_INS.find(([module]) => module.test(id))?.[1] ?? null;
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
