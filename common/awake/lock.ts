/** The browser's own wake lock, which it gives to pages on https alone, and takes from those that are not seen. */

export class WakeLock {
  private wanted = false;
  private lock: WakeLockSentinel | null = null;

  /** `turned`: it is held now, or it is not. */
  constructor(private readonly turned: (held: boolean) => void) {
    document.addEventListener("visibilitychange", () => void this.ask().catch(() => undefined));
  }

  /** Whether this browser has such a thing. */
  get isThere(): boolean {
    return "wakeLock" in navigator;
  }

  /** Rejects when it is not given. */
  hold(): Promise<void> {
    this.wanted = true;
    return this.ask();
  }

  rest(): void {
    this.wanted = false;
    void this.lock?.release();
  }

  private async ask(): Promise<void> {
    if (!this.wanted || !this.isThere || this.lock !== null || document.visibilityState === "hidden") return;
    const lock = await navigator.wakeLock.request("screen");
    if (!this.wanted || this.lock !== null) return lock.release(); // meanwhile that was over, or done
    this.lock = lock;
    lock.addEventListener("release", () => {
      this.lock = null;
      this.turned(false);
    });
    this.turned(true);
  }
}
