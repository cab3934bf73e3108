/** House rules to choose: a preset, or each rule by itself. */
import type { JSX } from "preact";
import { minutes } from "../../../common/clock/time-left";
import type { Language } from "../../../common/language/languages";
import { PRESETS } from "../../../common/wire";
import type { Settings } from "../../../common/wire";
import { Choice } from "../basics/choice";
import { withDecks } from "../decks/decks";
import type { Setup } from "../setup";
import { textKey, useUi } from "../ui";
import type { Ui } from "../ui";
import { EVERY_PRESET, TIMES, VALUES, besideIt, countsOf, nextCount, nextTime, presetOf, rulesThatCount } from "./house-rules";
import type { Count, Preset, Seconds } from "./house-rules";

interface Props {
  setup: Setup;
  change(changed: Partial<Setup>): void;
}

/** Whether there is a coach, as a rule to choose. */
const COACHING = ["off", "on"] as const;

function coaching({ coach }: Settings): (typeof COACHING)[number] {
  return coach ? "on" : "off";
}

/** The presets on top; everything else folded away. */
export function RuleChoices({ setup, change }: Props): JSX.Element {
  const { words } = useUi();
  const { settings } = setup;
  const set = (changed: Partial<Settings>): void => change({ settings: { ...settings, ...changed } });
  return (
    <>
      <Presets setup={setup} change={change} />
      <details class="rules-all">
        <summary data-testid="rules-all">{words.say("rules.all")}</summary>
        {rulesThatCount(settings).map((rule) => (
          <Choice<string>
            key={rule}
            legend={words.say(`rules.${rule}`)}
            prefix={rule}
            name={rule}
            values={VALUES[rule]}
            value={settings[rule]}
            change={(value) => set({ [rule]: value })}
          />
        ))}
        <Choice
          legend={words.say("rules.coach")}
          prefix="coach"
          name="coach"
          values={COACHING}
          value={coaching(settings)}
          change={(value) => set({ coach: value === "on" })}
        />
        {TIMES[settings.timer].map((name) => (
          <Stepper
            key={name}
            name={name}
            shown={minutes(settings[name])}
            next={(longer) => nextTime(name, settings[name], longer) ?? undefined}
            change={(value) => set({ [name]: value })}
          />
        ))}
        {countsOf(settings.mode).map((name) => (
          <Stepper
            key={name}
            name={name}
            shown={count(words, settings[name])}
            next={(more) => nextCount(name, settings[name], more)}
            change={(value) => set({ [name]: value })}
          />
        ))}
      </details>
    </>
  );
}

/** The games of the box and the ways to play them: each a card with one line. */
export function Presets({ setup, change }: Props): JSX.Element {
  const { words } = useUi();
  const inForce = presetOf(setup.settings);
  return (
    <fieldset class="choice">
      <legend>{words.say("rules.preset")}</legend>
      <div class="presets">
        {EVERY_PRESET.map((preset) => (
          <label key={preset} class="choice-value preset">
            <input
              type="radio"
              name="preset"
              value={preset}
              data-testid={`preset-${preset}`}
              checked={preset === inForce}
              onChange={() => change(chosen(preset, setup, words.language))}
            />
            <span>
              <strong>{words.say(`preset.${preset}`)}</strong> {words.say(`preset.why.${preset}`)}
            </span>
          </label>
        ))}
      </div>
      {inForce === null && (
        <p class="choice-own" data-testid="preset-own">
          {words.say("preset.own")}
        </p>
      )}
      {inForce === "hindi_house_rules" && <InHindiToo setup={setup} change={change} />}
    </fieldset>
  );
}

/** A coach and the bots' pace stay. On a phone that speaks Hindi, the Hindi house rules bring the words along. */
function chosen(preset: Preset, setup: Setup, language: Language): Partial<Setup> {
  const settings = { ...PRESETS[preset], ...besideIt(setup.settings) };
  return preset === "hindi_house_rules" && language === "hi" ? { settings, ...inHindi(setup) } : { settings };
}

function inHindi({ decks }: Setup): Partial<Setup> {
  return { decks: withDecks("words", decks, ["hi"]), language: "hi" };
}

/** Other phones are asked. */
function InHindiToo({ setup, change }: Props): JSX.Element | null {
  const { words } = useUi();
  if (setup.decks.indexOf("hi") >= 0) return null;
  return (
    <button type="button" class="wide" data-testid="in-hindi" onClick={() => change(inHindi(setup))}>
      {words.say("preset.in_hindi")}
    </button>
  );
}

interface StepperProps {
  name: Seconds | Count;
  shown: string;
  /** The next value, shorter or longer; undefined at the end. */
  next(longer: boolean): number | null | undefined;
  change(value: number | null): void;
}

/** A time or a number, more or less by sensible steps. */
function Stepper(props: StepperProps): JSX.Element {
  const { words } = useUi();
  const { name } = props;
  const what = words.say(`rules.${name}`);
  const step = (longer: boolean): JSX.Element => {
    const next = props.next(longer);
    return (
      <button
        type="button"
        class="icon"
        data-testid={`${name}-${longer ? "longer" : "shorter"}`}
        aria-label={words.say(longer ? "rules.longer" : "rules.shorter", { what })}
        disabled={next === undefined}
        onClick={() => next !== undefined && props.change(next)}
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
        {props.shown}
      </output>
      {step(true)}
    </div>
  );
}

/** House rules to read: what they are called, and what each means. */
export function RulesRead({ settings }: { settings: Settings }): JSX.Element {
  const { words } = useUi();
  return (
    <div class="rules-read" data-testid="rules-read">
      <p>
        <strong>{gameName(words, settings)}</strong> {gameIdea(words, settings)}
      </p>
      <details>
        <summary>{words.say("rules.all")}</summary>
        <dl>
          {rulesThatCount(settings).map((rule) => (
            <div key={rule}>
              <dt>{words.say(`rules.${rule}`)}</dt>
              <dd>
                <strong>{words.say(textKey(rule, settings[rule]))}</strong> ·{" "}
                {words.say(textKey(`${rule}.why`, settings[rule]))}
              </dd>
            </div>
          ))}
          <div>
            <dt>{words.say("rules.coach")}</dt>
            <dd>
              <strong>{words.say(`coach.${coaching(settings)}`)}</strong> · {words.say(`coach.why.${coaching(settings)}`)}
            </dd>
          </div>
          {TIMES[settings.timer].map((name) => (
            <div key={name}>
              <dt>{words.say(`rules.${name}`)}</dt>
              <dd>{minutes(settings[name])}</dd>
            </div>
          ))}
          {countsOf(settings.mode).map((name) => (
            <div key={name}>
              <dt>{words.say(`rules.${name}`)}</dt>
              <dd>{count(words, settings[name])}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function count(words: Ui["words"], value: number | null): string {
  return value === null ? words.say("mistakes.any") : String(value);
}

/** What is played, in two or three words. */
export function gameName(words: Ui["words"], settings: Settings): string {
  const preset = presetOf(settings);
  if (preset !== null) return words.say(`preset.${preset}`);
  return `${words.say("preset.own")} (${kindName(words, settings)})`;
}

/** The line that goes with it. */
export function gameIdea(words: Ui["words"], settings: Settings): string {
  const preset = presetOf(settings);
  return words.say(preset === null ? `mode.why.${settings.mode}` : `preset.why.${preset}`);
}

/** The mode, and the board where it is no usual one. */
export function kindName(words: Ui["words"], { mode, board }: Pick<Settings, "mode" | "board">): string {
  const name = words.say(`mode.${mode}`);
  return board === "words" ? name : `${name}, ${words.say(`board.${board}`)}`;
}
