/** The chunks a language's texts are split into: one for the first load, one per area. */

/** The chunk of every first load: shell, errors, home, and all page titles. */
export const FIRST_PART = 'first';

/** Areas that are entirely in the first chunk. */
export const firstAreas: ReadonlySet<string> = new Set(['common', 'errors', 'site']);

/** The chunk that contains an area's texts. */
export function partOf(area: string): string {
  return firstAreas.has(area) ? FIRST_PART : area;
}
