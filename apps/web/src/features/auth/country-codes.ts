/**
 * Countries for phone numbers, by region and dialling code. Our choice: the countries of the product's languages and their
 * neighbours.
 */

export const countryCodes = [
  ['CN', '86'],
  ['HK', '852'],
  ['TW', '886'],
  ['AU', '61'],
  ['AT', '43'],
  ['BR', '55'],
  ['CA', '1'],
  ['FR', '33'],
  ['DE', '49'],
  ['ID', '62'],
  ['IT', '39'],
  ['JP', '81'],
  ['KR', '82'],
  ['MY', '60'],
  ['MX', '52'],
  ['NL', '31'],
  ['PT', '351'],
  ['RU', '7'],
  ['SG', '65'],
  ['ES', '34'],
  ['CH', '41'],
  ['TH', '66'],
  ['TR', '90'],
  ['GB', '44'],
  ['US', '1'],
  ['VN', '84'],
] as const;

export type Region = (typeof countryCodes)[number][0];

/** Options in the member's language: "+86 China". */
export function countryOptions(locale: string): { key: Region; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return countryCodes.map(([region, code]) => ({
    key: region,
    label: `+${code} ${names.of(region) ?? region}`,
  }));
}

/** The dialling code of a region, without its plus. */
export function diallingCode(region: Region): string {
  return countryCodes.find(([other]) => other === region)?.[1] ?? '';
}

/** The first region of a dialling code; China for one that is not listed. */
export function regionOf(code: string): Region {
  return countryCodes.find(([, other]) => other === code)?.[0] ?? 'CN';
}
