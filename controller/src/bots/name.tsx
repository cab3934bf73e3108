/** Somebody's name, with the stamp before it. A bot's has its sign, and is called one. */
import type { JSX } from "preact";
import { BotSign } from "../../../common/look/drawings";
import { Stamp } from "../../../common/look/stamp";
import { stampIn } from "../../../common/people";
import type { LobbyView, PlayerView } from "../../../common/wire";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { nameOf } from "../view";

export function Name({ of }: { of: PlayerView }): JSX.Element {
  return of.bot === null ? <PersonName {...of} /> : <BotName name={of.name} />;
}

/** `stamp` is "" where nobody knows it any more. */
export function PersonName({ name, stamp }: { name: string; stamp: string }): JSX.Element {
  return (
    <>
      {stamp !== "" && <Stamp of={stamp} />}
      {stamp !== "" && "\u00a0"}
      {name}
    </>
  );
}

export function BotName({ name }: { name: string }): JSX.Element {
  const { words } = useUi();
  return (
    <span class="bot-name">
      <BotSign label={words.say("bot")} />
      &nbsp;{name}
    </span>
  );
}

/** Whoever has this id, also if they have left. */
export function NameById({ lobby, id }: { lobby: LobbyView; id: string | null }): JSX.Element {
  const name = nameOf(lobby, id);
  return isBot(lobby, id) ? <BotName name={name} /> : <PersonName name={name} stamp={stampIn(lobby, id)} />;
}

/** Several names in a line. */
export function Names({ of }: { of: readonly PlayerView[] }): JSX.Element {
  return (
    <>
      {of.map((player, at) => (
        <span key={player.id}>
          {at > 0 && ", "}
          <Name of={player} />
        </span>
      ))}
    </>
  );
}

export function isBot({ players }: LobbyView, id: string | null): boolean {
  return players.some((player) => player.id === id && player.bot !== null);
}

/** A name within a text that is read out. */
export function saidName({ words }: Ui, lobby: LobbyView, id: string): string {
  const name = nameOf(lobby, id);
  return isBot(lobby, id) ? `${name} (${words.say("bot")})` : name;
}
