import { expect, test } from "vitest";

import { silentVideoBytes } from "./silent-video";

interface Element {
  id: string;
  content: readonly number[];
}

/** The elements side by side in these bytes; their lengths are written in two bytes. */
function elements(bytes: readonly number[]): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const idLength = Math.clz32(first) - 23;
    const id = bytes.slice(at, at + idLength);
    const high = bytes[at + idLength] ?? 0;
    expect(high >> 6).toBe(1);
    const length = ((high & 0x3f) << 8) | (bytes[at + idLength + 1] ?? 0);
    const start = at + idLength + 2;
    found.push({ id: id.map((it) => it.toString(16)).join(""), content: bytes.slice(start, start + length) });
    at = start + length;
    expect(at).toBeLessThanOrEqual(bytes.length);
  }
  return found;
}

const bytes = silentVideoBytes();

test("is a well-formed WebM file of less than two kilobytes", () => {
  expect(bytes.length).toBeLessThan(2000);
  expect(bytes.every((byte) => byte >= 0 && byte < 256)).toBe(true);
  const [head, segment] = elements(bytes);
  expect(head?.id).toBe("1a45dfa3");
  expect(String.fromCharCode(...(elements(head?.content ?? [])[0]?.content ?? []))).toBe("webm");
  const parts = elements(segment?.content ?? []);
  expect(parts.map(({ id }) => id)).toEqual(["1549a966", "1654ae6b", "1f43b675"]);
});

test("has one track, of pictures, one a second", () => {
  const [, tracks, cluster] = elements(elements(bytes)[1]?.content ?? []);
  expect(elements(tracks?.content ?? [])).toHaveLength(1);
  const pictures = elements(cluster?.content ?? []).filter(({ id }) => id === "a3");
  expect(pictures).toHaveLength(10);
  pictures.forEach(({ content }, second) => {
    expect(((content[1] ?? 0) << 8) | (content[2] ?? 0)).toBe(second * 1000);
    // A key frame that is shown, and its start code.
    expect((content[4] ?? 0) & 0x11).toBe(0x10);
    expect(content.slice(7, 10)).toEqual([0x9d, 0x01, 0x2a]);
  });
});
