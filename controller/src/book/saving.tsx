/** A game to be kept: as a picture of what everybody saw; after the debrief as text and JSON, too. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { boardAt } from "../../../common/book/moments";
import type { Opened } from "../../../common/book/moments";
import type { Trouble } from "../../../common/connection/connection";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import { view } from "../view";
import { download, shareOrDownload } from "./files";
import { useBookWords } from "./words";

/** Written alike in every script. */
const FORMAT = { format: "JSON" };

export function Saving({ opened }: { opened: Opened }): JSX.Element {
  const ui = useUi();
  const words = useBookWords();
  const [saving, setSaving] = useState<"no" | "busy" | "failed" | Trouble>("no");
  const { page, keys } = opened;
  const name = words.say("save.file", { n: page.number });
  const saved = (work: () => Promise<Trouble | undefined>) => (): void => {
    setSaving("busy");
    work().then(
      (trouble) => setSaving(trouble ?? "no"),
      () => setSaving("failed"),
    );
  };
  const picture = saved(async () => {
    const { pictureOf } = await import("./picture");
    await shareOrDownload(`${name}.png`, await pictureOf(ui, words, opened, boardAt(page, Infinity)));
    return undefined;
  });
  const exported = (kind: "text" | "json") =>
    saved(async () => {
      const answer = await ui.phone.read("export_game", { game: page.number });
      if ("error" in answer) return answer.error as Trouble;
      const type = kind === "text" ? "text/plain" : "application/json";
      download(`${name}.${kind === "text" ? "txt" : "json"}`, new Blob([answer[kind]], { type }));
      return undefined;
    });
  const button = (what: "picture" | "text" | "json", act: () => void): JSX.Element => (
    <button type="button" class="wide" data-testid={`book-save-${what}`} disabled={saving === "busy"} onClick={act}>
      {words.say(`save.${what}`, FORMAT)}
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
          {words.say(view(ui.state)?.lobby.games === page.number ? "save.not_yet" : "save.never", FORMAT)}
        </p>
      )}
      {(saving === "failed" || typeof saving === "object") && (
        <p role="alert">
          {saving === "failed" || saving.code === "client/dropped" ? words.say("save.failed") : refusalText(ui.words, saving.code)}
        </p>
      )}
    </section>
  );
}
