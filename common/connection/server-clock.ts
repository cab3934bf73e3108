/**
 * The server's clock, as a page knows it: estimated at every entrance, and counted on by the page's
 * stopwatch. A phone whose own clock is wrong, or is set while the page is open, shows the same.
 */
export class ServerClock {
  /** What is added to the stopwatch; until the first estimate the page's own clock has to do. */
  private offset = Date.now() - stopwatch();
  /** By how much the estimate may be off, in milliseconds. */
  private doubt = Infinity;

  /** Unix milliseconds. */
  now(): number {
    return stopwatch() + this.offset;
  }

  /**
   * The server read `time` from its clock between these two readings of the stopwatch.
   *
   * A former estimate that was surer, and fits, is kept: a slow answer makes nothing worse. One that
   * does not fit is replaced, as after a sleep, in which the stopwatch of some phones stands.
   */
  heard(time: number, sentAt: number, heardAt: number): void {
    const least = time - heardAt;
    const most = time - sentAt;
    const doubt = (most - least) / 2;
    if (this.doubt <= doubt && this.offset >= least && this.offset <= most) return;
    this.offset = (least + most) / 2;
    this.doubt = doubt;
  }
}

/** Milliseconds that nobody can set. */
export function stopwatch(): number {
  return performance.now();
}
