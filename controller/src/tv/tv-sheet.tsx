/** The room on a television: what is with it, and, for the host, the televisions of the house. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CastPhase, Screen, Television } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, me } from "../view";
import { AddTv } from "./add-tv";
import { AboutScreen, AnyScreen } from "./any-screen";
import { searchText, useTelevisions } from "./televisions";
import { nameOfTv, shown, TvLine } from "./tv-line";
import { TvSound } from "./tv-sound";

export function TvSheet(): JSX.Element {
  const ui = useUi();
  const { state, phone, words } = ui;
  const [asked, ask] = useState<{ id: string; name: string } | null>(null);
  const found = useTelevisions();
  const { heard } = found;
  const screen = shown(state);
  const show = (tv: { id: string; name: string }, instead: boolean): void => {
    ask(null);
    const fields = instead ? { device: tv.id, instead } : { device: tv.id };
    void phone.cast("show_on_tv", fields).then((answer) => {
      if ("error" in answer && answer.error.code === "cast/device_in_use") ask(tv);
    });
  };
  const question = asked && (
    <InUse name={nameOfTv(ui, asked)} yes={() => show(asked, true)} no={() => ask(null)} />
  );
  // The room's own stands above, with what can be done about it.
  const televisions = (heard?.televisions ?? []).filter(({ id }) => id !== screen?.device);
  const inList = asked !== null && televisions.some(({ id }) => id === asked.id);
  return (
    <div class="tv">
      {screen !== null && <Status screen={screen} again={() => show({ ...screen, id: screen.device }, false)} />}
      {!inList && question}
      {me(state)?.isHost === true && (
        <section>
          <h3>{words.say(screen === null ? "tv.choose" : "tv.move")}</h3>
          <ul class="tv-list">
            {televisions.map((tv) => (
              <li key={tv.id}>
                <OneTv tv={tv} show={() => show(tv, false)} />
                {inList && asked.id === tv.id && question}
              </li>
            ))}
          </ul>
          <p class="aside" role="status" data-testid="tv-search">
            {searchText(words, found)}
          </p>
          {found.refused === null && <AddTv />}
        </section>
      )}
      {me(state)?.isHost === true && <TvSound />}
      <section class="tv-any">
        <h3>{words.say("tv.any")}</h3>
        <AnyScreen qr />
      </section>
      {heard?.about != null && <AboutScreen about={heard.about} />}
    </div>
  );
}

function OneTv({ tv, show }: { tv: Television; show(): void }): JSX.Element {
  const ui = useUi();
  const { state, words } = ui;
  if (tv.refused !== null) {
    return (
      <div class="tv-refused" data-testid={`tv-refused-${tv.id}`}>
        <TvName name={nameOfTv(ui, tv)} more={tv.name === tv.address ? tv.model : tv.address} />
        <p class="aside">{refusalText(words, tv.refused)}</p>
      </div>
    );
  }
  return (
    <button
      type="button"
      class="wide tv-one"
      data-testid={`tv-${tv.id}`}
      disabled={busy(state, "show_on_tv")}
      onClick={show}
    >
      <TvName name={nameOfTv(ui, tv)} more={tv.model} />
    </button>
  );
}

function TvName({ name, more }: { name: string; more: string }): JSX.Element {
  return (
    <>
      <span class="tv-name" dir="auto">
        {name}
      </span>
      <span class="tv-model">{more}</span>
    </>
  );
}

/** Another room is on that television. */
function InUse(props: { name: string; yes(): void; no(): void }): JSX.Element {
  const { words } = useUi();
  return (
    <div class="tv-question" role="alert" data-testid="tv-in-use">
      <p>{words.say("tv.in_use", { name: props.name })}</p>
      <div class="pair">
        <button type="button" class="main" data-testid="tv-instead" onClick={props.yes}>
          {words.say("tv.in_use.yes")}
        </button>
        <button type="button" onClick={props.no}>
          {words.say("touch.cancel")}
        </button>
      </div>
    </div>
  );
}

/** What ends the cast is called after what it ends. */
const STOPS: Record<CastPhase, TextKey> = {
  idle: "close",
  connecting: "touch.cancel",
  launching: "touch.cancel",
  loading: "touch.cancel",
  showing: "tv.stop",
  lost: "tv.stop",
  taken_over: "tv.stop",
  failed: "close",
};

function Status({ screen, again }: { screen: Screen; again(): void }): JSX.Element {
  const { state, phone, words } = useUi();
  const held = busy(state, "show_on_tv", "stop_tv", "take_back_tv");
  const isHost = me(state)?.isHost === true;
  const dark = screen.state === "lost" || screen.state === "failed";
  return (
    <section class="tv-status">
      <TvLine />
      {isHost && (
        <div class="pair">
          {dark && (
            <button type="button" class="main" data-testid="tv-again" disabled={held} onClick={again}>
              {words.say("outside.again")}
            </button>
          )}
          {screen.state === "taken_over" && (
            <button
              type="button"
              class="main"
              data-testid="tv-take-back"
              disabled={held}
              onClick={() => void phone.cast("take_back_tv", {})}
            >
              {words.say("tv.take_back")}
            </button>
          )}
          <button
            type="button"
            data-testid="tv-stop"
            disabled={held}
            onClick={() => void phone.cast("stop_tv", {})}
          >
            {words.say(STOPS[screen.state])}
          </button>
        </div>
      )}
    </section>
  );
}
