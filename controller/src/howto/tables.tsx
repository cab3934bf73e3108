/** The worked examples: clues with their verdicts, guess phases, the earned extra guess. */
import type { JSX } from "preact";
import { Sign } from "../basics/sign";
import { useUi } from "../ui";
import { useBook } from "./book";
import { EARNED, textOf } from "./content";
import type { Play } from "./content";
import { verdictOf } from "./examples";
import type { Example, Group, Verdict } from "./examples";
import { Here } from "./here";

const SIGNS: Record<Verdict, string> = { legal: "✓", illegal: "✗", questioned: "?", people: "…" };

export function Examples(): JSX.Element {
  const { say, examples } = useBook();
  return (
    <table class="examples">
      <caption class="hidden-text">{say("clues.examples")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("examples.clue")}</th>
          <th scope="col">{say("examples.verdict")}</th>
        </tr>
      </thead>
      {examples.map((group, at) => (
        <tbody key={at}>
          <tr>
            <th colSpan={2} scope="rowgroup">
              <GroupTitle group={group} />
            </th>
          </tr>
          {group.clues.map((example) => (
            <ExampleRow key={example.clue} example={example} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function GroupTitle({ group }: { group: Group }): JSX.Element {
  const { say } = useBook();
  const { card, left } = group;
  if (card !== undefined) {
    const lies = group.open === true ? "examples.open" : "examples.card";
    // The name of the card stands out, wherever the sentence has it.
    const [before = "", after = ""] = say(lies, { card: "\n" }).split("\n");
    return (
      <>
        {before}
        <strong dir="auto">{card}</strong>
        {after}
      </>
    );
  }
  return <>{left === undefined ? say("examples.any") : say("examples.left", { n: left })}</>;
}

function ExampleRow({ example }: { example: Example }): JSX.Element {
  const { say, rules } = useBook();
  const verdict = verdictOf(example, rules.settings);
  const { clue, number, by, reason } = example;
  return (
    <tr data-verdict={verdict}>
      <td dir="auto">{number === undefined ? clue : say("label", { label: clue, value: number })}</td>
      <td>
        <span class={`verdict is-${verdict}`}>
          <span aria-hidden="true">{SIGNS[verdict]}</span> {say(textOf("verdict", verdict))}
        </span>{" "}
        {say(textOf("reason", reason))} {by !== undefined && rules.where !== "usual" && <Here />}
      </td>
    </tr>
  );
}

export function PlayTold({ play }: { play: Play }): JSX.Element {
  const { say } = useBook();
  const { words } = useUi();
  return (
    <div class="play">
      <p class="play-clue">
        <strong>
          {say("label", { label: say(textOf("play", play.id, "clue")), value: play.number })}
        </strong>{" "}
        <span>{say("play.may", { n: play.limit ?? "∞" })}</span>
      </p>
      <ol>
        {play.touches.map((identity, at) => (
          <li key={at}>
            <Sign identity={identity} /> {say(textOf("play", play.id, at + 1))}
            <span class="hidden-text">{`: ${words.say(`identity.${identity}`)}`}</span>
          </li>
        ))}
      </ol>
      <p>{say(textOf("play", play.id, "text"))}</p>
    </div>
  );
}

export function Earned(): JSX.Element {
  const { say } = useBook();
  return (
    <table class="earned">
      <caption class="hidden-text">{say("set.plus_one.earned")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("earned.clue")}</th>
          <th scope="col">{say("earned.before")}</th>
          <th scope="col">{say("earned.limit")}</th>
          <th scope="col">{say("earned.after")}</th>
        </tr>
      </thead>
      {EARNED.map((turn, at) => (
        <tbody key={at}>
          <tr>
            <th scope="row">
              {say("label", { label: say(textOf("earned", at + 1, "clue")), value: turn.number })}
            </th>
            <td>{turn.before}</td>
            <td>{turn.limit ?? "∞"}</td>
            <td>{turn.after}</td>
          </tr>
          <tr>
            <td colSpan={4}>{say(textOf("earned", at + 1, "text"))}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
