/** The next game's house rules, for the host to choose and for everyone to read. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LANGUAGES, LANGUAGE_NAMES } from "../../../common/i18n";
import type { Language } from "../../../common/i18n";
import { EVERY_CLUES, EVERY_GUESSING, EVERY_MARKS } from "../../../common/wire";
import type { LobbyView, Settings } from "../../../common/wire";
import { me, over, view } from "../me";
import { useUi } from "../ui";
import { Choice } from "./basics";
import { OwnWords } from "./own-words";

export const HOUSE_DECK = "house";

export interface Rules {
  settings: Settings;
  decks: readonly string[];
  language: string;
}

export function HouseRules(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const seen = view(state);
  const [rules, setRules] = useRules(seen?.lobby ?? null);
  if (seen === null || rules === null) return null;
  const running = seen.game !== null && !over(seen.game);
  const isHost = me(state)?.isHost === true;
  const change = (changed: Partial<Rules>): void => {
    const next = { ...rules, ...changed };
    setRules(next);
    void phone.send("change_settings", next).then((answer) => {
      if ("error" in answer) setRules(null);
    });
  };
  return (
    <div class="rules">
      {!isHost && <p class="aside">{words.say("rules.read")}</p>}
      {running && <p class="aside">{words.say("rules.next")}</p>}
      <RuleChoices settings={rules.settings} disabled={!isHost} change={(settings) => change({ settings })} />
      <Decks
        decks={rules.decks}
        house={seen.lobby.house_words}
        disabled={!isHost}
        change={(decks) => change({ decks })}
      />
      {isHost && <OwnWords rules={rules} count={seen.lobby.house_words} change={change} />}
      <ScreenLanguage rules={rules} disabled={!isHost} change={(language) => change({ language })} />
    </div>
  );
}

/** The host's choice as it is made; the room's own where nothing is on its way. */
function useRules(lobby: LobbyView | null): [Rules | null, (rules: Rules | null) => void] {
  const { state } = useUi();
  const [draft, setDraft] = useState<Rules | null>(null);
  const waits = state.waiting.some(({ name }) => name === "change_settings");
  useEffect(() => {
    if (!waits) setDraft(null);
  }, [waits]);
  const settled = lobby && { settings: lobby.settings, decks: lobby.decks, language: lobby.language };
  return [draft ?? settled, setDraft];
}

export function RuleChoices(props: {
  settings: Settings;
  disabled?: boolean;
  change(settings: Settings): void;
}): JSX.Element {
  const { words } = useUi();
  const { settings, change, disabled = false } = props;
  return (
    <>
      <Choice
        legend={words.say("rules.clues")}
        prefix="clues"
        name="clues"
        values={EVERY_CLUES}
        value={settings.clues}
        disabled={disabled}
        change={(clues) => change({ ...settings, clues })}
      />
      <Choice
        legend={words.say("rules.guessing")}
        prefix="guessing"
        name="guessing"
        values={EVERY_GUESSING}
        value={settings.guessing}
        disabled={disabled}
        change={(guessing) => change({ ...settings, guessing })}
      />
      {settings.guessing === "operatives_tap" && (
        <Choice
          legend={words.say("rules.marks")}
          prefix="marks"
          name="marks"
          values={EVERY_MARKS}
          value={settings.marks}
          disabled={disabled}
          change={(marks) => change({ ...settings, marks })}
        />
      )}
    </>
  );
}

/** Which word lists are mixed; one at least. */
export function Decks(props: {
  decks: readonly string[];
  house: number;
  disabled?: boolean;
  change(decks: string[]): void;
}): JSX.Element {
  const { words } = useUi();
  const { decks, house, disabled = false } = props;
  const all: string[] = [...LANGUAGES, ...(house > 0 || decks.indexOf(HOUSE_DECK) >= 0 ? [HOUSE_DECK] : [])];
  const toggle = (deck: string, on: boolean): void => {
    const next = all.filter((other) => (other === deck ? on : decks.indexOf(other) >= 0));
    if (next.length > 0) props.change(next);
  };
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend>{words.say("rules.decks")}</legend>
      <div class="choice-values choice-decks">
        {all.map((deck) => (
          <label key={deck} class="choice-value">
            <input
              type="checkbox"
              data-testid={`deck-${deck}`}
              checked={decks.indexOf(deck) >= 0}
              onChange={(event) => {
                toggle(deck, event.currentTarget.checked);
                // The last one stays.
                event.currentTarget.checked = decks.indexOf(deck) >= 0;
              }}
            />
            <span lang={deck === HOUSE_DECK ? undefined : deck}>
              {deck === HOUSE_DECK ? words.say("decks.house", { n: house }) : LANGUAGE_NAMES[deck as Language]}
            </span>
          </label>
        ))}
      </div>
      <p class="aside">{words.say("rules.decks.why")}</p>
    </fieldset>
  );
}

function ScreenLanguage(props: {
  rules: Rules;
  disabled: boolean;
  change(language: string): void;
}): JSX.Element {
  const { words } = useUi();
  return (
    <label class="field">
      <span class="field-name">{words.say("rules.screen")}</span>
      <select
        data-testid="screen-language"
        disabled={props.disabled}
        value={props.rules.language}
        onChange={(event) => props.change(event.currentTarget.value)}
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
