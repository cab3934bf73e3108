/** Passing lines about what others did. Screen readers hear them from `Spoken`. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { isDrawnAt, ofTwo } from "../../../common/teams";
import type { Happening } from "../../../common/wire";
import { saidName } from "../bots/name";
import { spent } from "../duet/ending";
import { told, toldAt } from "../pictures/pictures";
import type { Notice } from "../state";
import { textKey, useUi } from "../ui";
import type { Ui } from "../ui";
import { view } from "../view";

const STAYS = 3500;

/** Over whatever is on the screen, where that has no place of its own for them: the game and the lobby have. */
export function Notices(): JSX.Element | null {
  const { state } = useUi();
  if (state.place === "inside" && state.sheet === null) return null;
  return (
    <div class="notices">
      <LatestNotice />
    </div>
  );
}

/** One after the other. */
export function LatestNotice(): JSX.Element | null {
  const { state } = useUi();
  const notice = state.notices[0];
  return notice === undefined ? null : <Line key={notice.id} notice={notice} />;
}

function Line({ notice }: { notice: Notice }): JSX.Element {
  const ui = useUi();
  const { dispatch } = ui;
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ type: "notice_over", id: notice.id }), STAYS);
    return () => clearTimeout(timer);
  }, [notice.id, dispatch]);
  return <p class="notice">{noticeText(ui, notice)}</p>;
}

export function noticeText(ui: Ui, { happening, withdrawn }: Notice): string {
  const told = happeningText(ui, happening);
  return withdrawn ? `${told} · ${ui.words.say("question.withdrawn")}` : told;
}

function happeningText(ui: Ui, it: Happening): string {
  const { words } = ui;
  switch (it.kind) {
    case "seat_taken":
      return words.say(textKey("news.key", it.seat), { name: withKind(ui, it.name) });
    case "player_left":
      return words.say(it.removed ? "news.removed" : "news.left", { name: it.name });
    case "host_changed":
      return words.say("news.host", { name: it.name });
    case "touch_undone":
      return words.say("news.undone", { word: toldAt(ui, it.position) });
    case "clue_corrected":
      return words.say("news.corrected", { word: it.clue.word ?? "" });
    case "clue_challenged":
      return words.say(`news.challenged.${ofTwo(it.team)}`);
    case "challenge_withdrawn":
      return words.say(`news.stands.${ofTwo(it.team)}`);
    case "clue_struck":
      return words.say(`news.struck.${it.by}`, { word: it.clue.word ?? words.say("clue.spoken") });
    case "card_covered": {
      const game = view(ui.state)?.game ?? null;
      const opponents = game !== null && isDrawnAt(game, it.position) ? "news.opponent.time" : "news.opponent";
      return words.say(game?.settings.mode === "coop" ? opponents : `news.covered.${ofTwo(it.team)}`, {
        word: toldAt(ui, it.position),
      });
    }
    case "penalty_declined":
      return words.say(`news.declined.${ofTwo(it.team)}`);
    case "sand_turned":
      return words.say("news.sand");
    case "turn_ended":
      if (it.team === "green") return spent(ui, it.why);
      return words.say(`news.${it.why === "time" ? "time" : "invalid"}.${ofTwo(it.team)}`);
    case "codename_exchanged":
      return words.say("news.exchanged", {
        former: told(ui, it.former, it.position),
        word: toldAt(ui, it.position),
      });
    default:
      return "";
  }
}

/** A bot is called one. */
function withKind(ui: Ui, name: string): string {
  const lobby = view(ui.state)?.lobby;
  const id = lobby?.players.find((player) => player.name === name)?.id;
  return lobby === undefined || id === undefined ? name : saidName(ui, lobby, id);
}
