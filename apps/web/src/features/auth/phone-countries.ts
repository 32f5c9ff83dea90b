/** Which countries a phone number may be of, and their dialling codes. */
import { useQuery } from '@tanstack/react-query';
import { diallingCodes } from 'virtual:phone-metadata';
import { operatorQuery } from '../../kernel/operator-details.ts';
import { countryCodes } from './country-codes.ts';

/** An ISO 3166 code. */
export type Region = string;

const LISTED: readonly Region[] = countryCodes.map(([region]) => region);
const FIRST = 'CN';

/** Options in the member's language: "+86 China". */
export function countryOptions(
  regions: readonly Region[],
  locale: string,
): { key: Region; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return regions.map((region) => ({
    key: region,
    label: `+${diallingCode(region)} ${names.of(region) ?? region}`,
  }));
}

/** The dialling code of a region, without its plus; empty for an unknown one. */
export const diallingCode = (region: Region): string => diallingCodes[region] ?? '';

/** The first region of a dialling code; China for one that is not listed. */
export function regionOf(code: string): Region {
  return LISTED.find((region) => diallingCode(region) === code) ?? FIRST;
}

/** Where new members may live: the countries of the licence, all that are listed without one (rules §2). */
export function useServedRegions(): readonly Region[] {
  return useQuery(operatorQuery).data?.licence?.countries ?? LISTED;
}

/** Where members live: those of today's licence, and of the list, as a licence may have covered other countries before. */
export function useMemberRegions(): readonly Region[] {
  return [...new Set([...useServedRegions(), ...LISTED])];
}

/** What is selected before the member chooses. */
export const firstOf = (regions: readonly Region[]): Region =>
  regions.includes(FIRST) ? FIRST : (regions[0] ?? FIRST);
