/** One card: paper while it is hidden, its identity's colour, shape and letter once revealed. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { Clue, Identity, Team } from "../../common/wire";
import { Fitted } from "./fitted";
import { NameOf } from "./name";
import { NumberOf } from "./number";
import { say } from "./words";

/** Under which clue a card was found, by which team, and whose finger it was. */
export interface Found {
  team: Team;
  clue: Clue | null;
  /** Null: nobody touched it, it was a penalty. */
  by: string | null;
}

interface Props {
  position: number;
  codename: string;
  /** Null while the card is hidden. */
  identity: Identity | null;
  /** What a card that nobody touched is, told at the debrief. */
  inKey: Identity | null;
  found: Found | null;
  /** Names of those who marked it. */
  marks: readonly string[];
  turning: "revealed" | "hidden" | null;
}

export function Card(props: Props): JSX.Element {
  const { position, codename, identity, inKey, found, marks, turning } = props;
  return (
    <li
      class="card"
      data-testid={`card-${position}`}
      data-revealed={identity ?? undefined}
      data-identity={inKey ?? undefined}
    >
      {identity === null ? (
        <Paper codename={codename} identity={inKey} marks={marks} turns={turning === "hidden"} />
      ) : (
        <Cover
          codename={codename}
          identity={identity}
          found={found}
          turns={turning === "revealed"}
        />
      )}
    </li>
  );
}

interface PaperProps {
  codename: string;
  identity: Identity | null;
  marks: readonly string[];
  turns: boolean;
}

function Paper({ codename, identity, marks, turns }: PaperProps): JSX.Element {
  const tint = identity === null ? "" : ` unfound unfound-${identity}`;
  return (
    <div class={`face paper${tint}${turns ? " turns-back" : ""}`}>
      <Fitted text={codename} largest={identity === null ? 0.69 : 1} />
      {identity !== null && (
        <>
          <IdentityShape identity={identity} />
          <span class="hidden">
            {say(`identity.${identity}`)}, {say("debrief.unfound")}
          </span>
        </>
      )}
      {marks.length > 0 && <Marks names={marks} />}
    </div>
  );
}

interface CoverProps {
  codename: string;
  identity: Identity;
  found: Found | null;
  turns: boolean;
}

function Cover({ codename, identity, found, turns }: CoverProps): JSX.Element {
  return (
    <div
      class={`face cover cover-${identity}${found === null ? "" : " told"}${turns ? " turns-up" : ""}`}
    >
      <Fitted text={codename} />
      <IdentityShape identity={identity} inverted />
      <span class="hidden">{say(`identity.${identity}`)}</span>
      {found !== null && <FoundUnder found={found} />}
    </div>
  );
}

function FoundUnder({ found }: { found: Found }): JSX.Element {
  const { team, clue, by } = found;
  if (by === null) return <p class="found">{say("card.penalty")}</p>;
  const word = clue?.word ?? say("debrief.spoken");
  return (
    <p class="found">
      <span class="found-under">
        <Shape identity={team} letter={say(`letter.${team}`)} label={say(`team.${team}`)} inverted />
        <span class="found-clue">{word}</span>
        {clue !== null && (
          <span class="found-number">
            {" "}
            <NumberOf number={clue.number} />
          </span>
        )}
      </span>
      {by !== "" && <NameOf name={by} />}
    </p>
  );
}

function IdentityShape(props: { identity: Identity; inverted?: boolean }): JSX.Element {
  const { identity, inverted = false } = props;
  const letter = identity === "assassin" ? "" : say(`letter.${identity}`);
  return <Shape identity={identity} letter={letter} inverted={inverted} class="card-shape" />;
}

function Marks({ names }: { names: readonly string[] }): JSX.Element {
  const known = names.filter((name) => name !== "");
  return (
    <p class="marks">
      <span class="hidden">{say("card.marks", { n: names.length })}: </span>
      {known.length > 2 ? `${known.slice(0, 1).join("")} +${names.length - 1}` : known.join(", ")}
    </p>
  );
}
