/**
 * Serves `virtual:phone-metadata`: what libphonenumber knows of mobile numbers, for the countries of the form alone (a quarter
 * of it), and the dialling codes of all countries.
 */
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/mobile';
import full from 'libphonenumber-js/mobile/metadata';
import type { Plugin } from 'vite';
import { countryCodes } from '../src/features/account/auth/country-codes.ts';

const DOOR = 'virtual:phone-metadata';

/** The metadata of the countries the form knows. */
function offeredMetadata() {
  const offered = new Set<string>(countryCodes.map(([region]) => region));
  const keep = (regions: readonly string[]) => regions.filter((region) => offered.has(region));
  const codes = Object.entries(full.country_calling_codes as Record<string, string[]>)
    .map(([code, regions]) => [code, keep(regions)] as const)
    .filter(([, regions]) => regions.length > 0);
  const countries = Object.entries(full.countries).filter(([region]) => offered.has(region));
  return {
    version: full.version,
    country_calling_codes: Object.fromEntries(codes),
    countries: Object.fromEntries(countries),
    nonGeographic: {},
  };
}

const diallingCodes = () =>
  Object.fromEntries(getCountries().map((region) => [region, getCountryCallingCode(region)]));

export function phoneMetadataPlugin(): Plugin {
  return {
    name: 'tern-phone-metadata',
    resolveId: (id) => (id === DOOR ? `\0${DOOR}` : undefined),
    load: (id) =>
      id === `\0${DOOR}`
        ? {
            code: `export const metadata = ${JSON.stringify(offeredMetadata())};
export const diallingCodes = ${JSON.stringify(diallingCodes())};`,
            moduleType: 'js',
          }
        : undefined,
  };
}
