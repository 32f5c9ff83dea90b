/** How many places show all of an amount. */

/** All digits, and at least the usual places: what is sent is never shown cut. */
export function exactPlaces(amount: string, usual: number): number {
  return Math.max(usual, amount.split('.')[1]?.length ?? 0);
}
