/** How loud the room's televisions are, and whether they play music in the lobby: for the host. */
import type { JSX } from "preact";
import { useUi } from "../ui";
import { view } from "../view";

const LOUDEST = 10;
/** What a room begins with. */
const USUAL = 7;

export function TvSound(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const { volume } = lobby;
  const music = lobby.music !== false;
  const set = (loud: number): void => void phone.send("set_sound", { volume: loud });
  return (
    <section class="tv-sound">
      <h3 id="tv-sound">{words.say("tv.sound")}</h3>
      <div class="pair">
        <input
          type="range"
          aria-labelledby="tv-sound"
          data-testid="tv-volume"
          min={0}
          max={LOUDEST}
          value={volume}
          onChange={(event) => set(Number(event.currentTarget.value))}
        />
        <button
          type="button"
          data-testid="tv-mute"
          aria-pressed={volume === 0}
          onClick={() => set(volume === 0 ? USUAL : 0)}
        >
          {words.say("tv.mute")}
        </button>
      </div>
      {view(state)?.game === null && (
        <button
          type="button"
          data-testid="tv-music"
          aria-pressed={music}
          onClick={() => void phone.send("set_sound", { volume, music: !music })}
        >
          {words.say("tv.music")}
        </button>
      )}
    </section>
  );
}
