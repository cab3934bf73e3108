/** Questions that wait for somebody's word: for a key seat, and for "I was Ana". */
import type { JSX } from "preact";
import type { LobbyView, Request } from "../../../common/wire";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { busy, me, nameOf, view } from "../view";
import type { Me } from "../view";

export function Requests(): JSX.Element | null {
  const { state } = useUi();
  const lobby = view(state)?.lobby;
  const mine = me(state);
  if (lobby === undefined || mine === null) return null;
  const concerned = lobby.requests.filter((asked) => role(asked, mine) !== null);
  if (concerned.length === 0) return null;
  return (
    <section class="requests" role="status">
      {concerned.map((asked) => (
        <OneRequest key={asked.id} asked={asked} lobby={lobby} mine={mine} />
      ))}
    </section>
  );
}

/** Why this person sees the request: it is theirs to answer, as host, or they asked it. */
function role(asked: Request, mine: Me): "asked" | "host" | "asker" | null {
  if (asked.player === mine.player.id) return "asked";
  if (asked.asker === mine.player.id) return "asker";
  return mine.isHost ? "host" : null;
}

function OneRequest(props: { asked: Request; lobby: LobbyView; mine: Me }): JSX.Element {
  const { state, phone, words } = useUi();
  const { asked, lobby, mine } = props;
  const why = role(asked, mine);
  const answer = (consent: boolean) => (): void => {
    void phone.send("answer_request", { request: asked.id, consent });
  };
  const waits = busy(state, "answer_request");
  return (
    <div class="request">
      <p>{requestText(words, asked, lobby, why)}</p>
      <div class="pair">
        {why !== "asker" && (
          <button
            type="button"
            class="main"
            disabled={waits}
            data-testid={`request-${asked.id}-consent`}
            onClick={answer(true)}
          >
            {words.say(asked.kind === "seat" ? "request.give" : "request.yes")}
          </button>
        )}
        <button
          type="button"
          disabled={waits}
          data-testid={`request-${asked.id}-refuse`}
          onClick={answer(false)}
        >
          {words.say(why === "asker" ? "request.withdraw" : "request.no")}
        </button>
      </div>
    </div>
  );
}

function requestText(words: Ui["words"], asked: Request, lobby: LobbyView, why: string | null): string {
  const holder = nameOf(lobby, asked.player);
  if (asked.kind === "return") {
    return words.say(why === "asked" ? "request.return.own" : "request.return", { name: holder });
  }
  const seat = words.say(`seat.${asked.seat ?? "spectator"}`);
  if (why === "asker") return words.say("request.asked", { name: holder, seat });
  const asker = nameOf(lobby, asked.asker);
  return words.say(why === "asked" ? "request.seat.own" : "request.seat", { asker, holder, seat });
}
