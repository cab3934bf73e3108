/** The televisions of the house that can be shown on, of all kinds side by side; and those that can't, and why. */
import type { JSX } from "preact";
import type { Television } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy } from "../view";
import { nameOfTv } from "./saying";
import { ScreenSign } from "./signs";

type Kind = Television["kind"];

/** What a kind asks of people before it shows anything. */
const NEEDS: Readonly<Record<Kind, TextKey | null>> = { cast: null, webos: "tv.needs.webos" };

interface Props {
  televisions: readonly Television[];
  show(tv: Television): void;
  /** Asked under the television that it is about. */
  question: { id: string; element: JSX.Element } | null;
}

export function TvList({ televisions, show, question }: Props): JSX.Element {
  return (
    <ul class="tv-list">
      {televisions.map((tv) => (
        <li key={tv.id}>
          {tv.refused === null ? <OneTv tv={tv} show={() => show(tv)} /> : <NotOffered tv={tv} why={tv.refused} />}
          {question?.id === tv.id && question.element}
        </li>
      ))}
    </ul>
  );
}

function OneTv({ tv, show }: { tv: Television; show(): void }): JSX.Element {
  const ui = useUi();
  const { state, words } = ui;
  const needs = NEEDS[tv.kind];
  return (
    <button
      type="button"
      class="wide tv-one"
      data-testid={`tv-${tv.id}`}
      disabled={busy(state, "show_on_tv")}
      onClick={show}
    >
      <ScreenSign sign={tv.kind} label={words.say(`tv.kind.${tv.kind}`)} />
      <span class="tv-what">
        <TvName name={nameOfTv(ui, tv)} more={tv.model} />
        {needs !== null && <span class="tv-needs">{words.say(needs)}</span>}
      </span>
    </button>
  );
}

function NotOffered({ tv, why }: { tv: Television; why: NonNullable<Television["refused"]> }): JSX.Element {
  const ui = useUi();
  return (
    <div class="tv-refused" data-testid={`tv-refused-${tv.id}`}>
      <TvName name={nameOfTv(ui, tv)} more={tv.name === tv.address ? tv.model : tv.address} />
      <p class="aside">{refusalText(ui.words, why)}</p>
    </div>
  );
}

function TvName({ name, more }: { name: string; more: string }): JSX.Element {
  return (
    <>
      <span class="tv-name" dir="auto">
        {name}
      </span>
      <span class="tv-model">{more}</span>
    </>
  );
}

/** Another room is on that television. */
export function InUse(props: { name: string; yes(): void; no(): void }): JSX.Element {
  const { words } = useUi();
  return (
    <div class="tv-question" role="alert" data-testid="tv-in-use">
      <p>{words.say("tv.in_use", { name: props.name })}</p>
      <div class="pair">
        <button type="button" class="main" data-testid="tv-instead" onClick={props.yes}>
          {words.say("tv.in_use.yes")}
        </button>
        <button type="button" onClick={props.no}>
          {words.say("touch.cancel")}
        </button>
      </div>
    </div>
  );
}
