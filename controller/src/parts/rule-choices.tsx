/** House rules to choose: a preset, or each rule by itself. */
import type { JSX } from "preact";
import { minutes } from "../../../common/time_left";
import { PRESETS } from "../../../common/wire";
import type { Settings } from "../../../common/wire";
import { EVERY_PRESET, TIMES, VALUES, nextTime, presetOf, rulesThatCount } from "../house";
import type { Seconds } from "../house";
import { key, useUi } from "../ui";
import { Choice } from "./basics";

interface Props {
  settings: Settings;
  change(settings: Settings): void;
}

/** The presets on top; everything else folded away. */
export function RuleChoices({ settings, change }: Props): JSX.Element {
  const { words } = useUi();
  return (
    <>
      <Presets settings={settings} change={change} />
      <details class="rules-all">
        <summary data-testid="rules-all">{words.say("rules.all")}</summary>
        {rulesThatCount(settings).map((rule) => (
          <Choice<string>
            key={rule}
            legend={words.say(key("rules", rule))}
            prefix={rule}
            name={rule}
            values={VALUES[rule]}
            value={settings[rule]}
            change={(value) => change({ ...settings, [rule]: value })}
          />
        ))}
        {TIMES[settings.timer].map((name) => (
          <Stepper key={name} name={name} value={settings[name]} change={(value) => change({ ...settings, [name]: value })} />
        ))}
      </details>
    </>
  );
}

function Presets({ settings, change }: Props): JSX.Element {
  const { words } = useUi();
  const inForce = presetOf(settings);
  return (
    <fieldset class="choice">
      <legend>{words.say("rules.preset")}</legend>
      <div class="choice-list">
        {EVERY_PRESET.map((preset) => (
          <label key={preset} class="choice-value">
            <input
              type="radio"
              name="preset"
              value={preset}
              data-testid={`preset-${preset}`}
              checked={preset === inForce}
              onChange={() => change(PRESETS[preset])}
            />
            <span>
              <strong>{words.say(key("preset", preset))}</strong> {words.say(key("preset.why", preset))}
            </span>
          </label>
        ))}
      </div>
      {inForce === null && (
        <p class="aside" data-testid="preset-own">
          {words.say("preset.own")}
        </p>
      )}
    </fieldset>
  );
}

/** A time, shorter or longer by sensible steps. */
function Stepper(props: { name: Seconds; value: number; change(value: number): void }): JSX.Element {
  const { words } = useUi();
  const { name, value } = props;
  const what = words.say(key("rules", name));
  const step = (longer: boolean): JSX.Element => {
    const next = nextTime(name, value, longer);
    return (
      <button
        type="button"
        class="icon"
        data-testid={`${name}-${longer ? "longer" : "shorter"}`}
        aria-label={words.say(longer ? "rules.longer" : "rules.shorter", { what })}
        disabled={next === null}
        onClick={() => next !== null && props.change(next)}
      >
        <span aria-hidden="true">{longer ? "+" : "−"}</span>
      </button>
    );
  };
  return (
    <div class="stepper" role="group" aria-label={what}>
      <span class="stepper-name">{what}</span>
      {step(false)}
      <output class="stepper-value" data-testid={name}>
        {minutes(value)}
      </output>
      {step(true)}
    </div>
  );
}

/** House rules to read: what they are called, and what each means. */
export function RulesRead({ settings }: { settings: Settings }): JSX.Element {
  const { words } = useUi();
  const preset = presetOf(settings);
  return (
    <div class="rules-read" data-testid="rules-read">
      <p>
        <strong>{words.say(preset === null ? "preset.own" : key("preset", preset))}</strong>{" "}
        {preset !== null && words.say(key("preset.why", preset))}
      </p>
      <details>
        <summary>{words.say("rules.all")}</summary>
        <dl>
          {rulesThatCount(settings).map((rule) => (
            <div key={rule}>
              <dt>{words.say(key("rules", rule))}</dt>
              <dd>
                <strong>{words.say(key(rule, settings[rule]))}</strong>{" "}
                {words.say(key(`${rule}.why`, settings[rule]))}
              </dd>
            </div>
          ))}
          {TIMES[settings.timer].map((name) => (
            <div key={name}>
              <dt>{words.say(key("rules", name))}</dt>
              <dd>{minutes(settings[name])}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
