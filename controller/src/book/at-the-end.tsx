/** After a game, beneath who has won: what is worth a mention, with words that are fetched then. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BookWords } from "../../../common/book/words";
import { NameById } from "../bots/name";
import { useUi } from "../ui";
import { nameOf, view } from "../view";

interface Loaded {
  Awards: (typeof import("./awards"))["Awards"];
  PredictionScores: (typeof import("./awards"))["PredictionScores"];
  words: BookWords;
}

export function AwardsOfGame(): JSX.Element | null {
  const { state, words } = useUi();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const seen = view(state);
  const some = seen?.game != null && seen.game.awards.length + seen.game.predictions.length > 0;
  const online = state.line === "online";
  const { language } = words;
  useEffect(() => {
    if (!some || !online) return undefined;
    let wanted = true;
    const load = async (): Promise<void> => {
      const { Awards, PredictionScores, bookWords } = await import("./awards");
      const said = await bookWords(language);
      if (wanted) setLoaded({ Awards, PredictionScores, words: said });
    };
    load().catch(() => undefined); // the book has them, too; asked for again with the next connection
    return () => {
      wanted = false;
    };
  }, [some, online, language]);
  if (loaded === null || seen === null || seen.game === null) return null;
  return (
    <>
      <loaded.Awards words={loaded.words} told={seen.game} name={(id) => <NameById lobby={seen.lobby} id={id} />} />
      <loaded.PredictionScores words={loaded.words} told={seen.game} nameOf={(id) => nameOf(seen.lobby, id)} />
    </>
  );
}
