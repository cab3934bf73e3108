/** The televisions of the house, as the server knows them by now. */
import { useEffect, useState } from "preact/hooks";
import type { TelevisionList } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { me } from "../view";

const LOOKS_EVERY = 2000;

/** Discovery takes a few seconds; only then does an empty list mean something. */
const LOOKS_UNTIL_NONE = 4;

interface Found {
  heard: TelevisionList | null;
  /** How often the server answered. */
  looks: number;
  /** Why the server looks for none. */
  refused: string | null;
}

/** The televisions as they are known by now, asked for again and again while this is shown. */
export function useTelevisions(): Found {
  const { state, phone } = useUi();
  const [found, setFound] = useState<Found>({ heard: null, looks: 0, refused: null });
  const isHost = me(state)?.isHost === true;
  useEffect(() => {
    if (!isHost || state.line !== "online") return undefined;
    let wanted = true;
    const look = (): void => {
      if (document.visibilityState === "hidden") return;
      void phone.televisions().then((answer) => {
        if (!wanted) return;
        const heard = "error" in answer ? null : answer;
        const refused = "error" in answer ? answer.error.code : null;
        if (refused === "client/dropped") return;
        setFound(({ looks }) => ({ heard, looks: looks + 1, refused }));
      });
    };
    look();
    const timer = setInterval(look, LOOKS_EVERY);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [isHost, state.line, phone]);
  return found;
}

/** What is said under the list; `others` stand in it, beside the room's own. */
export function searchText({ state, words }: Ui, { heard, looks, refused }: Found, others: number): string {
  if (state.line === "offline") return words.say("offline");
  if (refused !== null) return refusalText(words, refused);
  if (heard === null) return words.say("tv.looking");
  if (heard.network !== null) return refusalText(words, heard.network);
  if (others > 0) return "";
  if (heard.televisions.length > 0) return words.say("tv.none.other");
  return looks < LOOKS_UNTIL_NONE ? words.say("tv.looking") : words.say("tv.none", { cast: "Google Cast", lg: "LG" });
}
