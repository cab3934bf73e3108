/**
 * The guides, as data: which screens there are, and how the room's page is opened on each. The texts are in
 * `tv-guides.json` of each language, with the same keys: a guide's title is `<id>`.
 */
import type { Values } from "../../../../common/language/words";
import type { SignName } from "../signs";
import type en from "../../../../languages/en/texts/tv-guides.json";
import type { DrawingName } from "./drawings";

export type Text = keyof typeof en;

export interface Step {
  text: Text;
  drawing: DrawingName;
  /** What is typed or scanned in this step: the room's page, or the pictures of its board. */
  address?: "page" | "pictures";
}

export interface Guide {
  id: Text;
  sign: SignName;
  /** What is to be known before the first step. */
  first?: Text;
  steps: readonly Step[];
  /** What is to be known at the end. */
  last?: Text;
}

/** What others call their things: the same in every language and script. */
export const NAMES: Values = {
  samsung: "Samsung",
  internet: "Internet",
  lg: "LG",
  web: "Web Browser",
  fire: "Fire TV",
  silk: "Silk",
  apple: "Apple TV",
  iphone: "iPhone",
  ipad: "iPad",
  xbox: "Xbox",
  edge: "Microsoft Edge",
  ps4: "PlayStation 4",
  ps5: "PlayStation 5",
  ps_browser: "Internet Browser",
  switch: "Nintendo Switch",
  hdmi: "HDMI",
  f11: "F11",
  mac: "Control + Command + F",
  roku: "Roku",
  ha: "Home Assistant",
  https: "https",
};

const TYPE: Step = { text: "type", drawing: "address", address: "page" };
const SEEN: Step = { text: "seen", drawing: "board" };

export const GUIDES: readonly Guide[] = [
  { id: "samsung", sign: "screen", steps: [{ text: "samsung.1", drawing: "remote" }, TYPE, SEEN] },
  {
    id: "lg",
    sign: "screen",
    first: "lg.first",
    steps: [{ text: "lg.1", drawing: "remote" }, TYPE, SEEN],
  },
  { id: "fire", sign: "stick", steps: [{ text: "fire.1", drawing: "apps" }, TYPE, SEEN] },
  {
    id: "apple",
    sign: "box",
    first: "apple.first",
    steps: [
      { text: "apple.1", drawing: "scan", address: "page" },
      { text: "apple.2", drawing: "mirror" },
      { text: "apple.3", drawing: "lying" },
    ],
    last: "apple.last",
  },
  {
    id: "console",
    sign: "console",
    steps: [{ text: "console.1", drawing: "pad" }, TYPE, SEEN],
    last: "console.last",
  },
  {
    id: "laptop",
    sign: "laptop",
    steps: [
      { text: "laptop.1", drawing: "cable" },
      { text: "laptop.2", drawing: "input" },
      { text: "laptop.3", drawing: "address", address: "page" },
      { text: "laptop.4", drawing: "full" },
    ],
  },
  { id: "other", sign: "browser", steps: [{ text: "other.1", drawing: "apps" }, TYPE, SEEN], last: "other.last" },
  {
    id: "pictures",
    sign: "frame",
    first: "pictures.first",
    steps: [
      { text: "pictures.1", drawing: "frame", address: "pictures" },
      { text: "pictures.2", drawing: "house" },
    ],
  },
];
