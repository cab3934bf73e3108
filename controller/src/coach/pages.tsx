/** What the coach says; fetched when somebody asks. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Trouble } from "../../../common/connection/connection";
import { aboutLanguage } from "../../../common/language/languages";
import type { Idea, Likely } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { clueLang, clueText } from "../clue/clue-text";
import { Codename } from "../pictures/codename";
import { refusalText } from "../refusals/refusal";
import "../styles/coach.css";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { openKey } from "../view";

/** The hidden cards as somebody without a key would rank them for the clue that is typed. */
export function HowAStrangerSeesIt(): JSX.Element {
  const { state, phone, words } = useUi();
  const word = state.draft.word.trim();
  const [answer, again] = useAnswer(() => phone.coach(word));
  return (
    <div class="coach">
      <p class="aside">{words.say("coach.what", { clue: word })}</p>
      <Answered answer={answer} again={again} waiting="coach.asking">
        {({ ranking }) => <Ranking ranking={ranking.filter(({ share }) => share > 0)} />}
      </Answered>
    </div>
  );
}

function Ranking({ ranking }: { ranking: readonly Likely[] }): JSX.Element {
  const { state, words } = useUi();
  const key = openKey(state);
  const most = ranking[0]?.share ?? 0;
  if (most === 0) return <p data-testid="coach-nothing">{words.say("coach.nothing")}</p>;
  const { tag } = aboutLanguage(words.language);
  return (
    <ol class="coach-ranking" data-testid="coach-ranking" tabIndex={0} aria-label={words.say("sheet.coach")}>
      {ranking.map(({ position, share }) => {
        const identity = key?.[position] ?? "bystander";
        return (
          <li key={position} class={`coach-card is-${identity}`} data-identity={identity}>
            <Sign identity={identity} label={words.say(`identity.${identity}`)} />
            <strong class="coach-word">
              <Codename position={position} />
            </strong>
            <span class="coach-share">{share.toLocaleString(tag, { style: "percent" })}</span>
            <span class="coach-bar" aria-hidden="true">
              <i style={{ width: `${(share / most) * 100}%` }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Clues that could be given; a tap takes one. */
export function Ideas(): JSX.Element {
  const { phone, words } = useUi();
  const [answer, again] = useAnswer(() => phone.ideas());
  return (
    <div class="coach">
      <p class="aside">{words.say("coach.take")}</p>
      <Answered answer={answer} again={again} waiting="coach.thinking">
        {({ ideas }) =>
          ideas.length === 0 ? (
            <p data-testid="coach-none">{words.say("coach.none")}</p>
          ) : (
            <ul class="coach-ideas">
              {ideas.map((idea) => (
                <li key={idea.word}>
                  <TakeIdea idea={idea} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}

function TakeIdea({ idea: { word, number, cards } }: { idea: Idea }): JSX.Element {
  const ui = useUi();
  const { dispatch, words } = ui;
  const take = (): void => {
    dispatch({ type: "draft", draft: { word, number: String(number), chosen: true, meant: cards } });
    dispatch({ type: "sheet", sheet: null });
  };
  return (
    <button type="button" class="wide coach-idea" data-testid={`idea-${word}`} onClick={take}>
      <strong dir="auto" lang={clueLang(ui, word)}>
        {clueText(words, word, number)}
      </strong>{" "}
      <span class="aside">
        {cards.map((position, at) => (
          <span key={position}>
            {at > 0 && ", "}
            <Codename position={position} />
          </span>
        ))}
      </span>
    </button>
  );
}

type Answer<T> = T | { error: Trouble } | null;

/** Asked at once, and again on demand; null while nothing has come. */
function useAnswer<T extends object>(ask: () => Promise<T | { error: Trouble }>): [Answer<T>, () => void] {
  const [answer, setAnswer] = useState<Answer<T>>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    setAnswer(null);
    void ask().then((come) => {
      if (wanted) setAnswer(come);
    });
    return () => {
      wanted = false;
    };
  }, [tries]);
  return [answer, () => setTries(tries + 1)];
}

/** What has come; that it is on its way; or why it does not come. */
function Answered<T extends object>(props: {
  answer: Answer<T>;
  again(): void;
  waiting: TextKey;
  children(come: T): ComponentChildren;
}): JSX.Element {
  const { words } = useUi();
  const { answer, again, waiting, children } = props;
  if (answer === null) {
    return (
      <p class="hint" role="status" data-testid="coach-waits">
        {words.say(waiting)}
      </p>
    );
  }
  if (!("error" in answer)) return <>{children(answer)}</>;
  const { code } = answer.error as Trouble;
  return (
    <>
      <p role="alert" data-testid="coach-failed">
        {code === "client/dropped" ? words.say("coach.failed") : refusalText(words, code)}
      </p>
      <button type="button" class="wide" onClick={again}>
        {words.say("outside.again")}
      </button>
    </>
  );
}
