/** The one place of the page from which a screen reader hears how the game goes on. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useTimeTold } from "../clock/clock";
import { useUi } from "../ui";
import { heard, toldOf } from "./heard";
import type { Told } from "./heard";
import { noticeText } from "./notices";

/** Sentences, of which some have their full stop. */
function asOne(said: readonly string[]): string {
  return said.map((it, at) => (at === said.length - 1 || /[.!?।]$/.test(it) ? it : `${it}.`)).join(" ");
}

/** One text after the other, each whole: what comes with one view is one sentence after the other. */
export function Spoken(): JSX.Element {
  const ui = useUi();
  const { message, beat, notices } = ui.state;
  const before = useRef<Told | null>(null);
  const latest = useRef(0);
  const [text, setText] = useState("");
  const time = useTimeTold();
  useEffect(() => {
    // What a card was is told together with what came of it.
    if (beat !== null && beat.shows !== "all") return;
    const now = toldOf(ui);
    const fresh = notices.filter(({ id }) => id > latest.current);
    const news = now === null ? [] : heard(ui, before.current, now);
    const all = [...fresh.map((notice) => noticeText(ui, notice)), ...news];
    before.current = now;
    latest.current = fresh.reduce((most, { id }) => Math.max(most, id), latest.current);
    if (all.length > 0) setText(asOne(all));
    // What is said hangs on the view that is shown alone, not on the words or a tap.
  }, [message, notices]);
  useEffect(() => {
    if (time !== null) setText(time);
  }, [time]);
  return (
    <p class="hidden-text" role="status" data-testid="spoken">
      {text}
    </p>
  );
}
