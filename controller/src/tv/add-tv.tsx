/** A television that is not found by itself, by its address; and what came of looking there. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Television } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { nameOfTv } from "./saying";

const EXAMPLE = "192.168.1.40";

/** Where the host wanted it looked for, and why the server did not begin, if it did not. */
interface Asked {
  address: string;
  refused: string | null;
}

export function AddTv({ televisions }: { televisions: readonly Television[] }): JSX.Element {
  const ui = useUi();
  const { phone, words } = ui;
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const add = (event: Event): void => {
    event.preventDefault();
    const typed = address.trim();
    setAsked(null);
    if (typed === "") return;
    void phone.cast("add_tv", { address: typed }).then((answer) => {
      const refused = "error" in answer ? answer.error.code : null;
      if (refused === null) setAddress("");
      if (refused !== "client/dropped") setAsked({ address: typed, refused });
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
            aria-describedby="tv-added"
            onInput={(event) => setAddress(event.currentTarget.value.replace(/,/g, "."))}
          />
        </label>
        <button type="submit" data-testid="tv-add">
          {words.say("tv.add.go")}
        </button>
      </form>
      <p class="aside" role="status" id="tv-added" data-testid="tv-added">
        {asked === null ? words.say("tv.add.hint") : outcome(ui, asked, televisions)}
      </p>
    </details>
  );
}

/** What is known by now of that address. */
function outcome(ui: Ui, { address, refused }: Asked, televisions: readonly Television[]): string {
  const { words } = ui;
  const there = televisions.find((tv) => tv.address === address);
  const why = refused ?? there?.refused ?? null;
  if (why !== null) return words.say("label", { label: address, value: refusalText(words, why) });
  if (there === undefined) return words.say("tv.added", { address });
  return words.say("tv.add.found", { name: nameOfTv(ui, there) });
}
