/** The house rules: those in force for everyone to read, the next game's for the host to choose. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LANGUAGES, LANGUAGE_NAMES } from "../../../common/i18n";
import type { Language } from "../../../common/i18n";
import type { GameView, LobbyView, Settings } from "../../../common/wire";
import { same } from "../house";
import { me, over, view } from "../me";
import { useUi } from "../ui";
import { OwnWords } from "./own-words";
import { RuleChoices, RulesRead } from "./rule-choices";

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
  const running = seen.game === null || over(seen.game) ? null : seen.game;
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
      {running !== null && <InForce game={running} next={rules.settings} isHost={isHost} />}
      {isHost && <RuleChoices settings={rules.settings} change={(settings) => change({ settings })} />}
      {!isHost && (running === null || !same(running.settings, rules.settings)) && (
        <RulesRead settings={rules.settings} />
      )}
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

/** What the game that is on is played by; and whether something else follows. */
function InForce(props: { game: GameView; next: Settings; isHost: boolean }): JSX.Element {
  const { words } = useUi();
  const changed = !same(props.game.settings, props.next);
  return (
    <>
      <h3>{words.say("rules.now")}</h3>
      <RulesRead settings={props.game.settings} />
      {(props.isHost || changed) && <h3>{words.say("rules.next")}</h3>}
    </>
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
