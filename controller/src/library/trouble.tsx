import type { JSX } from "preact";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";

/** Why the library did not do something. */
export function LibraryTrouble({ code }: { code: string }): JSX.Element {
  const { words } = useUi();
  return (
    <p role="alert" class="refusal" data-testid="library-trouble">
      {code === "client/dropped" ? words.say("library.failed") : refusalText(words, code)}
    </p>
  );
}
