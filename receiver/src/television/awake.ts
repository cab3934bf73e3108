/**
 * Against screens that sleep over a page which plays nothing. What is done depends on the browser:
 *
 * | it is | what holds it |
 * | --- | --- |
 * | a Cast device | a silent video in the maker's player, or where that does not play, in the page |
 * | any other on https | the browser's wake lock, or where that is not given, the video in the page |
 * | any other | the video in the page |
 *
 * Nothing else needs any of it. What it does is seen by its time, not by what it says.
 */
import { WakeLock } from "../../../common/awake/lock";
import { PageVideo } from "../../../common/awake/page-video";
import type { Silence } from "../../../common/awake/page-video";
import type { Remedy } from "../../../common/wire";
import { startFramework } from "./framework";

/** How often it is looked whether the video plays (ms): a Nest Hub waits for ten seconds. */
export const EVERY = 3000;
/** So often it may stand still before it counts as not playing at all. */
const MOST_STILL = 3;

export class Awake {
  readonly holds = new Set<Remedy>();
  readonly failed = new Set<Remedy>();
  /** For how long a video was seen to play (s). */
  played = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly video: PageVideo;
  private readonly lock = new WakeLock((held) => this.mark("lock", held));
  /** The framework's player, once it is here and as long as it plays. */
  private player: Silence | null = null;
  private asked = false;
  private current: Silence | null = null;
  private time = 0;
  private still = 0;

  /** `changed`: something holds the screen that did not, or the other way round. */
  constructor(
    private readonly isCastDevice: boolean,
    private readonly changed: () => void,
  ) {
    this.video = new PageVideo(!isCastDevice);
  }

  hold(): void {
    if (this.timer !== undefined) return;
    this.timer = setInterval(() => this.look(), EVERY);
    if (this.isCastDevice) this.askFramework();
    if (this.isCastDevice || !this.lock.isThere) this.look();
    else this.lock.hold().catch(() => this.fail("lock"));
  }

  /** Nothing is held any more: the screen may sleep. */
  rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.lock.rest();
    this.turnTo(null);
  }

  private askFramework(): void {
    if (this.asked) return;
    this.asked = true;
    startFramework().then(
      (player) => {
        this.player = player;
        this.mark("framework", true);
        if (this.timer !== undefined) this.look();
      },
      () => this.fail("framework"),
    );
  }

  /** Does it play? It is played on; what does not play for a while gives way to the page's own. */
  private look(): void {
    this.turnTo(this.wanted());
    const { current } = this;
    if (current === null) return;
    const remedy = current === this.video ? "video" : "player";
    const time = current.time();
    if (time !== this.time) {
      this.still = 0;
      this.played += EVERY / 1000;
      this.mark(remedy, true);
    } else if (!isHidden() && (this.still += 1) > MOST_STILL) {
      this.fail(remedy);
      if (remedy === "player") this.player = null;
    }
    this.time = time;
    current.play();
  }

  /** A tab behind others, or under another app, holds nothing; under a screensaver a Cast device plays on. */
  private wanted(): Silence | null {
    if (this.holds.has("lock") || (isHidden() && !this.isCastDevice)) return null;
    return this.player ?? this.video;
  }

  private turnTo(silence: Silence | null): void {
    if (this.current === silence) return;
    this.current?.rest();
    this.current = silence;
    this.still = 0;
    this.time = silence?.time() ?? 0;
    this.mark("video", false);
    this.mark("player", false);
  }

  private fail(remedy: Remedy): void {
    if (this.failed.has(remedy)) return;
    this.failed.add(remedy);
    this.holds.delete(remedy);
    this.changed();
  }

  private mark(remedy: Remedy, holds: boolean): void {
    if (holds === this.holds.has(remedy)) return;
    if (holds) {
      this.holds.add(remedy);
      this.failed.delete(remedy);
    } else this.holds.delete(remedy);
    this.changed();
  }
}

const isHidden = (): boolean => document.visibilityState === "hidden";
