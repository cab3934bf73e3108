/** The house rules: those in force for everyone to read, the next game's for the host to choose. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { EVERY_LANGUAGE, LANGUAGES } from "../../../common/language/languages";
import type { GameView, LobbyView, Settings } from "../../../common/wire";
import { same } from "./house-rules";
import type { Rules } from "../setup";
import { me, over, view } from "../view";
import { useUi } from "../ui";
import { Decks } from "../decks/deck-choices";
import { OwnWords } from "../decks/own-words";
import { Presets, RuleChoices, RulesRead } from "./rule-choices";

export function HouseRules(): JSX.Element | null {
  const { state, words } = useUi();
  const { rules, change } = useRules();
  const seen = view(state);
  if (seen === null || rules === null) return null;
  const running = seen.game === null || over(seen.game) ? null : seen.game;
  const isHost = me(state)?.isHost === true;
  return (
    <div class="rules">
      {!isHost && <p class="aside">{words.say("rules.read")}</p>}
      {running !== null && <InForce game={running} next={rules.settings} isHost={isHost} />}
      {isHost && <RuleChoices rules={rules} change={change} />}
      {!isHost && (running === null || !same(running.settings, rules.settings)) && (
        <RulesRead settings={rules.settings} />
      )}
      <Decks
        rules={rules}
        house={seen.lobby.house_words}
        disabled={!isHost}
        change={(decks) => change({ decks })}
      />
      {isHost && rules.settings.board === "words" && (
        <OwnWords rules={rules} count={seen.lobby.house_words} change={change} />
      )}
      <ScreenLanguage rules={rules} disabled={!isHost} change={(language) => change({ language })} />
    </div>
  );
}

/** The next game in one tap, and what it is drawn from; for the host, who wants another one now. */
export function AnotherGame(): JSX.Element | null {
  const { state } = useUi();
  const { rules, change } = useRules();
  const lobby = view(state)?.lobby;
  if (lobby === undefined || rules === null) return null;
  if (me(state)?.isHost !== true) return <RulesRead settings={rules.settings} />;
  return (
    <>
      <Presets rules={rules} change={change} />
      <Decks rules={rules} house={lobby.house_words} change={(decks) => change({ decks })} />
    </>
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

interface Choosing {
  /** The host's choice as it is made; the room's own where nothing is on its way. */
  rules: Rules | null;
  change(changed: Partial<Rules>): void;
}

function useRules(): Choosing {
  const { state, phone } = useUi();
  const [draft, setDraft] = useState<Rules | null>(null);
  const waits = state.waiting.some(({ name }) => name === "change_settings");
  useEffect(() => {
    if (!waits) setDraft(null);
  }, [waits]);
  const lobby = view(state)?.lobby ?? null;
  const rules = draft ?? (lobby === null ? null : rulesOf(lobby));
  const change = (changed: Partial<Rules>): void => {
    if (rules === null) return;
    const next = { ...rules, ...changed };
    setDraft(next);
    void phone.send("change_settings", next).then((answer) => {
      if ("error" in answer) setDraft(null);
    });
  };
  return { rules, change };
}

function rulesOf({ settings, decks, language }: LobbyView): Rules {
  return { settings, decks, language };
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
        {EVERY_LANGUAGE.map((language) => (
          <option key={language} value={language} lang={LANGUAGES[language].tag}>
            {LANGUAGES[language].name}
          </option>
        ))}
      </select>
    </label>
  );
}
