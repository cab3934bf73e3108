/** A game to be stepped through or played back; for the host, on the TV as well. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { clueText } from "../../../common/book/awards";
import { boardAt, momentOfTurn, momentsOf } from "../../../common/book/moments";
import type { Opened } from "../../../common/book/moments";
import { momentNow, nextChange } from "../../../common/book/passing";
import { langAt, langOf, pageLang } from "../../../common/language/capitals";
import type { BookPage, ScreenPage } from "../../../common/wire";
import { TeamSign } from "../basics/sign";
import { BotName, PersonName } from "../bots/name";
import { SideSign } from "../duet/ending";
import { Noted } from "../history/noted";
import { useUi } from "../ui";
import { me, over, view } from "../view";
import { BookBoard } from "./board";
import { called as codenameIn, momentTold } from "./telling";
import { useBookWords } from "./words";

export function Player({ opened }: { opened: Opened }): JSX.Element {
  const ui = useUi();
  const { state, phone } = ui;
  const words = useBookWords();
  const { page, keys, notes } = opened;
  const called = (id: string): JSX.Element => <NameIn page={page} id={id} />;
  const all = momentsOf(page.turns).length;
  const [own, setOwn] = useState<ScreenPage>({ game: page.number, motion: "still", moment: all, at: 0, part: null });
  const shown = view(state)?.lobby.showing ?? null;
  const onTv = shown !== null && shown.game === page.number && shown.motion !== "looking_back";
  const isHost = me(state)?.isHost === true;
  const steers = onTv && isHost;
  const showing = onTv && isHost ? shown : own;
  const moment = momentNow(showing, page.turns, phone.serverNow());
  useRedraw(nextChange(showing, page.turns, 0, phone.serverNow()));
  const plays = showing.motion === "playing" && moment < all;
  const show = (to: number, goesOn: boolean): void => {
    const at = phone.serverNow();
    setOwn({ game: page.number, motion: goesOn ? "playing" : "still", moment: to, at, part: null });
    if (steers) void phone.send("show_page", { game: page.number, moment: to, plays: goesOn });
  };
  return (
    <section class="book-player">
      <div class="book-table">
        <BookBoard board={boardAt(page, moment)} keys={moment >= all ? keys : []} />
      </div>
      <p class="book-moment" role="status" data-testid="book-moment" data-moment={moment}>
        {momentTold(ui, words, page, moment)}
      </p>
      <Steps moment={moment} all={all} plays={plays} show={show} />
      {isHost && <OnTv game={page.number} moment={moment} onTv={onTv} />}
      <ol class="book-clues">
        {page.turns.map(({ team, side, clue, giver }, at) =>
          clue === null ? null : (
            <li key={at}>
              <button
                type="button"
                class={`book-clue is-${team}`}
                onClick={() => show(momentOfTurn(page.turns, at), false)}
              >
                {side === null ? <TeamSign team={team} /> : <SideSign side={side} />}{" "}
                <strong dir="auto" lang={clue.word === null ? pageLang() : langOf(page)}>
                  {clueText(words.say, clue.word, clue.number, langOf(page))}
                </strong>{" "}
                <span class="aside">{giver !== null && called(giver)}</span>
              </button>
              <Noted
                turn={page.turns[at]!}
                notes={notes.filter((note) => note.turn === at)}
                codename={(position) => (
                  <span lang={langAt(page, position)}>
                    {codenameIn(words, page, page.codenames[position] ?? "", position)}
                  </span>
                )}
                name={called}
              />
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

/** As somebody was called then. */
export function NameIn({ page, id }: { page: BookPage; id: string }): JSX.Element {
  const name = page.names[id] ?? "";
  return page.bots.indexOf(id) < 0 ? <PersonName name={name} stamp={page.stamps[id] ?? ""} /> : <BotName name={name} />;
}

/** Draws again after so many milliseconds. */
function useRedraw(wait: number | null): void {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (wait === null) return undefined;
    const timer = setTimeout(() => redraw((n) => n + 1), wait + 1);
    return () => clearTimeout(timer);
  });
}

const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z",
  back: "M17 5v14L7 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  next: "M7 5v14l10-7z",
  last: "M16 5h3v14h-3zM4 5v14l11-7z",
};

function Steps(props: {
  moment: number;
  all: number;
  plays: boolean;
  show(moment: number, goesOn: boolean): void;
}): JSX.Element {
  const words = useBookWords();
  const { moment, all, plays, show } = props;
  const step = (name: keyof typeof ICONS, act: () => void, held: boolean): JSX.Element => (
    <button
      type="button"
      class="icon"
      aria-label={words.say(`step.${name}`)}
      data-testid={`book-${name}`}
      disabled={held}
      onClick={act}
    >
      <svg class="book-icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={ICONS[name]} />
      </svg>
    </button>
  );
  return (
    // As on any player, whatever the script: time runs from left to right.
    <div class="book-steps" dir="ltr">
      {step("first", () => show(0, false), moment === 0)}
      {step("back", () => show(moment - 1, false), moment === 0)}
      {plays
        ? step("pause", () => show(moment, false), false)
        : step("play", () => show(moment >= all ? 0 : moment, true), false)}
      {step("next", () => show(moment + 1, false), moment >= all)}
      {step("last", () => show(all, false), moment >= all)}
      <span class="aside book-count" dir="auto">{words.say("step.moment", { n: moment, all })}</span>
    </div>
  );
}

/** Host: this game on the shared screens, and an end to that. */
function OnTv({ game, moment, onTv }: { game: number; moment: number; onTv: boolean }): JSX.Element {
  const { state, phone } = useUi();
  const words = useBookWords();
  const table = view(state)?.game ?? null;
  const running = table !== null && !over(table);
  return (
    <div class="book-tv">
      {onTv ? (
        <>
          <p class="hint" role="status" data-testid="book-on-tv">
            {words.say("tv.showing")}
          </p>
          <button
            type="button"
            class="wide"
            data-testid="book-tv-stop"
            onClick={() => void phone.send("close_page", {})}
          >
            {words.say("tv.stop")}
          </button>
        </>
      ) : (
        <button
          type="button"
          class="wide"
          data-testid="book-tv"
          disabled={running}
          onClick={() => void phone.send("show_page", { game, moment, plays: false })}
        >
          {words.say("tv.show")}
        </button>
      )}
      {running && <p class="hint">{words.say("tv.running")}</p>}
    </div>
  );
}
