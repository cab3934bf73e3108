/**
 * The smallest video that plays: ten grey pictures of 16 × 16 pixels, one a second, and silence.
 *
 * WebM written by hand, after the Matroska element list, RFC 6386 (VP8), RFC 6716 and RFC 7845 (Opus).
 */

const PICTURES = 10;
const SIZE = 16;
/** Packets of sound to a picture, and how long one is (ms): the longest that Opus knows. */
const PACKETS = 8;
const PACKET = 120;

type Bytes = readonly number[];

/** An element: its id, the length of its content (below 16384, in two bytes), its content. */
function element(id: Bytes, ...content: Bytes[]): Bytes {
  const all = content.reduce((before, more) => [...before, ...more], []);
  return [...id, 0x40 | (all.length >> 8), all.length & 0xff, ...all];
}

const text = (value: string): Bytes => value.split("").map((letter) => letter.charCodeAt(0));
const two = (value: number): Bytes => [value >> 8, value & 0xff];

/**
 * A key frame. In VP8's arithmetic coding zeros read as "no" whatever is asked: no filter, no
 * changed probability, every block predicted from its neighbours, nothing added to it. That is grey.
 */
function picture(): Bytes {
  const header = 64;
  const tag = (header << 5) | (1 << 4); // a key frame, shown, with so many bytes of header
  const start = [0x9d, 0x01, 0x2a];
  const zeros = Array.from({ length: header + 16 }, () => 0);
  return [tag & 0xff, (tag >> 8) & 0xff, tag >> 16, ...start, SIZE, 0, SIZE, 0, ...zeros];
}

/** Six frames of 20 ms, CELT, mono; each begins with the bit that says "silence", and that is all. */
function silence(): Bytes {
  const frames = Array.from({ length: PACKET / 20 }, () => [0xff, 0xfe]);
  return frames.reduce((before, frame) => [...before, ...frame], [0xfb, frames.length]);
}

/** Number, type, codec; and what is particular. */
function track(number: number, type: number, codec: string, ...more: Bytes[]): Bytes {
  return element(
    [0xae],
    element([0xd7], [number]),
    element([0x73, 0xc5], [number]),
    element([0x83], [type]),
    element([0x86], text(codec)),
    ...more,
  );
}

function tracks(): Bytes {
  const size = element([0xe0], element([0xb0], [SIZE]), element([0xba], [SIZE]));
  // One channel at 48,000 Hz: nothing to skip, no gain.
  const head = [...text("OpusHead"), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0];
  const sound = element([0xe1], element([0xb5], [0x47, 0x3b, 0x80, 0]), element([0x9f], [1]));
  const warmUp = element([0x56, 0xbb], [0x04, 0xc4, 0xb4, 0]); // 80 ms, as Opus asks for
  return element(
    [0x16, 0x54, 0xae, 0x6b],
    track(1, 1, "V_VP8", size),
    track(2, 2, "A_OPUS", element([0x63, 0xa2], head), warmUp, sound),
  );
}

/** Of this track, at this time (ms), to be decoded by itself. */
function block(number: number, time: number, content: Bytes): Bytes {
  return element([0xa3], [0x80 | number], two(time), [0x80], content);
}

function cluster(): Bytes {
  const blocks = Array.from({ length: PICTURES * PACKETS }, (_, packet) => [
    ...(packet % PACKETS === 0 ? block(1, packet * PACKET, picture()) : []),
    ...block(2, packet * PACKET, silence()),
  ]);
  return element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], [0]), ...blocks);
}

/** The bytes of the file. */
export function silentVideoBytes(): Bytes {
  const head = element(
    [0x1a, 0x45, 0xdf, 0xa3],
    element([0x42, 0x82], text("webm")),
    element([0x42, 0x87], [2]), // version, and the one needed to read it
    element([0x42, 0x85], [2]),
  );
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], [0x0f, 0x42, 0x40]), // times count milliseconds
    element([0x44, 0x89], [0x46, 0x16, 0, 0]), // duration 9600.0, a float
    element([0x4d, 0x80], text("Undercast")),
    element([0x57, 0x41], text("Undercast")),
  );
  return [...head, ...element([0x18, 0x53, 0x80, 0x67], info, tracks(), cluster())];
}

export function silentVideo(): Blob {
  return new Blob([new Uint8Array(silentVideoBytes())], { type: "video/webm" });
}
