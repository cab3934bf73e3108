/**
 * The device maker's framework (CAF), for Cast devices alone: its own player plays the silent video, and it
 * tells the device that the page is never idle. It comes from the internet; nothing needs it.
 *
 * From public reports, not from a device: Nest Hubs end a page after some seconds that has neither.
 */
import { BEHIND } from "../../../common/awake/page-video";
import type { Silence } from "../../../common/awake/page-video";
import { silentVideo } from "../../../common/awake/silent-video";

const SCRIPT = "https://www.gstatic.com/cast/sdk/libs/caf_receiver/v3/cast_receiver_framework.js";
/** How long it may take to come and to begin (ms). */
const PATIENCE = 20_000;

/** The part of the framework that is used. */
interface Framework {
  CastReceiverContext: { getInstance(): Context };
  system: { EventType: { READY: string } };
  messages: { LoadRequestData: new () => object; MediaInformation: new () => object };
}

interface Context {
  start(options: object): unknown;
  addEventListener(event: string, listener: () => void): void;
  getPlayerManager(): Manager;
}

interface Manager {
  load(request: object): Promise<unknown>;
  play(): void;
  pause(): void;
  getPlayerState(): string;
  getCurrentTimeSec(): number;
}

/** Rejects when it cannot be fetched, or is not what it should be. */
export function startFramework(): Promise<Silence> {
  return new Promise((begun, failed) => {
    setTimeout(failed, PATIENCE);
    const script = document.createElement("script");
    script.async = true;
    script.src = SCRIPT;
    script.onerror = failed;
    script.onload = () => {
      try {
        begin((window as unknown as { cast: { framework: Framework } }).cast.framework, begun);
      } catch (fault) {
        failed(fault);
      }
    };
    document.head.appendChild(script);
  });
}

function begin(framework: Framework, begun: (player: Silence) => void): void {
  const context = framework.CastReceiverContext.getInstance();
  const element = document.createElement("cast-media-player");
  element.setAttribute("aria-hidden", "true");
  Object.assign(element.style, BEHIND);
  document.body.appendChild(element);
  const manager = context.getPlayerManager();
  context.addEventListener(framework.system.EventType.READY, () => begun(new FrameworkPlayer(framework, manager, element)));
  // Players of streams, which would be fetched besides, are not needed.
  context.start({ disableIdleTimeout: true, skipPlayersLoad: true, skipMplLoad: true, skipShakaLoad: true });
}

class FrameworkPlayer implements Silence {
  private readonly address = URL.createObjectURL(silentVideo());
  private loading = false;

  constructor(
    private readonly framework: Framework,
    private readonly manager: Manager,
    private readonly element: HTMLElement,
  ) {}

  play(): void {
    const state = this.manager.getPlayerState();
    if (state === "PAUSED") this.manager.play();
    else if (state === "IDLE" && !this.loading) this.load();
  }

  rest(): void {
    this.manager.pause();
  }

  time(): number {
    return this.manager.getCurrentTimeSec();
  }

  /** What cannot be loaded shows: the time does not move. */
  private load(): void {
    const { messages } = this.framework;
    const media = { contentId: this.address, contentUrl: this.address, contentType: "video/webm", streamType: "BUFFERED" };
    const request = { autoplay: true, media: Object.assign(new messages.MediaInformation(), media) };
    const over = (): void => void (this.loading = false);
    this.loading = true;
    this.manager.load(Object.assign(new messages.LoadRequestData(), request)).then(over, over);
    // Else it ends, is idle, and is loaded again.
    const video = this.element.shadowRoot?.querySelector("video");
    if (video != null) video.loop = true;
  }
}
