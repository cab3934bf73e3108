/** A public clue is called invalid: by whom, and what each side can say to it. */
import type { JSX } from "preact";
import { rival } from "../../../common/teams";
import type { LobbyView, Team } from "../../../common/wire";
import { MoveButton } from "../basics/move-button";
import { Twice } from "../basics/twice";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { busy, can, currentTurn, judgeOf, spymasterOf, view } from "../view";

/** For the rival spymaster, until the first touch. */
export function Challenge(): JSX.Element | null {
  const { state, phone, words } = useUi();
  if (!can(state, "challenge")) return null;
  return (
    <Twice
      testid="challenge"
      class="quiet wide"
      first={words.say("challenge")}
      sure={words.say("challenge.sure")}
      busy={busy(state, "challenge")}
      act={() => void phone.play("challenge", {})}
    />
  );
}

const ANSWERS = ["concede_challenge", "withdraw_challenge", "uphold_challenge"];

export function Disputed(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen === null || seen.game?.phase !== "challenged") return null;
  const { team } = currentTurn(seen.game);
  const judge = judgeOf(seen.lobby, team)?.name ?? words.say(`team.${rival(team)}`);
  return (
    <section class="dispute" data-testid="disputed">
      <p>{words.say("dispute.by", { name: judge })}</p>
      <p class="aside">{advice(words, can(state, "uphold_challenge"), judge)}</p>
      <div class="pair">
        <MoveButton move="concede_challenge" others={ANSWERS}>
          {words.say("dispute.concede")}
        </MoveButton>
        <MoveButton move="withdraw_challenge" others={ANSWERS}>
          {words.say("dispute.withdraw")}
        </MoveButton>
        <MoveButton move="uphold_challenge" others={ANSWERS}>
          {words.say("dispute.uphold")}
        </MoveButton>
      </div>
    </section>
  );
}

function advice(words: Ui["words"], ownWord: boolean, judge: string): string {
  return ownWord ? words.say("dispute.talk.own") : words.say("dispute.talk", { name: judge });
}

/** After an invalid clue the rival may reveal one of its own agents. */
export function Penalty(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen === null || seen.game?.phase !== "penalty") return null;
  const { team } = currentTurn(seen.game);
  const chooses = can(state, "cover_card");
  return (
    <section class="dispute" data-testid="penalty">
      <p class="hint">
        {chooses ? words.say("cover.choose") : words.say("cover.waits", { name: whoCovers(words, seen.lobby, team) })}
      </p>
      {chooses && seen.kind === "key" && !state.keyShown && <p class="hint">{words.say("cover.key")}</p>}
      <MoveButton move="decline_penalty" class="wide" others={["cover_card"]}>
        {words.say("cover.decline")}
      </MoveButton>
    </section>
  );
}

function whoCovers(words: Ui["words"], lobby: LobbyView, team: Team): string {
  return spymasterOf(lobby, team)?.name ?? words.say(`team.${team}`);
}
