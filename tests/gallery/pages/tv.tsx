/** The television's page with a given state. */
import { render } from "preact";

import { readMessage } from "../../../common/connection/reading";
import { bookWords } from "../../../common/book/words";
import index from "../../../receiver/index.html?raw";
import { announcements } from "../../../receiver/src/announcements/announcements";
import { fetchEntry } from "../../../receiver/src/entry/entry";
import { fetchSpectacle } from "../../../receiver/src/moments/later";
import { noPages } from "../../../receiver/testing/views";
import type { Pages } from "../../../receiver/src/book/props";
import type { GameList, OpenGame, Reaction } from "../../../common/wire";
import { rise } from "../../../receiver/src/reactions/rising";
import { Stage } from "../../../receiver/src/stage";
import { entered, shown, START, turnedTo } from "../../../receiver/src/state";
import type { State } from "../../../receiver/src/state";
import { fetchWords, speakWith } from "../../../receiver/src/words";
import "../../../receiver/src/styles/index.css";
import { showOn } from "./shell";
import type { Sent } from "./shell";

const page = document.getElementById("page") as HTMLElement;

showOn<Partial<State>>("tv", index, async (sent, language) => {
  const words = await fetchWords(language);
  // What a television fetches when it is needed is here already.
  await Promise.all([fetchEntry(language), fetchSpectacle(), bookWords(language), import("../../../receiver/src/book/screen")]);
  speakWith(words);
  document.querySelectorAll(".reaction").forEach((sign) => sign.remove());
  for (const reaction of (sent.answers["reactions"] ?? []) as readonly Reaction[]) rise(reaction);
  render(null, page);
  render(<Stage state={stateOf(sent)} watch={() => undefined} now={() => sent.now} pages={pagesOf(sent)} askHouse={() => house(sent)} />, page);

  /** Without an answer the server gives none. */
  function house({ answers }: Sent<Partial<State>>): Promise<GameList> {
    const games = answers["games"] as readonly OpenGame[] | null | undefined;
    if (games === null) return Promise.reject(new Error("offline"));
    return Promise.resolve({ games: games ?? [], address: "http://192.168.1.20:8000", opens: answers["private"] !== true });
  }

  function pagesOf({ page }: Sent<Partial<State>>): Pages {
    return page === null ? noPages : () => Promise.resolve(page);
  }

  function stateOf({ message, more, now }: Sent<Partial<State>>): State {
    if (message === null) return { ...turnedTo(START, null), ...more };
    const urls = { join_url: "http://192.168.1.20:8000/BKTM", tv_url: "http://192.168.1.20:8000/tv/BKTM" };
    const answer = { ok: true, room: "BKTM", you: null, now, screen: null, casts: true, counts: true, elsewhere: false, predictions: null, ...urls } as const;
    const told = readMessage(message);
    const state = shown(entered(turnedTo({ ...START, line: "online" }, "BKTM"), answer), told, null);
    return { ...state, announcement: announcements(told, words)[0]?.text ?? null, ...more };
  }
});
