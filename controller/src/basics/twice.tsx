import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useUi } from "../ui";

/** Pressed twice: only the second time in earnest. */
export function Twice(props: {
  testid: string;
  class: string;
  first: string;
  sure: string;
  /** Instead of "cancel". */
  back?: string;
  busy?: boolean;
  act(): void;
}): JSX.Element {
  const { words } = useUi();
  const [pressed, setPressed] = useState(false);
  if (!pressed) {
    return (
      <button type="button" class={props.class} data-testid={props.testid} onClick={() => setPressed(true)}>
        {props.first}
      </button>
    );
  }
  return (
    <div class="pair">
      <button
        type="button"
        class="danger"
        data-testid={`${props.testid}-confirm`}
        disabled={props.busy ?? false}
        onClick={props.act}
      >
        {props.sure}
      </button>
      <button type="button" onClick={() => setPressed(false)}>
        {props.back ?? words.say("touch.cancel")}
      </button>
    </div>
  );
}
