/** The house rules: those in force for everyone to read, the next game's for the host to choose. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameView, LobbyView, Settings } from "../../../common/wire";
import { DeckChoices } from "../decks/deck-choices";
import { OwnWords } from "../decks/own-words";
import type { Setup } from "../setup";
import { LanguageOptions } from "../basics/fields";
import { useUi } from "../ui";
import { me, over, view } from "../view";
import { sameRules } from "./house-rules";
import { Presets, RuleChoices, RulesRead } from "./rule-choices";

export function RulesSheet(): JSX.Element | null {
  const { state, words } = useUi();
  const { setup, change } = useSetup();
  const seen = view(state);
  if (seen === null || setup === null) return null;
  const running = seen.game === null || over(seen.game) ? null : seen.game;
  const isHost = me(state)?.isHost === true;
  return (
    <div class="rules">
      {!isHost && <p class="aside">{words.say("rules.read")}</p>}
      {running !== null && <InForce game={running} next={setup.settings} isHost={isHost} />}
      {isHost && <RuleChoices setup={setup} change={change} />}
      {!isHost && (running === null || !sameRules(running.settings, setup.settings)) && (
        <RulesRead settings={setup.settings} />
      )}
      <DeckChoices
        setup={setup}
        ownWords={seen.lobby.house_words}
        disabled={!isHost}
        change={(decks) => change({ decks })}
      />
      {isHost && setup.settings.board === "words" && (
        <OwnWords setup={setup} count={seen.lobby.house_words} change={change} />
      )}
      <ScreenLanguage setup={setup} disabled={!isHost} change={(language) => change({ language })} />
    </div>
  );
}

/** The next game in one tap, and what it is drawn from; for the host, who wants another one now. */
export function AnotherGame(): JSX.Element | null {
  const { state } = useUi();
  const { setup, change } = useSetup();
  const lobby = view(state)?.lobby;
  if (lobby === undefined || setup === null) return null;
  if (me(state)?.isHost !== true) return <RulesRead settings={setup.settings} />;
  return (
    <>
      <Presets setup={setup} change={change} />
      <DeckChoices setup={setup} ownWords={lobby.house_words} change={(decks) => change({ decks })} />
    </>
  );
}

/** What the game that is on is played by; and whether something else follows. */
function InForce(props: { game: GameView; next: Settings; isHost: boolean }): JSX.Element {
  const { words } = useUi();
  const changed = !sameRules(props.game.settings, props.next);
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
  setup: Setup | null;
  change(changed: Partial<Setup>): void;
}

function useSetup(): Choosing {
  const { state, phone } = useUi();
  const [draft, setDraft] = useState<Setup | null>(null);
  const waits = state.waiting.some(({ name }) => name === "change_settings");
  useEffect(() => {
    if (!waits) setDraft(null);
  }, [waits]);
  const lobby = view(state)?.lobby ?? null;
  const setup = draft ?? (lobby === null ? null : setupOf(lobby));
  const change = (changed: Partial<Setup>): void => {
    if (setup === null) return;
    const next = { ...setup, ...changed };
    setDraft(next);
    void phone.send("change_settings", next).then((answer) => {
      if ("error" in answer) setDraft(null);
    });
  };
  return { setup, change };
}

function setupOf({ settings, decks, language }: LobbyView): Setup {
  return { settings, decks, language };
}

function ScreenLanguage(props: {
  setup: Setup;
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
        value={props.setup.language}
        onChange={(event) => props.change(event.currentTarget.value)}
      >
        <LanguageOptions />
      </select>
    </label>
  );
}
