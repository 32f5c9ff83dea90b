/** Cleans the text of a message: plain, visible, with nothing that hides or rearranges other text. Pure. */
import { HIDDEN_PART } from '@tern/protocol';

/** Direction controls, and characters that carry invisible text. Joiners of emoji and scripts stay. */
const DISGUISING =
  /[\p{Bidi_Control}\ufff9-\ufffb\u{e0000}-\u{e007f}\u00ad\ufeff\u200b\u2060-\u2064\u180e]/gu;
const CONTROL = /[^\P{Cc}\n]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
/** More marks on one letter cover the lines around it. */
const MARKS_MAX = 6;
const MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** The text as stored; empty if nothing in it is visible. Lines end with `\n`, at most two in a row. */
export function cleanText(given: string): string {
  const text = given
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(CONTROL, '')
    .replaceAll(LONE_SURROGATE, '')
    .replaceAll(DISGUISING, '')
    .replaceAll(HIDDEN_PART, '')
    .replaceAll(MARKS, '$1')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return BLANK.test(text) ? '' : text;
}

/** The first `length` characters on one line, for lists. */
export function firstWords(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}
