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
const [head, segment] = elements(bytes);
const [info, tracks, cluster] = elements(segment?.content ?? []);
const number = (content: readonly number[] = []): number => content.reduce((sum, byte) => sum * 256 + byte, 0);
const words = (content: readonly number[] = []): string => String.fromCharCode(...content);

/** The blocks of a track: their times (ms) and what they carry. */
function blocks(track: number): { time: number; content: readonly number[] }[] {
  return elements(cluster?.content ?? [])
    .filter(({ id, content }) => id === "a3" && content[0] === (0x80 | track))
    .map(({ content }) => ({ time: number(content.slice(1, 3)), content: content.slice(4) }));
}

test("is a well-formed WebM file of less than four kilobytes", () => {
  expect(bytes.length).toBeLessThan(4000);
  expect(bytes.every((byte) => byte >= 0 && byte < 256)).toBe(true);
  expect(head?.id).toBe("1a45dfa3");
  expect(words(elements(head?.content ?? [])[0]?.content)).toBe("webm");
  expect([info, tracks, cluster].map((part) => part?.id)).toEqual(["1549a966", "1654ae6b", "1f43b675"]);
  const duration = elements(info?.content ?? []).find(({ id }) => id === "4489")?.content ?? [];
  expect(new DataView(new Uint8Array(duration).buffer).getFloat32(0)).toBe(9600);
});

test("has a track of pictures and one of sound", () => {
  const found = elements(tracks?.content ?? []).map(({ content }) => {
    const parts = elements(content);
    const part = (id: string): readonly number[] => parts.find((it) => it.id === id)?.content ?? [];
    return { number: number(part("d7")), type: number(part("83")), codec: words(part("86")), setup: words(part("63a2")) };
  });
  expect(found).toEqual([
    { number: 1, type: 1, codec: "V_VP8", setup: "" },
    // RFC 7845: version 1, one channel, 48,000 Hz in little-endian.
    { number: 2, type: 2, codec: "A_OPUS", setup: "OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0" },
  ]);
});

test("shows a picture about every second", () => {
  const pictures = blocks(1);
  expect(pictures.map(({ time }) => time)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => n * 960));
  for (const { content } of pictures) {
    // A key frame that is shown, and its start code.
    expect((content[0] ?? 0) & 0x11).toBe(0x10);
    expect(content.slice(3, 6)).toEqual([0x9d, 0x01, 0x2a]);
  }
});

test("is silent all the time", () => {
  const packets = blocks(2);
  packets.forEach(({ time, content }, n) => {
    expect(time).toBe(n * 120);
    // RFC 6716: CELT, 20 ms, mono, any number of frames; six of the same length; each is silence.
    expect(content.slice(0, 2)).toEqual([(31 << 3) | 3, 6]);
    expect(content.slice(2)).toEqual([1, 2, 3, 4, 5, 6].reduce<number[]>((all) => [...all, 0xff, 0xfe], []));
  });
  expect(packets).toHaveLength(80);
});

test("its blocks stand in the order of their times", () => {
  const times = elements(cluster?.content ?? []).filter(({ id }) => id === "a3").map(({ content }) => number(content.slice(1, 3)));
  expect(times).toEqual([...times].sort((one, other) => one - other));
});
