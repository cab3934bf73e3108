import type { JSX } from "preact";
import { textKey, useUi } from "../ui";

/** One of a few values, as a row of buttons. */
export function Choice<Value extends string>(props: {
  legend: string;
  prefix: string;
  name: string;
  values: readonly Value[];
  value: Value;
  disabled?: boolean;
  change(value: Value): void;
}): JSX.Element {
  const { words } = useUi();
  return (
    <fieldset class="choice" disabled={props.disabled ?? false}>
      <legend>{props.legend}</legend>
      <div class={`choice-values${props.values.length > 3 ? " choice-many" : ""}`}>
        {props.values.map((value) => (
          <label key={value} class="choice-value">
            <input
              type="radio"
              name={props.name}
              value={value}
              data-testid={`${props.name}-${value}`}
              checked={value === props.value}
              onChange={() => props.change(value)}
            />
            <span>{words.say(textKey(props.prefix, value))}</span>
          </label>
        ))}
      </div>
      <p class="aside">{words.say(textKey(`${props.prefix}.why`, props.value))}</p>
    </fieldset>
  );
}
