/** What is asked of the book: on its way, here, or not to be had and why. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Trouble } from "../../../common/connection/connection";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import { useBookWords } from "./words";

export type Reading<T> = { value: T } | { refused: string } | "opening" | "offline" | "gone";

/** Asks now, when `of` changes, when the line is back, and when it is told to ask again. */
export function useReading<T extends object>(
  of: string,
  ask: () => Promise<T | { error: Trouble }>,
): [Reading<T>, () => void] {
  const { state } = useUi();
  const [reading, setReading] = useState<Reading<T>>("opening");
  const [tries, setTries] = useState(0);
  const online = state.line === "online";
  useEffect(() => {
    let wanted = true;
    if (!online) {
      // What is here already can still be read.
      setReading((now) => (valueOf(now) === null ? "offline" : now));
      return undefined;
    }
    void ask().then((answer) => {
      if (wanted) setReading("error" in answer ? reasonOf(answer.error as Trouble) : { value: answer as T });
    });
    return () => {
      wanted = false;
    };
  }, [of, online, tries]);
  const again = (): void => {
    setReading("opening");
    setTries(tries + 1);
  };
  return [reading, again];
}

function reasonOf({ code }: Trouble): Reading<never> {
  if (code === "game/no_such_game") return "gone";
  return code === "client/dropped" ? "offline" : { refused: code };
}

export function valueOf<T>(reading: Reading<T>): T | null {
  return typeof reading === "object" && "value" in reading ? reading.value : null;
}

/** What has come, or a sentence in its place. */
export function Read<T>(props: {
  reading: Reading<T>;
  again(): void;
  children(value: T): ComponentChildren;
}): JSX.Element {
  const words = useBookWords();
  const ui = useUi();
  const { reading, again, children } = props;
  if (typeof reading === "object" && "value" in reading) return <>{children(reading.value)}</>;
  return (
    <div class="book" data-testid={`book-${typeof reading === "string" ? reading : "refused"}`}>
      <p class="hint" role="status">
        {typeof reading === "string" ? words.say(reading) : refusalText(ui.words, reading.refused)}
      </p>
      {typeof reading === "object" && (
        <button type="button" class="wide" onClick={again}>
          {words.say("retry")}
        </button>
      )}
    </div>
  );
}
