/** A game to be kept: as a picture of what everybody saw; after the debrief as text and JSON, too. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Opened } from "../../../common/book/moments";
import { useUi } from "../ui";
import { view } from "../view";
import { useBookWords } from "./words";

/** How long a file stays to be fetched (ms). */
const FETCHED = 60_000;

export function Saving({ opened }: { opened: Opened }): JSX.Element {
  const ui = useUi();
  const words = useBookWords();
  const [saving, setSaving] = useState<"no" | "busy" | "failed">("no");
  const { page, keys } = opened;
  const name = words.say("save.file", { n: page.number });
  const saved = (work: () => Promise<void>) => (): void => {
    setSaving("busy");
    work().then(
      () => setSaving("no"),
      () => setSaving("failed"),
    );
  };
  const picture = saved(async () => {
    const { pictureOf } = await import("./picture");
    download(`${name}.png`, await pictureOf(ui, words, opened));
  });
  const exported = (kind: "text" | "json") =>
    saved(async () => {
      const answer = await ui.phone.read("export_game", { game: page.number });
      if ("error" in answer) throw new Error(answer.error.code);
      const type = kind === "text" ? "text/plain" : "application/json";
      download(`${name}.${kind === "text" ? "txt" : "json"}`, new Blob([answer[kind]], { type }));
    });
  const button = (what: "picture" | "text" | "json", act: () => void): JSX.Element => (
    <button type="button" class="wide" data-testid={`book-save-${what}`} disabled={saving === "busy"} onClick={act}>
      {words.say(`save.${what}`)}
    </button>
  );
  return (
    <section class="book-saving">
      <h3>{words.say("save")}</h3>
      {button("picture", picture)}
      {keys.length > 0 && button("text", exported("text"))}
      {keys.length > 0 && button("json", exported("json"))}
      {keys.length === 0 && (
        <p class="hint" data-testid="book-no-export">
          {words.say(view(ui.state)?.lobby.games === page.number ? "save.not_yet" : "save.never")}
        </p>
      )}
      {saving === "failed" && <p role="alert">{words.say("save.failed")}</p>}
    </section>
  );
}

function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.appendChild(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED);
}
