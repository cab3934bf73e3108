import { afterEach, expect, test } from "vitest";

import { lightBy, lightNow, showLight } from "./light";

afterEach(() => localStorage.clear());

test("a phone begins by the lamp, and stays in the light that it was left in", () => {
  showLight();
  expect(document.documentElement.dataset["light"]).toBe("lamp");
  lightBy("candle");
  expect(document.documentElement.dataset["light"]).toBe("candle");
  delete document.documentElement.dataset["light"];
  showLight();
  expect(document.documentElement.dataset["light"]).toBe("candle");
});

test("what was kept and is no light is the lamp", () => {
  localStorage.setItem("undercast.light", "sun");
  expect(lightNow()).toBe("lamp");
});
