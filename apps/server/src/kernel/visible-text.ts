/** Whether a text that a person typed can be seen at all (rules §2: reasons and names that say nothing are refused). */

/** Zero widths, fillers, marks of direction, and a blank that counts as a symbol. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Of any script: blanks that trimming leaves, and points alone, say nothing to whoever reads them. */
const WORD = /[\p{L}\p{N}]/u;
/** A picture or a sign alone may be a name. */
const SIGN = /[\p{L}\p{N}\p{P}\p{S}]/u;

const seenOf = (text: string) => text.replaceAll(INVISIBLE, '');

/** True with a letter or digit that can be seen. */
export function hasWord(text: string): boolean {
  return WORD.test(seenOf(text));
}

/** True with anything that can be seen. */
export function isVisible(text: string): boolean {
  return SIGN.test(seenOf(text));
}
