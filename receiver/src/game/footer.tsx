/** Below the cards: how latecomers join (scanned or typed), and the clues so far; after a game the evening. */
import type { JSX } from "preact";

import { langOf } from "../../../common/language/capitals";
import type { Clue, GameView, LobbyView, Team } from "../../../common/wire";
import { NumberOf } from "../clue/clue-number";
import { EveningLine } from "../evening/evening";
import { address } from "../lobby/join-address";
import { QrCode } from "../lobby/qr-code";
import { TeamSign } from "../teams/sign";
import { say } from "../words";

interface Props {
  game: GameView;
  lobby: LobbyView;
  joinUrl: string | null;
  /** Whether there is room for a code to scan: in the debrief the cards need it. */
  scan: boolean;
}

export function Footer({ game, lobby, joinUrl, scan }: Props): JSX.Element {
  return (
    <footer class="footer">
      {lobby.closed ? (
        <p class="footer-join">{say("lobby.closed")}</p>
      ) : (
        <>
          {scan && <QrCode code={lobby.code} />}
          <p class="footer-join">
            {(!scan || lobby.evening === null) && `${say("game.join")} `}
            <b dir="ltr">{address(joinUrl, lobby.code)}</b>
          </p>
        </>
      )}
      {lobby.evening === null ? (
        <Clues game={game} />
      ) : (
        <EveningLine evening={lobby.evening} lobby={lobby} />
      )}
    </footer>
  );
}

/** More would not be read any more. */
const MOST_CLUES = 8;

function Clues({ game }: { game: GameView }): JSX.Element {
  const told = toldClues(game);
  const lang = langOf(game);
  return (
    <ol class="footer-clues" aria-label={say("game.clues")}>
      {told.slice(-MOST_CLUES).reverse().map(({ team, clue, struck }, i) => (
        <li key={told.length - i}>
          <TeamSign team={team} />
          {struck ? (
            <s>
              <ClueOf clue={clue} lang={lang} />
            </s>
          ) : (
            <ClueOf clue={clue} lang={lang} />
          )}
        </li>
      ))}
    </ol>
  );
}

interface Told {
  team: Team;
  clue: Clue;
  struck: boolean;
}

/** The clues so far in their order. The current one is left out: it stands large above the cards. */
function toldClues(game: GameView): Told[] {
  const told: Told[] = [];
  for (const { team, clue, struck, ended } of game.turns) {
    for (const invalid of struck) told.push({ team, clue: invalid.clue, struck: true });
    if (clue !== null && ended !== null) told.push({ team, clue, struck: false });
  }
  return told;
}

function ClueOf({ clue, lang }: { clue: Clue; lang: string }): JSX.Element {
  return (
    <>
      {clue.word === null ? say("debrief.spoken") : <span lang={lang}>{clue.word}</span>} <NumberOf number={clue.number} />
    </>
  );
}
