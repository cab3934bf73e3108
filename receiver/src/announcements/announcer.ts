/**
 * Shows the newest announcement at once, and none that is older than what the screen shows. Only
 * who took a key is never lost in a busy moment: the rest waits for it.
 */

export interface Announcement {
  text: string;
  /** Everybody must have had the time to read it. */
  matters: boolean;
}

/** How long an announcement stays (ms), and how long at least one that matters. */
export const STAYS = 6000;
export const STAYS_AT_LEAST = 2500;

export class Announcer {
  private waiting: Announcement[] = [];
  private shown: Announcement | null = null;
  private shownAt = 0;
  private step = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (text: string | null) => void) {}

  /**
   * Announce what just happened, perhaps nothing. Of what was said before only that stays which
   * matters, or which is still so: the game is at the same step, and there is no other news.
   */
  say(news: readonly Announcement[], step: number): void {
    if (news.length === 0 && step === this.step) return;
    this.step = step;
    const last = news[news.length - 1];
    this.waiting = this.waiting
      .concat(news)
      .filter((announcement) => announcement.matters || announcement === last);
    if (!this.shown?.matters) this.next();
    else if (this.waiting.length > 0) {
      this.nextIn(Math.max(0, this.shownAt + STAYS_AT_LEAST - Date.now()));
    }
  }

  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    if (this.shown !== null) this.show(null);
    this.shown = null;
  }

  private next(): void {
    const announcement = this.waiting.shift();
    if (announcement === undefined) {
      this.clear();
      return;
    }
    this.shown = announcement;
    this.shownAt = Date.now();
    this.show(announcement.text);
    this.nextIn(announcement.matters && this.waiting.length > 0 ? STAYS_AT_LEAST : STAYS);
  }

  private nextIn(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), milliseconds);
  }
}
