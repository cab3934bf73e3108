/** How often the server is asked whether it is there again (ms). */
const EVERY = 2000;

/** Browsers remember a piece that failed, and the server may have another one by now: the page starts again. */
export function startAgainLater(): void {
  setTimeout(() => {
    fetch("/healthz").then(() => location.reload(), startAgainLater);
  }, EVERY);
}
