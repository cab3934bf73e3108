/** The first page: a name, the games of this house, a new one, or the code of one that is on. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LightSwitch, NameField, SpeakField } from "../basics/fields";
import { Wordmark } from "../basics/wordmark";
import { DeckChoices } from "../decks/deck-choices";
import { HowToButton } from "../howto/button";
import { keepName, keptName, keptToken, latestRooms } from "../memory";
import { Refusal } from "../refusals/refusal";
import { RuleChoices, gameName } from "../rules/rule-choices";
import type { Setup } from "../setup";
import { useUi } from "../ui";
import { GamesOfHouse, useOpenGames } from "./games";

export function Start(): JSX.Element {
  const { phone, words } = useUi();
  const [name, setName] = useState(keptName());
  const { games, offline } = useOpenGames();
  const come = (room: string): void => {
    if (name.trim() === "" && keptToken(room) === null) return focusOn("start-name");
    phone.come(room, name.trim());
  };
  return (
    <main class="start">
      <Wordmark>
        <p>{words.say("start.what")}</p>
      </Wordmark>
      {offline && (
        <p class="offline" role="status" data-testid="start-offline">
          {words.say("offline")}
        </p>
      )}
      <NameField value={name} testid="start-name" change={setName} />
      <GamesOfHouse games={games} come={come} />
      <NewGame name={name} first={games.length === 0} />
      <EnterCode name={name} listed={games.map(({ room }) => room)} />
      <HowToButton />
      <SpeakField />
      <LightSwitch />
      <KeepIt />
    </main>
  );
}

/** `first`: it is what most people came for. */
function NewGame({ name, first }: { name: string; first: boolean }): JSX.Element {
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
    <form class="start-new" onSubmit={create}>
      <Refusal />
      <button type="submit" class={first ? "main wide" : "wide"} data-testid="start-new-game">
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

/** `listed`: rooms that stand on this page anyway. */
function EnterCode({ name, listed }: { name: string; listed: readonly string[] }): JSX.Element {
  const { words } = useUi();
  const [code, setCode] = useState("");
  const go = (event: Event): void => {
    event.preventDefault();
    const tidy = code.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
    if (tidy === "") return focusOn("start-code");
    if (name.trim() !== "") keepName(name.trim());
    location.assign(`/${tidy}`);
  };
  const rooms = latestRooms().filter((room) => listed.indexOf(room) < 0);
  return (
    <form class="start-enter" onSubmit={go}>
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

/** How the page becomes an app of this phone; left out where it is one already. */
function KeepIt(): JSX.Element | null {
  const { words } = useUi();
  if (matchMedia("(display-mode: standalone)").matches) return null;
  return (
    <details class="keep">
      <summary>{words.say("start.keep")}</summary>
      <p class="aside">{words.say("start.keep.how")}</p>
    </details>
  );
}

function focusOn(testid: string): void {
  document.querySelector<HTMLElement>(`[data-testid="${testid}"]`)?.focus();
}
