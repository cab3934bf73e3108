/** Whether this phone stays awake during games. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { useUi } from "../ui";
import { isAwakeWanted, pausesMusic, wantAwake } from "./setting";

export function AwakeSwitch(): JSX.Element {
  const { words } = useUi();
  const [on, setOn] = useState(isAwakeWanted);
  const turn = (): void => {
    wantAwake(!on);
    setOn(!on);
  };
  return (
    <div class="light">
      <button type="button" data-testid="awake" aria-pressed={on} onClick={turn}>
        {words.say("awake")}
      </button>
      {pausesMusic() && <p class="aside">{words.say("awake.music")}</p>}
    </div>
  );
}
