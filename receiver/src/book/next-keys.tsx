/** After the awards: what the evening has come to, and who is proposed for the next keys. */
import type { JSX } from "preact";

import type { BookWords } from "../../../common/book/words";
import { Stamp } from "../../../common/look/stamp";
import type { Evening, LobbyView } from "../../../common/wire";
import { marks, seatOf, Tonight } from "../evening/evening";
import { KeySign } from "../teams/key-sign";
import { Fitted } from "../text/fitted";

interface Props {
  words: BookWords;
  evening: Evening;
  lobby: LobbyView;
}

export function NextKeys({ words, evening, lobby }: Props): JSX.Element {
  const next = lobby.players.filter(({ id }) => seatOf(evening, id) !== undefined);
  return (
    <div class="next-keys" data-testid="tv-next-keys">
      {next.length > 0 && (
        <h1 class="awards-title">
          <KeySign />
          {words.say("next_keys")}
        </h1>
      )}
      <ul class="next-keys-names">
        {next.map(({ id, name, stamp }) => (
          <li key={id} class="next-key">
            {marks(seatOf(evening, id)) ?? <KeySign />}
            {stamp !== "" && <Stamp of={stamp} />}
            <Fitted text={name} />
          </li>
        ))}
      </ul>
      <Tonight evening={evening} />
    </div>
  );
}
