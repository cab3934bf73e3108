/** One card: an index card while it is hidden; once revealed a sleeve over it, which says whose it is. */
import type { JSX } from "preact";

import { BotSign, Silhouette } from "../../../common/look/drawings";
import { Stamp } from "../../../common/look/stamp";
import { nameIn } from "../../../common/people";
import type { Beat } from "../../../common/moments/score";
import { EVERY_SIDE } from "../../../common/wire";
import type { Clue, Identity, LobbyView, Mark, PlayerView, Side, Team } from "../../../common/wire";
import { NumberOf } from "../clue/clue-number";
import { Badge } from "../teams/badge";
import { Sign, TeamSign } from "../teams/sign";
import { NameOf } from "../text/name";
import { say } from "../words";
import type { TextKey } from "../words";
import { Codename } from "./codename";

/** Under which clue a card was found (in sudden death none), by which team, and whose finger it was. */
export type Found = Touched | Uncovered;

interface Touched {
  team: Team;
  clue: Clue | null;
  by: string;
}

/** Nobody touched it. */
interface Uncovered {
  team: Team;
  clue: null;
  by: null;
  why: TextKey;
}

/** A side of a duet that cannot touch the card any more, and who that is. */
export interface Out {
  side: Side;
  name: string;
}

/** Whether the turn that is told found this card, missed with it, or has nothing to do with it. */
export type Light = "found" | "missed" | "dim";

interface Props {
  position: number;
  codename: string;
  /** Its language. */
  lang: string;
  /** That of the clues. */
  clueLang: string;
  picture: boolean;
  /** Null while the card is hidden. */
  identity: Identity | null;
  /** What the card is, told at the debrief: on the one key, or on side A's and side B's. */
  inKeys: readonly Identity[];
  found: Found | null;
  out: readonly Out[];
  marks: readonly Mark[];
  lobby: LobbyView;
  /** Whose turn it is: the marks are theirs. */
  team: Team;
  /** The beat that is about this card. */
  beat: Beat["kind"] | null;
  light: Light | null;
}

export function Card(props: Props): JSX.Element {
  const { position, identity, inKeys, light } = props;
  const [inKey, inOther] = inKeys;
  return (
    <li
      class={light === null ? "card" : `card card-${light}`}
      data-testid={`card-${position}`}
      data-beat={props.beat ?? undefined}
      data-revealed={identity ?? undefined}
      data-identity={inKey}
      data-identity-b={inOther}
    >
      {identity === null ? <Paper {...props} /> : <Cover {...props} identity={identity} />}
    </li>
  );
}

function Paper(props: Props): JSX.Element {
  const { inKeys, out, marks } = props;
  const kind = weightiest(inKeys);
  const classes = ["face", "paper"];
  if (kind !== null) classes.push("unfound", `tab-${kind}`);
  if (out.length > 0) classes.push(out.length > 1 ? "out out-for-both" : "out");
  return (
    <div class={classes.join(" ")}>
      <Codename {...props} largest={kind === null ? 0.69 : 0.6} />
      {inKeys.length === 2 && <BothKeys inKeys={inKeys} />}
      {inKeys.length === 1 && kind !== null && (
        <>
          <IdentityShape identity={kind} inverted />
          <span class="hidden">
            {say(`identity.${kind}`)}, {say("debrief.unfound")}
          </span>
        </>
      )}
      {out.length > 0 && <OutFor out={out} />}
      {marks.length > 0 && <Marks {...props} />}
    </div>
  );
}

function Cover(props: Props & { identity: Identity }): JSX.Element {
  const { identity, inKeys, found, clueLang } = props;
  const classes = ["face", "cover", `cover-${identity}`];
  if (found !== null) classes.push("told");
  return (
    <div class={classes.join(" ")}>
      <Silhouette identity={identity} />
      <Codename {...props} largest={found === null ? 0.58 : 1} />
      {inKeys.length === 2 ? (
        <BothKeys inKeys={inKeys} />
      ) : (
        <IdentityShape identity={identity} inverted />
      )}
      <span class={identity === "bystander" && found === null ? "sleeve-word" : "hidden"}>
        {say(`identity.${identity}`)}
      </span>
      {found !== null && <FoundUnder found={found} identity={identity} lang={clueLang} />}
    </div>
  );
}

/** What a card is above all, on one key or two; null without a key. */
function weightiest(inKeys: readonly Identity[]): Identity | null {
  const order: Identity[] = ["green", "assassin"];
  return order.filter((identity) => inKeys.indexOf(identity) >= 0)[0] ?? inKeys[0] ?? null;
}

/** A duet's card on side A's key, a tab at the left, and on side B's. */
function BothKeys({ inKeys }: { inKeys: readonly Identity[] }): JSX.Element {
  return (
    <>
      {EVERY_SIDE.map((side, i) => {
        const identity = inKeys[i] ?? "bystander";
        return (
          <span key={side} class={`in-key in-key-${side} tab-${identity}`}>
            <Badge side={side} />
            <IdentityShape identity={identity} inverted />
            <span class="hidden">{say(`identity.${identity}`)}</span>
          </span>
        );
      })}
    </>
  );
}

/** To whom the card is a known bystander. The other side may still touch it. */
function OutFor({ out }: { out: readonly Out[] }): JSX.Element {
  return (
    <p class="out-for">
      {out.map(({ side, name }) => (
        <span key={side} class={`out-${side}`} data-out={side}>
          <span class="hidden">{say("identity.bystander")}</span>
          <Badge side={side} />
          <Sign identity="bystander" inverted />
          <NameOf name={name} />
        </span>
      ))}
    </p>
  );
}

/** The team only where it was the other one's card. */
function FoundUnder({ found, identity, lang }: { found: Found; identity: Identity; lang: string }): JSX.Element {
  const { team, clue, by } = found;
  if (by === null) return <p class="found found-why">{say(found.why)}</p>;
  const word = clue === null ? say("turn.sudden_death") : (clue.word ?? say("debrief.spoken"));
  return (
    <p class="found">
      <span class="found-under">
        {team !== "green" && team !== identity && <TeamSign team={team} inverted />}
        <span key={word} class="found-clue" lang={clue?.word ? lang : undefined}>
          {word}
        </span>
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
  return <Sign {...props} class="card-shape" />;
}

/** Pins of the team's colour, each with somebody's stamp or a bot's sign; of many some are only counted. */
function Marks({ marks, lobby, team }: Props): JSX.Element {
  const shown = marks.length > MOST_PINS ? marks.slice(0, MOST_PINS - 1) : marks;
  const more = marks.length - shown.length;
  const names = marks.map(({ by }) => nameIn(lobby, by) ?? "");
  return (
    <p class={`marks marks-${team}`}>
      <span class="hidden">{say("card.marks", { n: names.length })}: {names.join(", ")}</span>
      {shown.map(({ by, unsure }) => (
        <span key={by} class="pin" aria-hidden>
          <SignOf player={lobby.players.find((player) => player.id === by)} />
          {unsure && "?"}
        </span>
      ))}
      {more > 0 && (
        <span class="pin" aria-hidden>
          +{more}
        </span>
      )}
    </p>
  );
}

const MOST_PINS = 4;

function SignOf({ player }: { player: PlayerView | undefined }): JSX.Element {
  return player?.stamp ? <Stamp of={player.stamp} /> : <BotSign />;
}
