/** A television that is not found by itself, by its address. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useUi } from "../ui";

const EXAMPLE = "192.168.1.40";

export function AddTv(): JSX.Element {
  const { phone, words } = useUi();
  const [address, setAddress] = useState("");
  const [added, setAdded] = useState("");
  const add = (event: Event): void => {
    event.preventDefault();
    const typed = address.trim();
    setAdded("");
    if (typed === "") return;
    void phone.cast("add_tv", { address: typed }).then((answer) => {
      if ("error" in answer) return;
      setAddress("");
      setAdded(typed);
    });
  };
  return (
    <details class="tv-add">
      <summary data-testid="tv-add-open">{words.say("tv.add")}</summary>
      <form class="joined" onSubmit={add}>
        <label class="field">
          <span class="field-name">{words.say("tv.add.field", { example: EXAMPLE })}</span>
          <input
            type="text"
            data-testid="tv-address"
            dir="ltr"
            inputMode="decimal"
            autocomplete="off"
            maxLength={45}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value.replace(/,/g, "."))}
          />
        </label>
        <button type="submit" data-testid="tv-add">
          {words.say("tv.add.go")}
        </button>
      </form>
      <p class="aside" role="status">
        {added === "" ? words.say("tv.add.hint") : words.say("tv.added", { address: added })}
      </p>
    </details>
  );
}
