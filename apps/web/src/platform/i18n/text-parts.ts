/** In which parts the texts of a language travel: one for the first load, one for each area. */

/** The part every visit begins with: shell, faults, home, and the names of all pages. */
export const FIRST_PART = 'first';

/** Areas that are in the first part as a whole. */
export const firstAreas: ReadonlySet<string> = new Set(['common', 'errors', 'site']);

/** The part that holds the texts of an area. */
export function partOf(area: string): string {
  return firstAreas.has(area) ? FIRST_PART : area;
}
