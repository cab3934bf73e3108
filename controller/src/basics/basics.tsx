/** Small things that several screens use. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { LANGUAGES, LANGUAGE_NAMES } from "../../../common/language/words";
import type { Language } from "../../../common/language/words";
import { Shape } from "../../../common/look/shapes";
import { EVERY_IDENTITY, LONGEST_NAME } from "../../../common/wire";
import type { Settings } from "../../../common/wire";
import { PHOTOS_OPTION } from "../rules/house-rules";
import { view } from "../view";
import { key, useUi } from "../ui";
import type { Key, Ui } from "../ui";

/** A short buzz under the thumb, where the phone can. */
export function buzz(): void {
  (navigator as Partial<Navigator>).vibrate?.call(navigator, [30]);
}

/** What the server is started with: names that no language changes. */
const OPTIONS: Record<string, string> = {
  "cast/off": "--no-cast",
  "cast/loopback_only": "--host 0.0.0.0",
  "cast/no_address": "--public-url",
  "room/too_few_codenames": PHOTOS_OPTION,
};

/**
 * A refusal, or why a television shows nothing, in words: what happened, and what to do. What to do
 * may hang on what is played.
 */
export function refusalText(words: Ui["words"], code: string, played?: Settings): string {
  const wanted = code.indexOf("cast/") === 0 ? code : `refusal.${code}`;
  const option = OPTIONS[code] ?? "";
  const kinds = played === undefined ? [] : [played.mode, played.board];
  const known = [...kinds.map((kind) => `${wanted}.${kind}`), wanted].find(words.has);
  return known === undefined ? words.say("refusal.unknown", { code }) : words.say(known as Key, { option });
}

export function Refusal(): JSX.Element {
  const { state, dispatch, words } = useUi();
  return (
    <div role="alert" class="refusal-place">
      {state.trouble !== null && (
        <p class="refusal" data-testid="refusal">
          <span>{refusalText(words, state.trouble.code, view(state)?.lobby.settings)}</span>
          <button
            type="button"
            class="quiet icon"
            aria-label={words.say("close")}
            onClick={() => dispatch({ type: "trouble", trouble: null })}
          >
            <span aria-hidden="true">×</span>
          </button>
        </p>
      )}
    </div>
  );
}

export function Offline(): JSX.Element {
  const { state, words } = useUi();
  const gone = state.line === "offline";
  return (
    <div role="status" class="offline-place">
      {gone && (
        <p class="offline" data-testid="offline">
          {state.waiting.length > 0
            ? words.say("offline.held", { n: state.waiting.length })
            : words.say("offline")}
        </p>
      )}
    </div>
  );
}

export function NameField(props: {
  value: string;
  testid: string;
  change(name: string): void;
}): JSX.Element {
  const { words } = useUi();
  return (
    <label class="field">
      <span class="field-name">{words.say("name")}</span>
      <input
        type="text"
        data-testid={props.testid}
        value={props.value}
        maxLength={LONGEST_NAME}
        autocomplete="given-name"
        autocapitalize="words"
        spellcheck={false}
        required
        onInput={(event) => props.change(event.currentTarget.value)}
      />
    </label>
  );
}

/** The language that this phone speaks. */
export function SpeakField(): JSX.Element {
  const { words, speak } = useUi();
  return (
    <label class="speak">
      <span class="aside">{words.say("language.phone")}</span>
      <select
        data-testid="speak"
        value={words.language}
        onChange={(event) => speak(event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Pressed twice: only the second time in earnest. */
export function Twice(props: {
  testid: string;
  class: string;
  first: string;
  sure: string;
  busy: boolean;
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
        disabled={props.busy}
        onClick={props.act}
      >
        {props.sure}
      </button>
      <button type="button" onClick={() => setPressed(false)}>
        {words.say("touch.cancel")}
      </button>
    </div>
  );
}

/** Opens the rule book. */
export function HowToButton({ short = false }: { short?: boolean }): JSX.Element {
  const { dispatch, words } = useUi();
  return (
    <button
      type="button"
      class={short ? "quiet icon" : "quiet wide"}
      data-testid="howto-open"
      aria-label={short ? words.say("howto") : undefined}
      onClick={() => dispatch({ type: "sheet", sheet: "howto" })}
    >
      {short ? <span aria-hidden="true">?</span> : words.say("howto")}
    </button>
  );
}

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
            <span>{words.say(key(props.prefix, value))}</span>
          </label>
        ))}
      </div>
      <p class="aside">{words.say(key(`${props.prefix}.why`, props.value))}</p>
    </fieldset>
  );
}

/** The name over the pages outside of a game. */
export function Wordmark({ children }: { children?: ComponentChildren }): JSX.Element {
  return (
    <header class="wordmark">
      <h1>Undercast</h1>
      <p class="wordmark-shapes" aria-hidden="true">
        {EVERY_IDENTITY.map((identity) => (
          <Shape key={identity} identity={identity} />
        ))}
      </p>
      {children}
    </header>
  );
}
