import { defineConfig } from "vitest/config";

// Apart from vite.config.ts, which must do with what building alone installs.
export default defineConfig({
  test: {
    environment: "happy-dom",
    include: ["{receiver,controller,common}/**/*.test.{ts,tsx}"],
    passWithNoTests: true,
    // Styles are read as texts only: by the test of the tokens.
    css: { include: [/\.css\?raw$/] },
  },
});
