/** The name of a currency in the member's language. */
import type { Currency } from './api.ts';

/** "US Dollar" if the language has no name for it. */
export function currencyName({ coinname, name }: Currency, locale: string): string {
  const found = new Intl.DisplayNames(locale, { type: 'currency' }).of(coinname);
  return found === undefined || found === coinname ? name : found;
}
