/** How the room's page is opened on a screen that cannot be opened from here, kind by kind. */
import type { JSX } from "preact";
import type { Language } from "../../../../common/language/languages";
import { loadWords } from "../../../../common/language/words";
import type { Catalog, Words } from "../../../../common/language/words";
import { useUi } from "../../ui";
import { typed } from "../../basics/address";
import { TvCode } from "../any-screen";
import { ScreenSign } from "../signs";
import { GUIDES, NAMES } from "./content";
import type { Guide, Step, Text } from "./content";
import { Drawing } from "./drawings";
import "../../styles/guides.css";

type GuideWords = Words<Text>;

const catalogs = import.meta.glob<Catalog<Text>>("../../../../languages/*/texts/tv-guides.json", { import: "default" });

/** The texts of a language. Rejects when they cannot be fetched. */
export function guideWords(language: Language): Promise<GuideWords> {
  return loadWords(catalogs, language);
}

export function Pages({ words }: { words: GuideWords }): JSX.Element {
  return (
    <div class="guides" data-testid="tv-guides">
      <p class="aside">{words.say("how")}</p>
      {GUIDES.map((guide) => (
        <OneGuide key={guide.id} guide={guide} words={words} />
      ))}
    </div>
  );
}

function OneGuide({ guide, words }: { guide: Guide; words: GuideWords }): JSX.Element {
  const { id, sign, first, steps, last } = guide;
  return (
    <details class="guide" data-testid={`guide-${id}`}>
      <summary>
        <span class="guide-title">
          <ScreenSign sign={sign} />
          {words.say(id, NAMES)}
        </span>
      </summary>
      {first !== undefined && <p class="guide-said">{words.say(first, NAMES)}</p>}
      <ol class="guide-steps">
        {steps.map((step) => (
          <li key={step.text} class="guide-step">
            <Drawing name={step.drawing} />
            <p>{words.say(step.text, NAMES)}</p>
            {step.address !== undefined && <TheAddress of={step.address} />}
          </li>
        ))}
      </ol>
      {last !== undefined && <p class="guide-said">{words.say(last, NAMES)}</p>}
    </details>
  );
}

/** In large letters, to be typed over there; the page's as a code, too, for whatever has a camera. */
function TheAddress({ of }: { of: NonNullable<Step["address"]> }): JSX.Element | null {
  const { state } = useUi();
  if (state.urls === null) return null;
  const url = of === "page" ? typed(state.urls.tv) : `${state.urls.tv}.mjpg`;
  const path = url.indexOf("/tv/");
  return (
    <div class="guide-address">
      <p dir="ltr">
        {url.slice(0, path)}
        <wbr />
        {url.slice(path)}
      </p>
      {of === "page" && <TvCode />}
    </div>
  );
}
