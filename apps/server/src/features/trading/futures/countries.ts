/**
 * Countries where timed contracts are off because they forbid binary options for retail clients, by phone code (ADR 19).
 */

/** The European Economic Area. */
const EUROPEAN_AREA = [
  '30',
  '31',
  '32',
  '33',
  '34',
  '351',
  '352',
  '353',
  '354',
  '356',
  '357',
  '358',
  '359',
  '36',
  '370',
  '371',
  '372',
  '385',
  '386',
  '39',
  '40',
  '420',
  '421',
  '423',
  '43',
  '45',
  '46',
  '47',
  '48',
  '49',
];

/** United Kingdom, North America (Canada and the United States share a code), Australia, Israel. */
const OTHERS = ['44', '1', '61', '972'];

export const OFF_BY_DEFAULT: readonly string[] = [...EUROPEAN_AREA, ...OTHERS];

/** In live mode a setting can add countries to those of the law, and take none away. */
export const countriesOffIn = (
  mode: 'paper' | 'live',
  off: ReadonlySet<string>,
): ReadonlySet<string> => (mode === 'live' ? new Set([...OFF_BY_DEFAULT, ...off]) : off);
