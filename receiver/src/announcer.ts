/** Shows announcements one after the other, so that none is lost in a busy moment. */

/** How long an announcement stays, and how long at least when the next one waits (ms). */
export const STAYS = 6000;
export const STAYS_AT_LEAST = 2500;
const MOST_WAITING = 4;

export class Announcer {
  private waiting: string[] = [];
  private shownAt: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (text: string | null) => void) {}

  say(texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.waiting = this.waiting.concat(texts).slice(-MOST_WAITING);
    const shownFor = this.shownAt === null ? STAYS : Date.now() - this.shownAt;
    this.nextIn(Math.max(0, STAYS_AT_LEAST - shownFor));
  }

  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.shownAt = null;
    this.show(null);
  }

  private next(): void {
    const text = this.waiting.shift();
    if (text === undefined) {
      this.clear();
      return;
    }
    this.shownAt = Date.now();
    this.show(text);
    this.nextIn(this.waiting.length > 0 ? STAYS_AT_LEAST : STAYS);
  }

  private nextIn(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), milliseconds);
  }
}
