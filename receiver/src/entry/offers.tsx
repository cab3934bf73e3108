/** What needs no code: a row for each game of the house, and for rooms that this screen showed before. */
import type { JSX } from "preact";

import type { OpenGame } from "../../../common/wire";
import { gameName } from "../rules/house-rules";
import { Fitted } from "../text/fitted";
import type { Offer } from "./house";
import type { EntryWords } from "./words";

/** So many have room for two lines each. */
const MOST_LARGE = 3;

interface Props {
  offers: readonly Offer[];
  words: EntryWords;
  watch: (room: string) => void;
}

export function Offers({ offers, words, watch }: Props): JSX.Element {
  const large = offers.length <= MOST_LARGE;
  return (
    <section class={large ? "entry-offers large" : "entry-offers"}>
      <h2>{words.say(offers.some(({ game }) => game !== null) ? "entry.games" : "entry.before")}</h2>
      <ul>
        {offers.map(({ room, game }) => (
          <li key={room}>
            <button type="button" data-room={room} data-testid={`offer-${room}`} onClick={() => watch(room)}>
              <b>{room}</b>
              <span class="entry-offer">
                <Fitted class="name" text={title(words, room, game, large)} largest={0.86} mostLines={1} cut />
                {game !== null && <Fitted class="name" text={about(words, game, large)} largest={0.8} mostLines={1} cut />}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function title(words: EntryWords, room: string, game: OpenGame | null, large: boolean): string {
  if (game === null || game.host === "") return words.say("entry.last", { code: room });
  return large ? words.say("entry.game", { host: game.host }) : game.host;
}

function about(words: EntryWords, { people, playing, mode, board }: OpenGame, large: boolean): string {
  const many = words.say("entry.game.people", { n: people });
  const state = words.say(playing ? "entry.game.playing" : "entry.game.before");
  return (large ? [many, state, gameName({ mode, board })] : [many, state]).join(" · ");
}
