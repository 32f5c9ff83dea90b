/** The locale of words that may be in another language than the page: for voices that read them, and for fonts. */
import { languages } from '../../platform/i18n/languages.ts';

/** Undefined for a prefix that this build does not know. */
export function localeOf(prefix: string): string | undefined {
  return Object.entries(languages).find(([key]) => key === prefix)?.[1].locale;
}
