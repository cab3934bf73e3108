/** What of a room could not be read, as its door tells it, too. */
import type { ComponentChildren, JSX } from "preact";
import type { LostView } from "../../../common/wire";
import { useUi } from "../ui";

/** What is lost and what is not, and what follows from that. */
export function LostNews({ lost, children }: { lost: LostView; children: ComponentChildren }): JSX.Element {
  const { words } = useUi();
  return (
    <section class="lost" role="status" data-testid="lost">
      <h2>{lost.game === null ? words.say("lost.latest") : words.say("lost.game", { n: lost.game })}</h2>
      <p>{words.say("lost.rest")}</p>
      {children}
    </section>
  );
}
