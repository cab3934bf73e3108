/** Every stamp, to choose one that nobody else here has. */
import type { JSX } from "preact";
import { Stamp } from "../../../common/look/stamp";
import type { Naming } from "../../../common/scenes/scene";
import type { Stamp as Wire } from "../../../common/wire";
import "../styles/stamps.css";
import { useUi } from "../ui";
import { busy, me, view } from "../view";

export { loadNaming } from "../../../common/scenes/scene";

/** As in `EVERY_STAMP`, which would come with the first page. */
export const STAMPS = Array.from(
  "🦊🐌🐘🐝🐧🐰🍄🐳🦋🐈🐸🌵🦁🦆🦔🐟🦄🦉🦀🌷🐶🐓🐢🦒🐨🐚🐙🌴🐭🐞🐪🍀🐻🦓🦕🌈🐬🐣⛄🐜🐼🍁🦏🐛🐯🌻🐊🌳",
) as Wire[];

export function Stamps({ called }: { called: Naming }): JSX.Element {
  const { state, phone, words } = useUi();
  const own = me(state)?.player.stamp;
  const players = view(state)?.lobby.players ?? [];
  return (
    <>
      <p class="hint">{words.say("stamp.hint")}</p>
      <ul class="stamps" data-testid="stamps">
        {STAMPS.map((stamp) => {
          const holder = stamp === own ? undefined : players.find((player) => player.stamp === stamp);
          return (
            <li key={stamp}>
              <button
                type="button"
                aria-label={holder === undefined ? called(stamp) : `${called(stamp)}: ${holder.name}`}
                aria-pressed={stamp === own}
                data-testid={`stamp-${stamp}`}
                disabled={holder !== undefined || busy(state, "choose_stamp")}
                onClick={() => void phone.send("choose_stamp", { stamp })}
              >
                <Stamp of={stamp} />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
