/**
 * Countries whose phone numbers the form knows, by region and dialling code. Our choice: the countries of the product's languages
 * and their neighbours.
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
