/** What the rules look like on the table: cards, sleeves and a key, in the colours of the mode. */
import type { JSX } from "preact";
import { figureOf } from "../../../common/look/drawings";
import { MARKS, OUTLINES } from "../../../common/look/shapes";
import type { ShapeName } from "../../../common/look/shapes";
import type { Picture } from "./content";

interface Props {
  /** Whose agents are looked for. */
  team: "red" | "green";
  /** Of the clue. */
  word: string;
}

/** Beside a sentence that says the same. */
export function Drawing({ of, ...props }: Props & { of: Picture }): JSX.Element {
  const Drawn = DRAWN[of];
  return (
    <svg class="primer-drawing" viewBox="0 0 120 80" aria-hidden="true">
      <Drawn {...props} />
    </svg>
  );
}

const DRAWN: Record<Picture, (props: Props) => JSX.Element> = { key: Key, clue: Clue, guess: Guess, win: Win };

/** The key on a spymaster's phone; for everyone else the same cards are blank. */
function Key({ team }: Props): JSX.Element {
  const rival = team === "red" ? "blue" : "bystander";
  const key: readonly ShapeName[] = [team, rival, "bystander", team, team, "assassin", rival, "bystander", team, rival, team, "bystander"];
  const at = (n: number): { x: number; y: number } => ({ x: n % 3, y: Math.floor(n / 3) });
  return (
    <>
      <Figure of={team} x={1} y={38} size={42} />
      <g transform="rotate(-7 46 40)">
        <rect class="primer-phone" x="28" y="6" width="36" height="66" rx="5" />
        {key.map((identity, n) => {
          const { x, y } = at(n);
          return (
            <g key={n}>
              <rect class={`primer-${identity}`} x={31 + x * 10.3} y={12 + y * 14} width="9.4" height="12" rx="1" />
              <Shape of={identity} x={33 + x * 10.3} y={15.2 + y * 14} size={5.6} />
            </g>
          );
        })}
      </g>
      {key.map((_, n) => {
        const { x, y } = at(n);
        return <Card key={n} x={76 + x * 14} y={15 + y * 13.4} width={12.4} />;
      })}
    </>
  );
}

/** A word and a number, and the cards that it points to. */
function Clue({ team, word }: Props): JSX.Element {
  return (
    <>
      <Figure of={team} x={2} y={38} size={42} />
      <path class="primer-paper" d="M36 8h78v25H52L34 44l6-11h-4Z" />
      <path class={`primer-${team}`} d="M92 8h22v25H92Z" />
      <text class="primer-ink" x="64" y="26" font-size="15" text-anchor="middle">
        {word}
      </text>
      <text class="primer-number" x="103" y="28" font-size="20" text-anchor="middle">
        3
      </text>
      {[50, 73, 96].map((x) => (
        <g key={x}>
          <path class="primer-way" d={`M103 36C103 46 ${x + 9} 42 ${x + 9} 52`} />
          <Card x={x} y={54} width={18} />
        </g>
      ))}
    </>
  );
}

/** Two right ones, then a bystander: the turn passes. */
function Guess({ team }: Props): JSX.Element {
  return (
    <>
      {([team, team, "bystander"] as const).map((identity, n) => (
        <Sleeve key={n} of={identity} x={5 + n * 38} y={24} />
      ))}
      <path class="primer-way" d="M24 20C30 8 50 8 56 17m-5 -1 5 2 2-5M64 20C70 8 90 8 95 17m-5 -1 5 2 2-5" />
      <path class="primer-good" d="M14 61l6 6 12-13M52 61l6 6 12-13" />
      <path class="primer-stop" d="M88 57h18v10H88m5-5-5 5 5 5" />
    </>
  );
}

/** The assassin on one side, all agents on the other. */
function Win({ team }: Props): JSX.Element {
  return (
    <>
      <path class="primer-assassin" d="M6 12h48v50l-6-3-5 4-7-4-6 5-7-4-6 4-6-5-5 3Z" />
      <Figure of="assassin" x={13} y={20} size={38} />
      <path class="primer-bad" d="M12 16l9 9m0-9-9 9" />
      <path class="primer-rays" d="M90 6v7m-19-3 4 6m34-6-4 6m-43 7 6 3m50-3-6 3" />
      <rect class={`primer-sleeve primer-${team}`} x="70" y="36" width="34" height="25" rx="1.6" transform="rotate(-16 87 60)" />
      <rect class={`primer-sleeve primer-${team}`} x="76" y="36" width="34" height="25" rx="1.6" transform="rotate(13 93 60)" />
      <Sleeve of={team} x={73} y={41} />
    </>
  );
}

/** A hidden card: paper, with its hole and a word. */
function Card({ x, y, width }: { x: number; y: number; width: number }): JSX.Element {
  const unit = width / 12;
  return (
    <g transform={`translate(${x} ${y}) scale(${unit})`}>
      <rect class="primer-paper" width="12" height="9.4" rx="0.8" />
      <circle class="primer-hole" cx="1.8" cy="1.8" r="0.7" />
      <path class="primer-word" d="M3 5h6" />
    </g>
  );
}

/** A revealed card: its sleeve, with whoever it was. */
function Sleeve({ of, x, y }: { of: ShapeName; x: number; y: number }): JSX.Element {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class={`primer-sleeve primer-${of}`} width="34" height="25" rx="1.6" />
      <Figure of={of} x={11} y={2} size={23} />
      <Shape of={of} x={2.5} y={2.5} size={9} light />
    </g>
  );
}

function Figure({ of, x, y, size }: { of: ShapeName; x: number; y: number; size: number }): JSX.Element {
  return (
    <svg class="primer-figure" x={x} y={y} width={size} height={size} viewBox="0 0 100 100">
      <use href={figureOf(of)} />
    </svg>
  );
}

/** An identity's outline with its mark; `light` on a sleeve. */
function Shape({ of, x, y, size, light }: { of: ShapeName; x: number; y: number; size: number; light?: boolean }): JSX.Element {
  const mark = MARKS[of];
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 100})`}>
      <path class="primer-shape" d={OUTLINES[of]} />
      {light === true && mark !== undefined && <path class={`primer-${of}`} d={mark} />}
    </g>
  );
}
