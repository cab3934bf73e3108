/** The room on a television: what is with it, and, for the host, the televisions of the house. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { About, CastPhase, Screen, Television, Televisions } from "../../../common/wire";
import { busy, me, view } from "../view";
import type { State } from "../state";
import { key, useUi } from "../ui";
import type { Key, Ui } from "../ui";
import { Address } from "../share/address";
import { refusalText } from "../basics/basics";

const LOOKS_EVERY = 2000;
/** Discovery takes a few seconds; only then does an empty list mean something. */
const LOOKS_UNTIL_NONE = 4;
const EXAMPLE = "192.168.1.40";

function shown(state: State): Screen | null {
  const screen = view(state)?.lobby.screen ?? null;
  return screen?.state === "idle" ? null : screen;
}

function nameOf({ words }: Ui, { name }: { name: string }): string {
  return name === "" ? words.say("tv.nameless") : name;
}

/** One small line on every phone: where the game is seen, or why not and what helps. */
export function TvLine(): JSX.Element {
  const ui = useUi();
  const screen = shown(ui.state);
  return (
    <div role="status" class="tv-place">
      {screen !== null && (
        <p class="tv-line" data-testid="tv-line" data-state={screen.state}>
          <TvSign />
          <span>
            {ui.words.say(key("tv", screen.state), { name: nameOf(ui, screen) })}
            {screen.reason !== null && ` ${refusalText(ui.words, screen.reason)}`}
          </span>
        </p>
      )}
    </div>
  );
}

/** The host's way to the televisions. */
export function TvButton(): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  if (me(state)?.isHost !== true) return null;
  return (
    <button
      type="button"
      class="tv-button"
      data-testid="tv-open"
      onClick={() => dispatch({ type: "sheet", sheet: "tv" })}
    >
      <TvSign />
      {words.say("sheet.tv")}
    </button>
  );
}

function TvSign(): JSX.Element {
  return (
    <svg class="tv-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 4h20v14h-7v2H9v-2H2Zm2 2v10h16V6Z" />
    </svg>
  );
}

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
    <Question name={nameOf(ui, asked)} yes={() => show(asked, true)} no={() => ask(null)} />
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
      <section class="tv-any">
        <h3>{words.say("tv.any")}</h3>
        <AnyScreen qr />
      </section>
      {heard?.about != null && <AboutScreen about={heard.about} />}
    </div>
  );
}

/** The way that needs nothing but a browser. */
export function AnyScreen({ qr }: { qr?: boolean }): JSX.Element | null {
  const { state, words } = useUi();
  if (state.urls === null || state.room === null) return null;
  return (
    <>
      <p class="aside">{words.say("share.tv.how")}</p>
      <Address url={state.urls.tv} testid="tv-url" />
      {qr === true && (
        <img
          class="share-qr"
          src={`/qr/tv/${state.room}.svg`}
          alt={words.say("share.qr", { url: state.urls.tv })}
          width="160"
          height="160"
        />
      )}
    </>
  );
}

interface Found {
  heard: Televisions | null;
  /** How often the server answered. */
  looks: number;
  /** Why the server looks for none. */
  refused: string | null;
}

/** The televisions as they are known by now, asked for again and again while this is shown. */
function useTelevisions(): Found {
  const { state, phone } = useUi();
  const [found, setFound] = useState<Found>({ heard: null, looks: 0, refused: null });
  const isHost = me(state)?.isHost === true;
  useEffect(() => {
    if (!isHost || state.line !== "online") return undefined;
    let wanted = true;
    const look = (): void => {
      if (document.visibilityState === "hidden") return;
      void phone.televisions().then((answer) => {
        if (!wanted) return;
        const heard = "error" in answer ? null : answer;
        const refused = "error" in answer ? answer.error.code : null;
        if (refused === "client/dropped") return;
        setFound(({ looks }) => ({ heard, looks: looks + 1, refused }));
      });
    };
    look();
    const timer = setInterval(look, LOOKS_EVERY);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [isHost, state.line, phone]);
  return found;
}

function searchText(words: Ui["words"], { heard, looks, refused }: Found): string {
  if (refused !== null) return refusalText(words, refused);
  if (heard === null) return words.say("tv.looking");
  if (heard.network !== null) return refusalText(words, heard.network);
  if (heard.televisions.length > 0) return "";
  return looks < LOOKS_UNTIL_NONE ? words.say("tv.looking") : words.say("tv.none", { cast: "Google Cast" });
}

function OneTv({ tv, show }: { tv: Television; show(): void }): JSX.Element {
  const ui = useUi();
  const { state, words } = ui;
  if (tv.refused !== null) {
    return (
      <div class="tv-refused" data-testid={`tv-refused-${tv.id}`}>
        <TvName name={nameOf(ui, tv)} more={tv.name === tv.address ? tv.model : tv.address} />
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
      <TvName name={nameOf(ui, tv)} more={tv.model} />
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

function Question(props: { name: string; yes(): void; no(): void }): JSX.Element {
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
const STOPS: Record<CastPhase, Key> = {
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

function AddTv(): JSX.Element {
  const { phone, words } = useUi();
  const [address, setAddress] = useState("");
  const [added, setAdded] = useState("");
  const add = (event: Event): void => {
    event.preventDefault();
    const typed = address.trim();
    setAdded("");
    if (typed === "") return;
    void phone.cast("add_tv", { address: typed }).then((answer) => {
      if ("error" in answer) return;
      setAddress("");
      setAdded(typed);
    });
  };
  return (
    <details class="tv-add">
      <summary data-testid="tv-add-open">{words.say("tv.add")}</summary>
      <form class="joined" onSubmit={add}>
        <label class="field">
          <span class="field-name">{words.say("tv.add.field", { example: EXAMPLE })}</span>
          <input
            type="text"
            data-testid="tv-address"
            dir="ltr"
            inputMode="decimal"
            autocomplete="off"
            maxLength={45}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value.replace(/,/g, "."))}
          />
        </label>
        <button type="submit" data-testid="tv-add">
          {words.say("tv.add.go")}
        </button>
      </form>
      <p class="aside" role="status">
        {added === "" ? words.say("tv.add.hint") : words.say("tv.added", { address: added })}
      </p>
    </details>
  );
}

/** For whoever wants to know why a screen behaves as it does. */
function AboutScreen({ about }: { about: About }): JSX.Element {
  const { words } = useUi();
  const { width, height, latency, failed } = about;
  const what = failed.map((remedy) => words.say(key("remedy", remedy))).join(", ");
  return (
    <details class="tv-about" data-testid="tv-about">
      <summary>{words.say("tv.about")}</summary>
      <p class="aside">{words.say("tv.about.is", { width, height, latency })}</p>
      {failed.length > 0 && <p class="aside">{words.say("tv.about.failed", { what })}</p>}
      <p class="aside" dir="ltr" lang="en">
        {about.agent}
      </p>
    </details>
  );
}
