/**
 * The queue of moments as a page has it: loaded apart, once there is something to show. Until it is here, and if it never
 * comes, every message is the end state at once.
 */
import type { Message } from "../wire";
import type { Player, Stage } from "./player";

export class Moments {
  private player: Player | null = null;
  private told: Message | null = null;
  private asked = false;

  constructor(private readonly stage: Stage) {
    document.addEventListener("visibilitychange", () => document.hidden && this.player?.skip());
  }

  hear(message: Message): void {
    if (this.player !== null) return this.player.hear(message);
    this.told = message;
    this.stage.tell(message, null);
    if (this.asked) return;
    this.asked = true;
    void import("./player").then(
      (loaded) => (this.player = new loaded.Player(this.stage, this.told)),
      () => undefined, // without moments, then
    );
  }

  /** Forget everything: another room. */
  clear(): void {
    this.told = null;
    this.player?.clear();
  }
}
