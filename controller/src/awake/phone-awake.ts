/**
 * Against a phone that locks itself in the middle of a game, while its owner looks at the table. Loaded apart.
 *
 * | the browser | what holds it |
 * | --- | --- |
 * | any that gives a wake lock, on https | that |
 * | Apple's mobile ones on http, if their owner wishes | a silent video with sound, which pauses their music |
 * | any other on http | a silent video without sound |
 *
 * The video begins with a tap, in a game and in front only.
 */
import { WakeLock } from "../../../common/awake/lock";
import { PageVideo } from "../../../common/awake/page-video";
import { isAwakeWanted, pausesMusic } from "./setting";

export class PhoneAwake {
  private game = false;
  /** The browser has a lock, and did not give it. */
  private refused = false;
  private readonly lock = new WakeLock(() => undefined);
  private readonly video = new PageVideo(!pausesMusic(), true);

  constructor() {
    // After what was tapped has done its work: it may be the setting itself.
    document.addEventListener("click", this.tapped);
    document.addEventListener("visibilitychange", this.turned);
  }

  /** Whether a game is on that is worth to be awake for. */
  set(game: boolean): void {
    this.game = game;
    this.look(false);
  }

  private readonly tapped = (): void => this.look(true);
  private readonly turned = (): void => this.look(false);

  private look(tapped: boolean): void {
    if (!this.game || !isAwakeWanted() || document.visibilityState === "hidden") {
      this.lock.rest();
      this.video.rest();
    } else if (this.lock.isThere && !this.refused) {
      this.lock.hold().catch(() => (this.refused = true));
    } else if (tapped) this.video.play();
  }
}
