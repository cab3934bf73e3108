/** The room's sheet: seats, the people in it, and what its host can do for them. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PlayerView } from "../../../common/wire";
import { AwakeSwitch } from "../awake/switch";
import { LightSwitch, NameField, SpeakField } from "../basics/fields";
import { Twice } from "../basics/twice";
import { BookButton } from "../book/button";
import { Name } from "../bots/name";
import { DoorSwitch } from "../door/closed";
import { EveningSoFar } from "../evening/evening";
import { Seats } from "../seats/seats";
import { StampButton } from "../stamps/sheet";
import { useUi } from "../ui";
import { busy, can, me, view } from "../view";
import type { Me } from "../view";
import { Requests } from "./requests";

export function People(): JSX.Element | null {
  const { state, dispatch, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  const mine = me(state);
  if (lobby === undefined || mine === null) return null;
  return (
    <div class="people">
      <Requests />
      <div class="pair">
        <button type="button" onClick={() => dispatch({ type: "sheet", sheet: "share" })}>
          {words.say("share.open")}
        </button>
        <button
          type="button"
          data-testid="room-rules"
          onClick={() => dispatch({ type: "sheet", sheet: "rules" })}
        >
          {words.say("rules.open")}
        </button>
      </div>
      <Seats />
      <BookButton />
      <EveningSoFar />
      <h3>{words.say("people")}</h3>
      <ul class="people-list">
        {lobby.players.map((player) => (
          <PersonLine key={player.id} player={player} mine={mine} host={lobby.host} />
        ))}
        {lobby.removed.map((player) => (
          <li key={player.id} class="person-line">
            <span class="person-away">{player.name}</span>
            {mine.isHost && (
              <button type="button" onClick={() => void phone.send("readmit", { player: player.id })}>
                {words.say("people.readmit")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <DoorSwitch />
      <Rename name={mine.player.name} />
      <StampButton wide />
      <SpeakField />
      <LightSwitch />
      <AwakeSwitch />
      {can(state, "abandon") && <Abandon />}
      <Leave />
    </div>
  );
}

function PersonLine(props: { player: PlayerView; mine: Me; host: string }): JSX.Element {
  const { words } = useUi();
  const { player, mine, host } = props;
  const [open, setOpen] = useState(false);
  const own = player.id === mine.player.id;
  const about = [words.say(`seat.${player.seat}`)];
  if (player.id === host) about.push(words.say("people.host"));
  if (!player.online) about.push(words.say("away"));
  if (player.bot !== null) about.push(words.say(`style.${player.bot}`));
  return (
    <li class="person-line">
      <span>
        <span class={own ? "person-own" : ""}>
          <Name of={player} />
        </span>{" "}
        <span class="aside">{about.join(" · ")}</span>
      </span>
      {mine.isHost && !own && (
        <button
          type="button"
          class="quiet icon"
          aria-expanded={open}
          aria-label={words.say("people.more", { name: player.name })}
          data-testid={`person-${player.id}`}
          onClick={() => setOpen(!open)}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      )}
      {open && <HostActions player={player} done={() => setOpen(false)} />}
    </li>
  );
}

function HostActions({ player, done }: { player: PlayerView; done(): void }): JSX.Element {
  const { phone, words } = useUi();
  const act = (command: "hand_over" | "remove") => (): void => {
    done();
    void phone.send(command, { player: player.id });
  };
  if (player.bot !== null) {
    return (
      <div class="person-actions">
        <button type="button" class="wide" data-testid={`remove-${player.id}`} onClick={act("remove")}>
          {words.say("bots.away", { name: player.name })}
        </button>
      </div>
    );
  }
  return (
    <div class="person-actions">
      <button type="button" class="wide" data-testid={`hand-over-${player.id}`} onClick={act("hand_over")}>
        {words.say("people.hand_over")}
      </button>
      <Twice
        testid={`remove-${player.id}`}
        class="danger wide"
        first={words.say("people.remove")}
        sure={words.say("people.remove.sure", { name: player.name })}
        act={act("remove")}
      />
    </div>
  );
}

function Rename({ name }: { name: string }): JSX.Element {
  const { state, phone, words } = useUi();
  const [wanted, setWanted] = useState(name);
  const rename = (event: Event): void => {
    event.preventDefault();
    void phone.send("rename", { name: wanted });
  };
  return (
    <form class="joined" onSubmit={rename}>
      <NameField value={wanted} testid="rename" change={setWanted} />
      <button
        type="submit"
        data-testid="rename-go"
        disabled={wanted.trim() === "" || wanted === name || busy(state, "rename")}
      >
        {words.say("people.rename")}
      </button>
    </form>
  );
}

/** For the host, while a game is on. */
function Abandon(): JSX.Element {
  const { state, dispatch, phone, words } = useUi();
  const abandon = (): void => {
    void phone.play("abandon", {}).then((answer) => {
      if (!("error" in answer)) dispatch({ type: "sheet", sheet: null });
    });
  };
  return (
    <Twice
      testid="abandon"
      class="danger wide"
      first={words.say("abandon")}
      sure={words.say("abandon.sure")}
      busy={busy(state, "abandon")}
      act={abandon}
    />
  );
}

function Leave(): JSX.Element {
  const { phone, words } = useUi();
  return (
    <Twice
      testid="leave"
      class="danger wide"
      first={words.say("people.leave")}
      sure={words.say("people.leave.sure")}
      back={words.say("people.stay")}
      act={() => phone.leave()}
    />
  );
}
