/** Fields that several pages have: a name, the phone's language. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { aboutLanguage } from "../../../common/language/languages";
import { NAMED } from "../../../common/language/names";
import { LONGEST_NAME } from "../../../common/wire";
import { lightBy, lightNow } from "../light";
import { useUi } from "../ui";

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

/** Every language of the pages, for a list to choose from. */
export function LanguageOptions(): JSX.Element {
  return (
    <>
      {NAMED.map(([language, name]) => (
        <option key={language} value={language} lang={aboutLanguage(language).tag}>
          {name}
        </option>
      ))}
    </>
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
        onChange={(event) => speak(event.currentTarget.value)}
      >
        <LanguageOptions />
      </select>
    </label>
  );
}

/** Dims this phone's paper, for a dark room. */
export function LightSwitch(): JSX.Element {
  const { words } = useUi();
  const [light, setLight] = useState(lightNow);
  const turn = (): void => {
    lightBy(light === "candle" ? "lamp" : "candle");
    setLight(lightNow());
  };
  return (
    <p class="light">
      <button type="button" data-testid="light" aria-pressed={light === "candle"} onClick={turn}>
        {words.say("light.candle")}
      </button>
    </p>
  );
}
