/** Checks that typed text is visible and not disguised: empty-looking and misleading names are refused. */
import { Refusal } from './refusal.ts';

/** Zero-width characters, fillers, direction marks, and the blank Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** A letter or digit of any script. */
const WORD = /[\p{L}\p{N}]/u;
/** Any visible character: an emoji alone may be a name. */
const SIGN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Control characters, lone surrogates, line and paragraph separators, and direction controls: with them a reviewer would
 * see something else than the text.
 */
const DISGUISING = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

const seenOf = (text: string) => text.replaceAll(INVISIBLE, '');

/** True if the text has a visible letter or digit. */
export function hasWord(text: string): boolean {
  return WORD.test(seenOf(text));
}

/** True if the text has any visible character. */
function isVisible(text: string): boolean {
  return SIGN.test(seenOf(text));
}

/** True if a character hides or rearranges others. */
export function isDisguised(text: string): boolean {
  return DISGUISING.test(text);
}

/**
 * The trimmed text of a name or remark.
 * @throws invalid-request naming the field, if it is invisible or disguised
 */
export function readVisible(given: string, field: string): string {
  const text = given.trim();
  if (!isVisible(text)) throw new Refusal('invalid-request', { fields: [field] });
  if (isDisguised(text))
    throw new Refusal('invalid-request', { fields: [field], text: 'text.disguised' });
  return text;
}
