/** Where short contracts are off: countries that forbid binary options to private customers, by phone code (rules §2, ADR 0023). */

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
