

/** A short buzz under the thumb, where the phone can. */
export function buzz(): void {
  (navigator as Partial<Navigator>).vibrate?.call(navigator, [30]);
}
