/** Before the first game: what is played, who sits where, and the start. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { BookButton } from "../book/button";
import { playsWithBots } from "../bots/seating";
import { Offline } from "../basics/offline";
import { deckName } from "../decks/deck-choices";
import { decksFor } from "../decks/decks";
import { HowToButton } from "../howto/button";
import { Requests } from "../people/requests";
import { Primer } from "../primer/primer";
import { gameIdea, gameName } from "../rules/rule-choices";
import { Seats } from "../seats/seats";
import { StampButton } from "../stamps/sheet";
import { shown } from "../tv/saying";
import { TvButton, TvCall, TvLine } from "../tv/tv-line";
import { useUi } from "../ui";
import { me, peopleIn, view } from "../view";
import { Begin, Guide, Offers, Shuffle } from "./begin";
import { LostRoom } from "./lost";

export function Lobby(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  return (
    <main class="lobby" data-testid="lobby">
      <header class="lobby-top">
        <div>
          <p class="aside">{words.say("lobby.room")}</p>
          <h1 class="lobby-code">{lobby.code}</h1>
        </div>
        {lobby.lost === null && (
          <div class="lobby-own">
            <StampButton />
            <ShareButton />
          </div>
        )}
      </header>
      <Offline />
      {lobby.lost === null ? <BeforeTheGame /> : <LostRoom lobby={lobby} lost={lobby.lost} />}
    </main>
  );
}

function ShareButton(): JSX.Element {
  const { state, dispatch, words } = useUi();
  return (
    <button
      type="button"
      class="lobby-share"
      data-testid="share-open"
      onClick={() => dispatch({ type: "sheet", sheet: "share" })}
    >
      {words.say(me(state)?.isHost === true ? "sheet.share" : "share.open")}
    </button>
  );
}

function BeforeTheGame(): JSX.Element {
  const { state, dispatch, words } = useUi();
  const lobby = view(state)?.lobby;
  const alone = lobby !== undefined && peopleIn(lobby).length === 1;
  const onTv = shown(state) !== null;
  return (
    <>
      <div class="lobby-part">
        <TvCall />
        <Requests />
        <Guide />
        {!onTv && <TvButton main={alone && !playsWithBots(state)} />}
        <Seats />
        <Shuffle />
        <Offers />
      </div>
      <div class="lobby-part">
        <div class="tv-bar">
          <TvLine />
          {onTv && <TvButton />}
        </div>
        <Played />
        <div class="pair">
          <button
            type="button"
            data-testid="players-open"
            onClick={() => dispatch({ type: "sheet", sheet: "room" })}
          >
            {words.say("people")}
          </button>
          <HowToButton />
        </div>
        <BookButton />
        <Begin />
      </div>
      <Primer />
    </>
  );
}

/** What is played, with its one line; behind it the house rules, to choose or to read. */
function Played(): JSX.Element | null {
  const { state, dispatch, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  // What a pack is called is in the list of decks.
  const unknown = state.decks === null && (lobby?.decks ?? []).some((deck) => deck.indexOf("-") > 0);
  useEffect(() => {
    if (unknown) phone.lookForDecks();
  }, [phone, unknown]);
  if (lobby === undefined) return null;
  const { settings, decks, house_words } = lobby;
  const drawn = decksFor(settings.board, decks).map((deck) => deckName(words, deck, house_words, state.decks ?? []));
  return (
    <button
      type="button"
      class="played"
      data-testid="rules-open"
      onClick={() => dispatch({ type: "sheet", sheet: "rules" })}
    >
      <span class="played-what">
        <strong>{gameName(words, settings)}</strong>{" "}
        <span class="played-idea">{gameIdea(words, settings)}</span>{" "}
        <span class="played-idea">
          {drawn.join(" + ")}
          {settings.coach && ` · ${words.say("label", { label: words.say("rules.coach"), value: words.say("coach.on") })}`}
        </span>
      </span>{" "}
      <span class="played-more">{words.say("rules.open")}</span>
    </button>
  );
}
