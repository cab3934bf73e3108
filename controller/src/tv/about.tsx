/** What the room's television runs on: to be read to a helper on the phone, or sent as text. */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { aboutLanguage } from "../../../common/language/languages";
import type { ScreenReport, Remedy, Screen } from "../../../common/wire";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { nameOfTv } from "./saying";

/** What it is about, and what is known of it. */
type Row = readonly [string, string];

/** For whoever wants to know why a screen behaves as it does. */
export function AboutScreen({ screen, about }: { screen: Screen | null; about: ScreenReport | null }): JSX.Element {
  const ui = useUi();
  const { words } = ui;
  const rows = [...(screen === null ? [] : ofScreen(ui, screen)), ...(about === null ? [] : ofPage(ui, about))];
  const list = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState(false);
  return (
    <details class="tv-about" data-testid="tv-about">
      <summary>{words.say("tv.about")}</summary>
      <div class="tv-about-rows" ref={list}>
        {rows.map(([what, known]) => (
          <p key={what}>
            <span class="tv-about-what">{what}:</span> <span dir="auto">{known}</span>
          </p>
        ))}
      </div>
      <button type="button" data-testid="tv-about-copy" onClick={() => setCopied(copy(list.current))}>
        {words.say(copied ? "share.copied" : "share.copy")}
      </button>
    </details>
  );
}

function ofScreen(ui: Ui, screen: Screen): Row[] {
  const { words } = ui;
  const state: Row = [words.say("tv.nameless"), `${nameOfTv(ui, screen)}, ${screen.state}, ${screen.reason ?? "-"}`];
  if (screen.receiver === null) return [state];
  return [state, [words.say("tv.about.by"), words.say(`tv.receiver.${screen.receiver}`, { app: "DashCast" })]];
}

function ofPage({ words }: Ui, about: ScreenReport): Row[] {
  const { width, height, latency } = about;
  const at = (time: number): string => new Date(time).toLocaleTimeString(aboutLanguage(words.language).tag);
  const names = (remedies: readonly Remedy[]): string =>
    remedies.map((remedy) => words.say(`remedy.${remedy}`)).join(", ") || words.say("tv.about.nothing");
  const changes = about.changes.map((change) =>
    words.say(change.visible ? "tv.about.uncovered" : "tv.about.covered", { at: at(change.at) }),
  );
  const rows: (readonly [Parameters<typeof words.say>[0], string])[] = [
    ["tv.about.who", words.say(about.cast ? "tv.about.cast" : "tv.about.any")],
    ["tv.about.at", at(about.at)],
    ["tv.about.framework", words.say(framework(about))],
    ["tv.about.holds", names(about.holds)],
    ["tv.about.failed", names(about.failed)],
    ["tv.about.played", words.say("tv.about.seconds", { seconds: about.played })],
    ["tv.about.seen", words.say(about.visible ? "tv.about.seen.yes" : "tv.about.seen.no")],
    ["tv.about.changes", changes.join(", ") || words.say("tv.about.nothing")],
    ["tv.about.page", words.say("tv.about.is", { width, height, latency })],
    ["tv.about.version", about.version],
    ["tv.about.agent", about.agent],
  ];
  return rows.map(([key, known]) => [words.say(key), known]);
}

function framework({ holds, failed }: ScreenReport): "tv.about.loaded" | "tv.about.not_loaded" | "tv.about.not_asked" {
  // What plays in its player has loaded it.
  if (holds.indexOf("framework") >= 0 || holds.indexOf("player") >= 0) return "tv.about.loaded";
  return failed.indexOf("framework") >= 0 ? "tv.about.not_loaded" : "tv.about.not_asked";
}

/** By selecting it: on a plain http page there is no other way. Whether it went. */
function copy(element: HTMLElement | null): boolean {
  if (element === null) return false;
  getSelection()?.selectAllChildren(element);
  return document.execCommand("copy");
}
