/** The locale of a text that may be in another language than the page, for screen readers and fonts. */
import { languages } from '../../platform/i18n/languages.ts';

/** Undefined for a prefix unknown to this build. */
export function localeOf(prefix: string): string | undefined {
  return Object.entries(languages).find(([key]) => key === prefix)?.[1].locale;
}
