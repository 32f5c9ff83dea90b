/** Which countries a phone number may be of, and their dialling codes. */
import { useQuery } from '@tanstack/react-query';
import { diallingCodes } from 'virtual:phone-metadata';
import { operatorQuery } from '../../../kernel/operator-details.ts';
import { type Language, languages } from '../../../platform/i18n/languages.ts';
import { countryCodes } from './country-codes.ts';

/** An ISO 3166 code. */
export type Region = string;

const LISTED: readonly Region[] = countryCodes.map(([region]) => region);
/** When nothing tells the country. */
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

/** Where new members may live: the countries of the licence, all that are listed without one. */
export function useServedRegions(): readonly Region[] {
  return useQuery(operatorQuery).data?.licence?.countries ?? LISTED;
}

/** Where members live: those of today's licence, and of the list, as a licence may have covered other countries before. */
export function useMemberRegions(): readonly Region[] {
  return [...new Set([...useServedRegions(), ...LISTED])];
}

/** Of browsers that know the time zones of a region; the getter came before the function. */
type LocaleWithZones = Intl.Locale & {
  timeZones?: readonly string[];
  getTimeZones?: () => readonly string[] | undefined;
};

const isZoneOf = (zone: string) => (region: Region) => {
  const locale: LocaleWithZones = new Intl.Locale('und', { region });
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).includes(zone);
};

/** Where a language is mostly spoken, if its tag names no region; empty for odd tags such as `en-US@posix`. */
function regionOfTag(tag: string): Region {
  try {
    return new Intl.Locale(tag).maximize().region ?? '';
  } catch {
    return '';
  }
}

export interface Whereabouts {
  /** IANA name of the device's time zone. */
  zone: string;
  /** Tags such as `de-AT`, the likeliest first. */
  languages: readonly string[];
}

/** What the device and the language of the page say. English is spoken everywhere, so it alone says nothing. */
export function whereabouts(language: Language): Whereabouts {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tags = navigator.languages;
  if (language === 'en') return { zone, languages: tags };
  const { locale } = languages[language];
  const own = tags.filter((tag) => tag.slice(0, 2) === locale.slice(0, 2));
  return { zone, languages: [...own, locale, ...tags] };
}

/**
 * The region selected before the member chooses: that of the device's time zone, otherwise of the first of the languages whose
 * region is offered; otherwise China, or the first that is offered.
 */
export function likelyRegion(regions: readonly Region[], device: Whereabouts): Region {
  const spoken = device.languages.map(regionOfTag);
  return (
    regions.find(isZoneOf(device.zone)) ??
    spoken.find((region) => regions.includes(region)) ??
    (regions.includes(FIRST) ? FIRST : (regions[0] ?? FIRST))
  );
}
