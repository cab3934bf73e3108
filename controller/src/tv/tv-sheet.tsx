/** The room on a television: what is with it, and, for the host, the televisions of the house. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useUi } from "../ui";
import { me } from "../view";
import { AboutScreen } from "./about";
import { AddTv } from "./add-tv";
import { AnyScreen } from "./any-screen";
import { Guides } from "./guides/sheet";
import { isGone, nameOfTv, shown } from "./saying";
import { Status } from "./status";
import { searchText, useTelevisions } from "./televisions";
import { InUse, TvList } from "./tv-list";
import { TvSound } from "./tv-sound";

export function TvSheet(): JSX.Element {
  const ui = useUi();
  const { state, phone, words } = ui;
  const [asked, ask] = useState<{ id: string; name: string } | null>(null);
  const found = useTelevisions();
  const screen = shown(state);
  const isHost = me(state)?.isHost === true;
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
  const all = found.heard?.televisions ?? [];
  const about = found.heard?.about ?? null;
  // The room's own stands above, with what can be done about it; so does the one that is to take its place.
  const own = screen === null || isGone(screen) ? null : screen.device;
  const televisions = all.filter(({ id }) => id !== own && id !== screen?.coming?.device);
  const inList = asked !== null && televisions.some(({ id }) => id === asked.id);
  return (
    <div class="tv">
      {screen !== null && <Status screen={screen} show={(tv) => show({ ...tv, id: tv.device }, false)} />}
      {!inList && question}
      {isHost && (
        <section>
          <h3>{words.say(own === null ? "tv.choose" : "tv.move")}</h3>
          <TvList
            televisions={televisions}
            show={(tv) => show(tv, false)}
            question={asked && question && { id: asked.id, element: question }}
          />
          <p class="aside" role="status" data-testid="tv-search">
            {searchText(ui, found, televisions.length)}
          </p>
          {found.refused === null && <AddTv televisions={all} />}
        </section>
      )}
      <section>
        <h3>{words.say("tv.any")}</h3>
        <AnyScreen qr />
        <Guides />
      </section>
      {isHost && <TvSound />}
      {isHost && (screen !== null || about !== null) && <AboutScreen screen={screen} about={about} />}
    </div>
  );
}
