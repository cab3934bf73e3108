/**
 * Against the idle screen that a Cast device shows after some ten minutes of a page that plays
 * nothing: a silent video, and the device maker's framework where it can be fetched. Neither is
 * needed for anything else; what fails is told to `failed` and otherwise passed over.
 *
 * From public reports, not from a device: the playing video is what keeps older devices awake.
 */
import type { Remedy } from "../../../common/wire";
import { silentVideo } from "./silent-video";

const FRAMEWORK = "https://www.gstatic.com/cast/sdk/libs/caf_receiver/v3/cast_receiver_framework.js";
/** Something paused it: play on after a moment (ms). */
const PLAY_ON = 1000;

/** The part of the framework that is used. */
interface Framework {
  framework: {
    CastReceiverContext: { getInstance(): { start(options: object): unknown } };
  };
}

export function keepAwake(isCastDevice: boolean, failed: (remedy: Remedy) => void): void {
  playSilence(() => failed("video"));
  if (isCastDevice) loadFramework(() => failed("framework"));
}

/** Two pixels behind everything: what is not drawn at all may be paused. */
function playSilence(failed: () => void): void {
  const video = document.createElement("video");
  video.muted = true;
  video.loop = true;
  video.setAttribute("playsinline", "");
  video.setAttribute("aria-hidden", "true");
  video.dataset["testid"] = "tv-awake";
  Object.assign(video.style, {
    position: "fixed", right: "0", bottom: "0", width: "2px", height: "2px", zIndex: "-1",
  });
  video.src = URL.createObjectURL(silentVideo());
  document.body.appendChild(video);
  const play = (): void => void video.play().catch(failed);
  video.addEventListener("pause", () => setTimeout(play, PLAY_ON));
  play();
}

function loadFramework(failed: () => void): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = FRAMEWORK;
  script.onerror = failed;
  script.onload = () => {
    try {
      const { cast } = window as unknown as { cast: Framework };
      const context = cast.framework.CastReceiverContext.getInstance();
      context.start({ disableIdleTimeout: true, skipPlayersLoad: true });
    } catch {
      failed();
    }
  };
  document.head.appendChild(script);
}
