/** One's own stamp, and the way to another: the choice is fetched when it is opened. */
import type { JSX } from "preact";
import type { Language } from "../../../common/language/languages";
import { Stamp } from "../../../common/look/stamp";
import { Fetched } from "../basics/fetched";
import { useUi } from "../ui";
import { me } from "../view";

export function StampButton({ wide = false }: { wide?: boolean }): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  const mine = me(state);
  if (mine === null) return null;
  const named = words.say("sheet.stamp");
  return (
    <button
      type="button"
      class={wide ? "wide" : "icon stamp-own"}
      aria-label={named}
      data-testid="stamp-open"
      onClick={() => dispatch({ type: "sheet", sheet: "stamp" })}
    >
      <Stamp of={mine.player.stamp} />
      {wide && <>&nbsp;{named}</>}
    </button>
  );
}

export function StampSheet(): JSX.Element {
  return <Fetched open={open} fetching="stamp.fetching" failed="stamp.failed" class="stamps-failed" />;
}

async function open(language: Language): Promise<JSX.Element> {
  const { Stamps, loadNaming } = await import("./stamps");
  return <Stamps called={await loadNaming(language)} />;
}
