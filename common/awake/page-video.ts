/** A video that plays for nobody to see or hear: some screens stay awake over nothing else. */
import { silentVideo } from "./silent-video";

export interface Silence {
  /** Begin, or go on; does nothing while it plays. */
  play(): void;
  /** Play no more, and leave the device's decoder to others. */
  rest(): void;
  /** Its time (s): it plays as long as that moves. */
  time(): number;
}

/** Where it lies: all over the screen, for a small video holds nothing, and under the page, which is opaque. */
export const BEHIND = { position: "fixed", top: "0", left: "0", width: "100%", height: "100%", zIndex: "-1" };

/** The page's own. Muted it takes no sound from anybody else, but holds less: so it is where that is to be feared. */
export class PageVideo implements Silence {
  private video: HTMLVideoElement | null = null;

  /** `unseen`: nothing of it shows where the page does not reach. */
  constructor(
    private readonly muted: boolean,
    private readonly unseen = false,
  ) {}

  play(): void {
    this.video ??= this.laid();
    const { video } = this;
    if (!video.paused) return;
    // A browser that wants a key to be pressed first lets silence begin all the same. Whatever else it has
    // against it shows: the time does not move.
    video.play().catch(() => (video.muted = true));
  }

  rest(): void {
    const { video } = this;
    this.video = null;
    if (video === null) return;
    URL.revokeObjectURL(video.src);
    video.removeAttribute("src");
    video.load?.(); // a browser that can play none has an element without
    video.remove();
  }

  time(): number {
    return this.video?.currentTime ?? 0;
  }

  private laid(): HTMLVideoElement {
    const video = document.createElement("video");
    video.muted = this.muted;
    video.loop = true;
    video.setAttribute("playsinline", "");
    video.setAttribute("aria-hidden", "true");
    video.dataset["testid"] = "silent-video";
    Object.assign(video.style, BEHIND, { objectFit: "fill", opacity: this.unseen ? "0" : "1" });
    video.src = URL.createObjectURL(silentVideo());
    document.body.appendChild(video);
    return video;
  }
}
