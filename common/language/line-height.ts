/**
 * How tall a line of codenames is, as a share of its font size: `capitals` for most scripts, more for
 * Devanagari, whose letters hang from a line and have signs above it and below them.
 */
export function lineHeight(text: string, capitals: number): number {
  return /[\u0900-\u097f]/.test(text) ? 1.3 : capitals;
}
