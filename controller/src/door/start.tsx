/** The first page: a name, a new game, or the code of one that is on. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LightSwitch, NameField, SpeakField } from "../basics/fields";
import { Wordmark } from "../basics/wordmark";
import { DeckChoices } from "../decks/deck-choices";
import { HowToButton } from "../howto/button";
import { keepName, keptName, latestRooms } from "../memory";
import { Refusal } from "../refusals/refusal";
import { RuleChoices, gameName } from "../rules/rule-choices";
import type { Setup } from "../setup";
import { useUi } from "../ui";

export function Start(): JSX.Element {
  const { words } = useUi();
  const [name, setName] = useState(keptName());
  return (
    <main class="start">
      <Wordmark>
        <p>{words.say("start.what")}</p>
      </Wordmark>
      <NameField value={name} testid="start-name" change={setName} />
      <NewGame name={name} />
      <EnterCode name={name} />
      <HowToButton />
      <SpeakField />
      <LightSwitch />
    </main>
  );
}

function NewGame({ name }: { name: string }): JSX.Element {
  const { state, dispatch, phone, words } = useUi();
  const { newRoom } = state;
  const setup: Setup = {
    settings: newRoom.settings,
    decks: newRoom.decks ?? [words.language],
    language: newRoom.language ?? words.language,
  };
  const change = (changed: Partial<Setup>): void =>
    dispatch({ type: "new_room", newRoom: { ...newRoom, ...changed } });
  const create = (event: Event): void => {
    event.preventDefault();
    if (name.trim() === "") return focusOn("start-name");
    phone.create({ name: name.trim(), ...setup });
  };
  return (
    <form class="panel" onSubmit={create}>
      <Refusal />
      <button type="submit" class="main wide" data-testid="start-new-game">
        {words.say("start.new")}
      </button>
      <details class="start-rules">
        <summary>
          <span>
            <strong>{gameName(words, setup.settings)}</strong> · {words.say("rules.open")}
          </span>
        </summary>
        <RuleChoices setup={setup} change={change} />
        <DeckChoices setup={setup} ownWords={0} change={(decks) => change({ decks })} />
      </details>
    </form>
  );
}

function EnterCode({ name }: { name: string }): JSX.Element {
  const { words } = useUi();
  const [code, setCode] = useState("");
  const go = (event: Event): void => {
    event.preventDefault();
    const tidy = code.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
    if (tidy === "") return focusOn("start-code");
    if (name.trim() !== "") keepName(name.trim());
    location.assign(`/${tidy}`);
  };
  const rooms = latestRooms();
  return (
    <form class="panel" onSubmit={go}>
      <div class="joined">
        <label class="field">
          <span class="field-name">{words.say("start.code")}</span>
          <input
            type="text"
            data-testid="start-code"
            class="code-input"
            value={code}
            maxLength={12}
            autocomplete="off"
            autocapitalize="characters"
            autocorrect="off"
            spellcheck={false}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </label>
        <button type="submit" data-testid="start-join">
          {words.say("start.join")}
        </button>
      </div>
      {rooms.length > 0 && (
        <p class="back-to">
          <span class="aside">{words.say("start.back")}</span>{" "}
          {rooms.map((room) => (
            <a key={room} class="button" href={`/${room}`}>
              {room}
            </a>
          ))}
        </p>
      )}
    </form>
  );
}

function focusOn(testid: string): void {
  document.querySelector<HTMLElement>(`[data-testid="${testid}"]`)?.focus();
}
