import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type * as Proof from "./proof";

let page: typeof Proof;

/** A page that is loaded at this address; what it kept in memory is gone. */
async function load(address: string): Promise<void> {
  history.replaceState(null, "", address);
  vi.resetModules();
  page = await import("./proof");
}

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

test("a page that was not cast proves nothing", async () => {
  await load("/tv/BKTM");
  expect(page.proof("BKTM")).toEqual({});
});

test("the nonce is shown once; from then on, and after a reload, the token", async () => {
  await load("/tv/BKTM?nonce=abc");
  expect(page.proof("BKTM")).toEqual({ nonce: "abc" });
  page.keepProof("BKTM", "token");
  expect(location.pathname + location.search).toBe("/tv/BKTM");
  expect(page.proof("BKTM")).toEqual({ screen: "token" });
  await load("/tv/BKTM");
  expect(page.proof("BKTM")).toEqual({ screen: "token" });
});

test("each room has its own token", async () => {
  await load("/tv/BKTM?nonce=abc");
  page.keepProof("BKTM", "token");
  expect(page.proof("CCCC")).toEqual({});
});

test("cast again, the new nonce counts and not the former token", async () => {
  await load("/tv/BKTM?nonce=abc");
  page.keepProof("BKTM", "token");
  await load("/tv/BKTM?nonce=def");
  expect(page.proof("BKTM")).toEqual({ nonce: "def" });
});

test("where nothing can be kept, the page itself remembers", async () => {
  await load("/tv/BKTM?nonce=abc");
  const forbidden = (): never => {
    throw new Error("forbidden");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbidden);
  page.keepProof("BKTM", "token");
  expect(page.proof("BKTM")).toEqual({ screen: "token" });
  expect(page.proof("CCCC")).toEqual({});
});
