/** Shows announcements one after the other: who took a key is never lost in a busy moment. */

export interface Announcement {
  text: string;
  /** Everybody must have had the time to read it. */
  matters: boolean;
}

/** How long an announcement stays (ms), and how long at least while others wait. */
export const STAYS = 6000;
export const STAYS_AT_LEAST = 2500;
/** What was overtaken by newer events goes sooner. */
export const STAYS_OVERTAKEN = 1000;

export class Announcer {
  private waiting: Announcement[] = [];
  private shown: Announcement | null = null;
  private shownAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (text: string | null) => void) {}

  /** Announce what just happened; of what still waits only that stays which matters. */
  say(news: readonly Announcement[]): void {
    if (news.length === 0) return;
    this.waiting = this.waiting.filter((announcement) => announcement.matters).concat(news);
    if (this.shown === null) this.nextIn(0);
    else {
      const least = this.shown.matters ? STAYS_AT_LEAST : STAYS_OVERTAKEN;
      this.nextIn(Math.max(0, this.shownAt + least - Date.now()));
    }
  }

  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.shown = null;
    this.show(null);
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
    this.nextIn(this.waiting.length > 0 ? STAYS_AT_LEAST : STAYS);
  }

  private nextIn(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), milliseconds);
  }
}
