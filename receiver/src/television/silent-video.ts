/**
 * The smallest video that plays: ten grey pictures of 16 × 16 pixels, one a second, no sound.
 *
 * WebM written by hand, after the Matroska element list and RFC 6386 (VP8).
 */

const PICTURES = 10;
const SIZE = 16;

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
    element([0x44, 0x89], [0x46, 0x1c, 0x40, 0x00]), // duration 10000.0, a float
    element([0x4d, 0x80], text("Undercast")),
    element([0x57, 0x41], text("Undercast")),
  );
  const video = element([0xe0], element([0xb0], [SIZE]), element([0xba], [SIZE]));
  const track = element(
    [0xae],
    element([0xd7], [1]),
    element([0x73, 0xc5], [1]),
    element([0x83], [1]), // video
    element([0x86], text("V_VP8")),
    video,
  );
  const tracks = element([0x16, 0x54, 0xae, 0x6b], track);
  const pictures = Array.from({ length: PICTURES }, (_, second) =>
    element([0xa3], [0x81], two(second * 1000), [0x80], picture()),
  );
  const cluster = element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], [0]), ...pictures);
  return [...head, ...element([0x18, 0x53, 0x80, 0x67], info, tracks, cluster)];
}

export function silentVideo(): Blob {
  return new Blob([new Uint8Array(silentVideoBytes())], { type: "video/webm" });
}
