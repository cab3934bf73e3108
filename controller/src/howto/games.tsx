/** What the sections about the further games show: presets, scores, the two keys of a duet. */
import type { JSX } from "preact";
import type { Identity } from "../../../common/wire";
import { EVERY_PRESET, presetOf } from "../rules/house-rules";
import { textKey, useUi } from "../ui";
import { useBook } from "./book";
import { KEYS, SCORES, textOf } from "./content";
import { Here } from "./here";

/** The presets; the one that this room plays is marked. */
export function Presets(): JSX.Element {
  const { rules, say } = useBook();
  const played = rules.where === "usual" ? null : presetOf(rules.settings);
  return (
    <dl>
      {EVERY_PRESET.map((preset) => (
        <div key={preset} class="term" data-testid={`told-${preset}`}>
          <dt>
            {say(textOf("preset", preset))} {preset === played && <Here />}
          </dt>
          <dd>{say(textOf("preset", preset, "text"))}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Ratings(): JSX.Element {
  const { say } = useBook();
  const { words } = useUi();
  return (
    <table class="ratings">
      <caption class="hidden-text">{say("coop.score")}</caption>
      <tbody>
        {SCORES.map((score) => (
          <tr key={score}>
            <th scope="row">{score}</th>
            <td>{words.say(textKey("coop.rating", String(score)))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Keys(): JSX.Element {
  const { say } = useBook();
  const { words } = useUi();
  const cell = (identity: Identity): JSX.Element => (
    <td class={`is-${identity}`}>{say(textOf("keys", identity))}</td>
  );
  return (
    <table class="keys">
      <caption class="hidden-text">{say("duet.keys")}</caption>
      <thead>
        <tr>
          <th scope="col">{words.say("seat.side_a")}</th>
          <th scope="col">{words.say("seat.side_b")}</th>
          <th scope="col">{say("keys.cards")}</th>
        </tr>
      </thead>
      <tbody>
        {KEYS.map(({ a, b, cards }) => (
          <tr key={`${a} ${b}`}>
            {cell(a)}
            {cell(b)}
            <td>{cards}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
