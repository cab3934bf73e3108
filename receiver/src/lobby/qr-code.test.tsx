import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FIRST_PAUSE, LONGEST_PAUSE, QrCode } from "./qr-code";

let page: HTMLElement;
let asked: string[];

const image = (): HTMLImageElement => page.querySelector("img") as HTMLImageElement;

function happens(event: string): void {
  void act(() => void image().dispatchEvent(new Event(event)));
}

function after(milliseconds: number): void {
  void act(() => void vi.advanceTimersByTime(milliseconds));
  const address = image().getAttribute("src") ?? "";
  if (asked[asked.length - 1] !== address) asked.push(address);
}

beforeEach(() => {
  vi.useFakeTimers();
  page = document.createElement("div");
  void act(() => render(<QrCode code="BKTM" />, page));
  asked = ["/qr/BKTM.svg"];
});

afterEach(() => {
  render(null, page);
  vi.useRealTimers();
});

test("a code that did not come is asked for again, ever more slowly", () => {
  for (let pause = FIRST_PAUSE; pause < LONGEST_PAUSE; pause *= 2) {
    happens("error");
    expect(image().className).toBe("broken");
    after(pause - 1);
    const before = asked.length;
    after(1);
    expect(asked.length).toBe(before + 1);
  }
  const before = asked.length;
  for (let minutes = 1; minutes < 10; minutes += 1) {
    happens("error");
    after(LONGEST_PAUSE);
    expect(asked.length - before).toBe(minutes);
  }
});

test("once it is here it is left alone", () => {
  happens("error");
  after(FIRST_PAUSE);
  happens("load");
  expect(image().className).toBe("");
  after(LONGEST_PAUSE * 5);
  expect(asked).toEqual(["/qr/BKTM.svg", "/qr/BKTM.svg?1"]);
});
