/** Whether this phone's owner wants it to stay awake during games. */
import { keepAwake, keptAwake } from "../memory";

/** Whether all that could keep this phone awake has a sound track, for which other apps fall silent. */
export function pausesMusic(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Mac.
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return apple && !("wakeLock" in navigator);
}

/** As chosen; by itself yes, unless music would have to stop for it. */
export function isAwakeWanted(): boolean {
  return keptAwake() ?? !pausesMusic();
}

export const wantAwake = keepAwake;
