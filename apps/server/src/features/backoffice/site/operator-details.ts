/** Who operates this installation: configured by two operators, announced like every setting. */
import type { OutputOf, siteCalls } from '@tern/protocol';
import type { Licence } from '../../../kernel/licence/licence.ts';
import { settingOf } from '../../../kernel/settings/settings.ts';

type Operator = OutputOf<typeof siteCalls.operator>;
type OperatorDetails = Omit<Operator, 'licence'>;

const KEY = 'site.operator';
const TEXT_MAX = 200;

function fail(what: string): never {
  throw new Error(`setting ${KEY}: ${what}`);
}

function textIn(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > TEXT_MAX) fail(`${name} is not a text`);
  return value.trim();
}

function degrees(value: unknown, name: string, max: number): number {
  const isPlace = typeof value === 'number' && Math.abs(value) <= max;
  return isPlace ? value : fail(`${name} is not between -${max} and ${max}`);
}

/** All three or none: a number without a registry to check it at would only look certified. */
function msbOf(given: Record<string, unknown>): OperatorDetails['msb'] {
  const [number, registry, url] = ['msbNumber', 'msbRegistry', 'msbUrl'].map((name) =>
    textIn(given[name] ?? '', name),
  ) as [string, string, string];
  if (number === '' && registry === '' && url === '') return null;
  if (number === '' || registry === '') fail('the registration needs number, registry and address');
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    fail('msbUrl is not an https address');
  return { number, registry, url };
}

function officeOf(given: Record<string, unknown>): OperatorDetails['office'] {
  const address = textIn(given['officeAddress'] ?? '', 'officeAddress');
  if (address === '') return null;
  return {
    address,
    latitude: degrees(given['officeLatitude'], 'officeLatitude', 90),
    longitude: degrees(given['officeLongitude'], 'officeLongitude', 180),
  };
}

const text = (name: string, label: string) => ({ name, label, isNumber: false });
const PARTS = [
  text('name', 'Legal name'),
  text('msbNumber', 'Registration number'),
  text('msbRegistry', 'Registry'),
  text('msbUrl', 'Address of the registry'),
  text('officeAddress', 'Office'),
  { name: 'officeLatitude', label: 'Latitude', isNumber: true },
  { name: 'officeLongitude', label: 'Longitude', isNumber: true },
];

/** Empty until configured: nothing pretends to be certified. */
export const operatorDetails = settingOf({
  key: KEY,
  name: 'Operator of this installation',
  effect: 'Members read who operates the exchange and where to check it.',
  form: { kind: 'fields', parts: PARTS },
  range: 'texts, an https address, and degrees of latitude to 90 and longitude to 180',
  fallback: {
    name: '',
    msbNumber: '',
    msbRegistry: '',
    msbUrl: '',
    officeAddress: '',
    officeLatitude: 0,
    officeLongitude: 0,
  },
  parse(value): OperatorDetails {
    if (typeof value !== 'object' || value === null) fail('it is not an object');
    const given = value as Record<string, unknown>;
    return {
      name: textIn(given['name'] ?? '', 'name'),
      msb: msbOf(given),
      office: officeOf(given),
    };
  },
});

/** In live mode the licence record says who operates, and operators cannot say otherwise; the office is theirs. */
export function operatorOf(details: OperatorDetails, licence: Licence | undefined): Operator {
  if (licence === undefined) return { ...details, licence: null };
  const { operator, number, regulator, registry, countries, validUntil } = licence;
  return {
    name: operator,
    msb: { number, registry: regulator, url: registry },
    office: details.office,
    licence: { countries: [...countries], validUntil },
  };
}
