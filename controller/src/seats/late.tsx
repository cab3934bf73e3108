/** For whoever comes while a game is on: one seat, where people are needed most. */
import type { JSX } from "preact";
import type { GameView, LobbyView, Seat } from "../../../common/wire";
import { useUi } from "../ui";
import { busy, view } from "../view";

export function LateSeat(): JSX.Element | null {
  const { state, dispatch, phone, words } = useUi();
  const seen = view(state);
  if (seen?.game == null) return null;
  const seat = needed(seen.lobby, seen.game);
  return (
    <div class="late">
      <button
        type="button"
        class="main wide"
        data-testid="late-seat"
        disabled={busy(state, "take_seat")}
        onClick={() => void phone.send("take_seat", { seat })}
      >
        {words.say(`late.${seat}`)}
      </button>
      <button
        type="button"
        class="quiet wide"
        data-testid="take-a-seat"
        onClick={() => dispatch({ type: "sheet", sheet: "room" })}
      >
        {words.say("late.other")}
      </button>
    </div>
  );
}

/** The seats for any number of people: the one for both teams, if that is how they play; else the emptiest. */
function needed({ players }: LobbyView, { settings, left }: GameView): LateSeats {
  const many = (...seats: Seat[]): number => players.filter(({ seat }) => seats.indexOf(seat) >= 0).length;
  if (settings.mode === "coop") return "red_operative";
  if (settings.mode === "duet") return many("side_b") < many("side_a") ? "side_b" : "side_a";
  const red = many("red_operative");
  const blue = many("blue_operative");
  if (red + blue === 0 && many("operative_for_both", "key_holder") > 0) return "operative_for_both";
  if (red !== blue) return red < blue ? "red_operative" : "blue_operative";
  return left.red < left.blue ? "blue_operative" : "red_operative";
}

type LateSeats = Extract<Seat, "red_operative" | "blue_operative" | "operative_for_both" | "side_a" | "side_b">;
