/** On a card of a duet: what the keys say of it, and for whom it is out. */
import type { JSX } from "preact";
import type { Identity, LobbyView, Side } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { isOut, sideName } from "./duet";
import type { OnCard } from "./duet";

// On a card

interface FootProps {
  /** What the card lies open as. */
  revealed: Identity | null;
  /** From the own key, or side A's in the debrief. */
  identity: Identity | null;
  duet: OnCard;
  lobby: LobbyView;
}

/** Whether anything stands under the codename. */
export function hasFoot({ revealed, identity, duet }: Omit<FootProps, "lobby">): boolean {
  return revealed !== null || identity !== null || duet.out.length > 0;
}

/** Under the codename: what the keys say of it, and for whom it is out. */
export function Foot({ revealed, identity, duet, lobby }: FootProps): JSX.Element {
  const ui = useUi();
  if (duet.identityB !== null && identity !== null) {
    return <OnBothKeys a={identity} b={duet.identityB} />;
  }
  const known = revealed ?? identity;
  return (
    <span class="card-identity card-foot" aria-hidden="true">
      {known !== null && <Sign identity={known} inverted={!duet.small || revealed !== null} />}
      {duet.out.length > 0 && <span class="card-out">{outLabel(ui, duet, lobby)}</span>}
    </span>
  );
}

/** Side A's identity at the left, side B's at the right, as on the television. */
function OnBothKeys({ a, b }: { a: Identity; b: Identity }): JSX.Element {
  const { words } = useUi();
  return (
    <span class="card-sides" aria-hidden="true">
      <span>
        {words.say("letter.side_a")}
        <Sign identity={a} />
      </span>
      <span>
        <Sign identity={b} />
        {words.say("letter.side_b")}
      </span>
    </span>
  );
}

function outLabel(ui: Ui, duet: OnCard, lobby: LobbyView): string {
  const [first, second] = duet.out;
  if (first === undefined) return "";
  if (second !== undefined) return ui.words.say("duet.out.both");
  return isOut(duet) ? ui.words.say("duet.out.you") : sideName(ui, lobby, first);
}

/** What a screen reader says of it besides. */
export function saidOf(ui: Ui, identity: Identity | null, duet: OnCard, lobby: LobbyView): string[] {
  const { words } = ui;
  const name = (it: Identity): string => words.say(`identity.${it}`);
  const said: string[] = [];
  if (identity !== null && duet.identityB !== null) {
    const both = [["side_a", identity] as const, ["side_b", duet.identityB] as const];
    said.push(...both.map(([side, it]) => words.say("duet.key", { name: sideName(ui, lobby, side), identity: name(it) })));
  } else if (identity !== null) {
    said.push(words.say("duet.key.own", { identity: name(identity) }));
  }
  const out = (side: Side): string =>
    side === duet.own ? words.say("duet.out.said.you") : words.say("duet.out.said", { name: sideName(ui, lobby, side) });
  return [...said, ...duet.out.map(out)];
}
