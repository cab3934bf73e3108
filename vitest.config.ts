import { defineConfig } from "vitest/config";
import { languageTables } from "./tools/language_plugins";

// Apart from vite.config.ts, which must do with what building alone installs.
export default defineConfig({
  plugins: [languageTables],
  define: { __VERSION__: '"0.0.0"' },
  test: {
    environment: "happy-dom",
    // Milliseconds: the machine may have much else to do.
    testTimeout: 60_000,
    include: ["{receiver,controller,common}/**/*.test.{ts,tsx}"],
    passWithNoTests: true,
    // Styles are read as texts only: by the test of the tokens.
    css: { include: [/\.css\?raw$/] },
  },
});
