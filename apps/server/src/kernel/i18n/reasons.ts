/** Reasons that the program gives by rules of its own: kept as the key of a sentence, read in the reader's language. */
import { isTextKey, type Lang, type TextKey, textOf } from './texts.ts';

export type OwnReason = Extract<TextKey, `reason.${string}`>;

/** What people wrote stays as it is. */
export function reasonIn(lang: Lang, kept: string): string {
  return kept.startsWith('reason.') && isTextKey(kept) ? textOf(lang, kept) : kept;
}
