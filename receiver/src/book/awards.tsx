/** What is worth a mention of a game: large, each on a card of its own; later in one line. */
import type { JSX } from "preact";

import { awardText } from "../../../common/book/awards";
import type { AwardText } from "../../../common/book/awards";
import type { BookWords } from "../../../common/book/words";
import { Stamp } from "../../../common/look/stamp";
import { nameIn, stampIn } from "../../../common/people";
import type { GameView, LobbyView } from "../../../common/wire";
import { Sign } from "../teams/sign";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import { PredictionsLine } from "./predictions";

interface Props {
  words: BookWords;
  game: GameView;
  lobby: LobbyView;
}

export function AwardsPart({ words, game, lobby }: Props): JSX.Element {
  return (
    <div class="awards" data-testid="tv-awards">
      <h1 class="awards-title">{words.say("awards")}</h1>
      <ol class="awards-cards">
        {game.awards.map((award) => (
          <AwardCard
            key={award.kind}
            text={awardText(words, award, game)}
            lobby={lobby}
          />
        ))}
      </ol>
      <PredictionsLine words={words} game={game} lobby={lobby} />
    </div>
  );
}

function AwardCard({ text, lobby }: { text: AwardText; lobby: LobbyView }): JSX.Element {
  const { title, clue, what, who } = text;
  const team = text.team ?? "green";
  const name = who !== null ? nameIn(lobby, who) : team === "green" ? null : say(`team.${team}`);
  const stamp = stampIn(lobby, who);
  return (
    <li class={`award award-${team}`}>
      <p class="award-sign">
        <Sign identity={team} />
        {stamp !== "" && <Stamp of={stamp} />}
      </p>
      <h2 class="award-title">
        <Fitted text={title} />
      </h2>
      <p class="award-clue">
        <Fitted class="name" text={clue ?? what} cut />
      </p>
      <p class="award-what">{clue !== null && <Fitted text={what} />}</p>
      <p class="award-clue">{name !== null && <Fitted class="name" text={name} cut />}</p>
    </li>
  );
}

/** All of them in the headline of the table, as many as there is room for. */
export function AwardsLine({ words, told }: { words: BookWords; told: Pick<GameView, "awards" | "settings" | "turns" | "result" | "languages"> }): JSX.Element {
  const each = told.awards.map((award) => {
    const { title, clue, what } = awardText(words, award, told);
    return words.say("award.line", { title, what: clue ?? what });
  });
  const shorter = each.map((_, n) => each.slice(0, each.length - n).join(" · "));
  return (
    <span class="awards-line" data-testid="tv-awards-line">
      <Fitted text={shorter} largest={0.75} mostLines={1} cut />
    </span>
  );
}
