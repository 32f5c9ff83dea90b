/** Countries with their names in the member's language. Pure. */
import { COUNTRY_CODES } from '@tern/protocol/countries';

export interface Country {
  /** Two letters, for example DE. */
  code: string;
  name: string;
}

/** The name of a country, or its code if the browser has no name for it. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}

/** All countries, sorted by the language. */
export function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted(
    (left, right) => compare(left.name, right.name),
  );
}

/** Countries whose name contains the query, or whose code equals it. */
export function findCountries(countries: readonly Country[], query: string): Country[] {
  const text = query.trim().toLowerCase();
  return countries.filter(
    ({ code, name }) => name.toLowerCase().includes(text) || code.toLowerCase() === text,
  );
}
