/** The rule book's pages: a table of contents whose sections unfold, one at a time. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import "../styles/howto.css";
import { useUi } from "../ui";
import { view } from "../view";
import { Blocks } from "./blocks";
import { BookContext, readingOf, titleId, useBook } from "./book";
import { textOf } from "./content";
import type { Section } from "./content";
import { Here } from "./here";
import type { Book } from "./load";
import { firstOf, roomRulesOf, isPlayed, otherGames, sectionsOf } from "./room-rules";

export { loadBook } from "./load";

/** What is unfolded, and the house rule or the section's title that is to be looked at. */
interface Place {
  section: string | null;
  target: string | null;
}

export function Pages({ book }: { book: Book }): JSX.Element {
  const { state } = useUi();
  const rules = roomRulesOf(view(state));
  const sections = sectionsOf(rules);
  const [place, setPlace] = useState<Place>({ section: firstOf(rules), target: null });
  const go = (section: string, target: string): void => setPlace({ section, target });
  const page = readingOf(book, rules, go);
  return (
    <BookContext.Provider value={page}>
      <div class="howto" data-testid="howto">
        {sections.map((section, at) => (
          <Chapter
            key={section.id}
            section={section}
            next={sections[at + 1] ?? null}
            place={place}
            move={setPlace}
          />
        ))}
      </div>
    </BookContext.Provider>
  );
}

function Chapter(props: {
  section: Section;
  next: Section | null;
  place: Place;
  move(place: Place): void;
}): JSX.Element {
  const { section, next, place, move } = props;
  const { say, rules } = useBook();
  const open = place.section === section.id;
  const top = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (open && place.target !== null) look(top.current, place.target);
  }, [open, place]);
  const title = (id: string): string => say(textOf("section", id));
  const head = titleId(section.id);
  const marked = rules.where !== "usual" && (section.id === "house_rules" || isPlayed(rules, section));
  return (
    <section class={`chapter${open ? " is-open" : ""}`} ref={top}>
      <h3 class="chapter-title">
        <button
          type="button"
          id={head}
          data-testid={head}
          aria-expanded={open}
          aria-controls={`${head}-text`}
          onClick={() => move(open ? { section: null, target: head } : { section: section.id, target: head })}
        >
          <span>{title(section.id)}</span>
          {marked && <Here />}
        </button>
      </h3>
      <div id={`${head}-text`} class="chapter-text" hidden={!open}>
        {open && <Otherwise section={section} />}
        {open && <Blocks blocks={section.blocks} />}
        {open && next !== null && (
          <button
            type="button"
            class="wide"
            data-testid="howto-next"
            onClick={() => move({ section: next.id, target: titleId(next.id) })}
          >
            {say("next", { title: title(next.id) })}
          </button>
        )}
      </div>
    </section>
  );
}

/** What is not as the section says, in a room that plays something else. */
function Otherwise({ section }: { section: Section }): JSX.Element | null {
  const { say, rules } = useBook();
  const texts = otherGames(rules).flatMap((game) => section.otherwise?.[game] ?? []);
  if (texts.length === 0) return null;
  return (
    <div class="rule is-ours" data-testid="otherwise">
      <Here />
      {texts.map((text) => (
        <p key={text}>{say(text)}</p>
      ))}
    </div>
  );
}

/** Focus what is to be read, and bring it to the top: above it something may just have folded. */
function look(chapter: HTMLElement | null, target: string): void {
  const wanted = document.getElementById(target);
  if (chapter === null || wanted === null) return;
  wanted.focus({ preventScroll: true });
  const body = chapter.closest(".sheet-body");
  if (body === null) return;
  // A chapter's title sticks to the top, so only its chapter tells where it belongs.
  const isTitle = chapter.querySelector(".chapter-title button") === wanted;
  const place = (isTitle ? chapter : wanted).getBoundingClientRect().top;
  const title = isTitle ? 0 : (chapter.querySelector(".chapter-title")?.clientHeight ?? 0);
  body.scrollTop += place - body.getBoundingClientRect().top - title;
}
