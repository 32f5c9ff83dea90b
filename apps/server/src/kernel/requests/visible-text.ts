/** Whether a text that a person typed can be seen, as it is (rules §2: what says nothing, or looks like something else, is refused). */
import { Refusal } from './refusal.ts';

/** Zero widths, fillers, marks of direction, and a blank that counts as a symbol. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Of any script: blanks that trimming leaves, and points alone, say nothing to whoever reads them. */
const WORD = /[\p{L}\p{N}]/u;
/** A picture or a sign alone may be a name. */
const SIGN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Control characters, halves of characters, line and paragraph ends, and whatever turns the direction of what stands
 * around it: with them a name reads otherwise on a reviewer's screen than it is.
 */
const DISGUISING = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

const seenOf = (text: string) => text.replaceAll(INVISIBLE, '');

/** True with a letter or digit that can be seen. */
export function hasWord(text: string): boolean {
  return WORD.test(seenOf(text));
}

/** True with anything that can be seen. */
function isVisible(text: string): boolean {
  return SIGN.test(seenOf(text));
}

/** True with a character that hides or rearranges others. */
export function isDisguised(text: string): boolean {
  return DISGUISING.test(text);
}

/** The trimmed text of a name or remark. Fails with: 5001 naming the field, where it cannot be seen as it is. */
export function readVisible(given: string, field: string): string {
  const text = given.trim();
  if (!isVisible(text)) throw new Refusal(5001, { fields: [field] });
  if (isDisguised(text)) throw new Refusal(5001, { fields: [field], text: 'text.disguised' });
  return text;
}
