/** The chunks a language's texts are split into: one for the first load, one per area. */

/** The chunk of every first load: shell, errors, home, and all page titles. */
export const FIRST_PART = 'first';

/** The area of the texts of result codes, which are in `packages/protocol/src/code-texts`. */
export const CODE_AREA = 'code';

/** Areas that are entirely in the first chunk. */
export const firstAreas: ReadonlySet<string> = new Set([CODE_AREA, 'common', 'errors', 'site']);

/** Whether the app has the text of a code: of those with the digits 40. For others it shows the server's message. */
export function isTranslatedByCode(code: number): boolean {
  return String(code).includes('40');
}

/** The chunk that contains an area's texts. */
export function partOf(area: string): string {
  return firstAreas.has(area) ? FIRST_PART : area;
}
