/** The whole page: one state, one phone, and the screen that fits. */
import type { JSX } from "preact";
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { startAgainLater } from "../../common/connection/again";
import type { Language } from "../../common/language/languages";
import { markDocument } from "../../common/language/words";
import type { Words } from "../../common/language/words";
import type { Cue } from "../../common/moments/cues";
import { useAwake } from "./awake/use-awake";
import { buzzFor } from "./basics/buzz";
import { useCounted } from "./book/counted";
import { Door } from "./door/door";
import { Opening } from "./door/opening";
import { Outside } from "./door/outside";
import { Start } from "./door/start";
import { useInside } from "./fetching";
import type { Inside } from "./fetching";
import { isOwnTurn, titleOf } from "./game/title";
import { keepLanguage } from "./memory";
import { openPhone } from "./phone";
import type { Phone } from "./phone";
import { useScenes } from "./pictures/scenes";
import { begin, reduce } from "./state";
import type { Change, State } from "./state";
import { isWhole } from "./texts";
import { UiContext, useUi } from "./ui";
import type { TextKey, Ui } from "./ui";
import { view } from "./view";

interface Props {
  room: string | null;
  hostLink: string | null;
  /** What the first page says, or all. */
  words: Words<TextKey>;
  /** All texts of a language. */
  load(language: Language): Promise<Words<TextKey>>;
  /** Tests bring a phone without a server behind it. */
  open?: typeof openPhone;
  inside?: Inside;
}

export function App({ room, hostLink, words: firstWords, load, open = openPhone, inside: given }: Props): JSX.Element {
  const piece = useInside(given);
  const [words, setWords] = useState(firstWords);
  const { state, dispatch, phone } = usePhone(room, hostLink, open);
  const scenes = useScenes(state, words.language);
  const ui: Ui = useMemo(() => {
    const speak = (language: Language): void => {
      keepLanguage(language);
      void load(language).then((loaded) => {
        markDocument(language);
        setWords(loaded);
      });
    };
    return { state, dispatch, phone, words, speak, scenes };
  }, [state, dispatch, phone, words, load, scenes]);
  useEffect(() => {
    if (state.place !== "start" && !isWhole(words)) load(words.language).then(setWords, startAgainLater);
  }, [state.place === "start", words, load]);
  useCoverWhenHidden(dispatch);
  useTitle(ui);
  useCounted(state, phone);
  useAwake(state);
  return (
    <UiContext.Provider value={ui}>
      {/* Not before the sheet itself is here: it asks who had the focus. */}
      <div class="page" inert={state.sheet !== null && piece !== null}>
        <Place inside={isWhole(words) ? piece : null} />
      </div>
      {piece !== null && <piece.Above />}
    </UiContext.Provider>
  );
}

/** Where this phone is. */
function Place({ inside }: { inside: Inside | null }): JSX.Element {
  const { state } = useUi();
  if (state.place === "start") return <Start />;
  if (state.place === "outside") return <Outside />;
  if (state.message === null || state.place === "opening") return <Opening />;
  if (state.place === "door") return <Door />;
  return inside === null ? <Opening /> : <inside.Room />;
}

interface Running {
  state: State;
  dispatch(change: Change): void;
  phone: Phone;
}

/** The reducer, with a phone that always reads the state as it is after the last change. */
function usePhone(room: string | null, hostLink: string | null, open: typeof openPhone): Running {
  const current = useRef<State | null>(null);
  current.current ??= begin(room);
  const [state, redraw] = useReducer((_: State, next: State) => next, current.current);
  const running = useRef<Omit<Running, "state"> | null>(null);
  if (running.current === null) {
    const dispatch = (change: Change): void => {
      current.current = reduce(current.current ?? begin(room), change);
      redraw(current.current);
    };
    const now = (): State => current.current ?? begin(room);
    const world = { state: now, dispatch, cue: (cue: Cue) => buzzFor(cue, now()) };
    running.current = { dispatch, phone: open(world, hostLink) };
  }
  return { state, ...running.current };
}

/** A tab that is not looked at says when it is needed. */
function useTitle(ui: Ui): void {
  const game = view(ui.state)?.game ?? null;
  const title = game !== null && isOwnTurn(ui.state, game) ? titleOf(ui, game) : "Undercast";
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A phone that was put away and is taken up again does not show the key by itself. */
function useCoverWhenHidden(dispatch: (change: Change) => void): void {
  useEffect(() => {
    const cover = (): void => {
      if (document.visibilityState === "hidden") dispatch({ type: "key", shown: false });
    };
    document.addEventListener("visibilitychange", cover);
    return () => document.removeEventListener("visibilitychange", cover);
  }, [dispatch]);
}
