/** Reasons given by the program: stored as a text key, translated when read. */
import { isTextKey, type Lang, type TextKey, textOf } from './texts.ts';

export type OwnReason = Extract<TextKey, `reason.${string}`>;

/** A reason written by an operator is returned unchanged. */
export function reasonIn(lang: Lang, stored: string): string {
  return stored.startsWith('reason.') && isTextKey(stored) ? textOf(lang, stored) : stored;
}
