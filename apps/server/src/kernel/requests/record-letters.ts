/** The letters of record numbers, such as F of F-20418: one or two letters name one kind of record. */

const kinds = new Map<string, string>();

/**
 * Called once per start by the feature of the kind.
 * @throws Error for a letter that another kind has, so that no start succeeds with one number for two records
 */
export function claimLetter(letter: string, kind: string): void {
  const owner = kinds.get(letter) ?? kind;
  if (owner !== kind)
    throw new Error(`records of ${owner} and ${kind} both have the letter ${letter}`);
  kinds.set(letter, kind);
}

/** F-20418 */
export const recordNo = (letter: string, id: number): string => `${letter}-${id}`;

const REFERENCE = /^([a-z]+):(\d+)$/;

/** The reference of an entry as members see its record: `withdrawal:20007` is W-20007. Others stay as they are. */
export function shownReference(reference: string): string {
  const [, kind = '', id = ''] = REFERENCE.exec(reference) ?? [];
  const [letter] = [...kinds].find(([, owner]) => owner === kind) ?? [];
  return letter === undefined ? reference : recordNo(letter, Number(id));
}

const RECORD = /^([A-Z]{1,2})-?0*(\d{1,15})$/i;

/** The reference of the entries of a record: W-20007 is `withdrawal:20007`. Undefined for what is no record number. */
export function referenceOfRecord(record: string): string | undefined {
  const [, letter = '', id = ''] = RECORD.exec(record) ?? [];
  const kind = kinds.get(letter.toUpperCase());
  return kind === undefined ? undefined : `${kind}:${id}`;
}
