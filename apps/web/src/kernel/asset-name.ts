/** Names of currencies and metals in the member's language; coins have the same name everywhere. Pure. */

const CODES =
  'USD EUR CAD VND HKD JPY KRW GBP AUD CHF NZD CNY SGD BRL RUB TRY IDR XAU XAG XPT XPD'.split(' ');

const namesIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'currency' });

const english = namesIn('en');
const codes = new Map(CODES.map((code) => [english.of(code), code]));

/** "US-Dollar" for the server's "US Dollar", also within the name of a market: "Euro / US Dollar". */
export function assetNameIn(locale: string, name: string): string {
  const parts = name.split(' / ').map((part) => {
    const code = codes.get(part);
    return code === undefined ? part : (namesIn(locale).of(code) ?? part);
  });
  return parts.join(' / ');
}

/** Rows with their names in a language. */
export const namedIn =
  (locale: string) =>
  <Row extends { name: string }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...row, name: assetNameIn(locale, row.name) }));
