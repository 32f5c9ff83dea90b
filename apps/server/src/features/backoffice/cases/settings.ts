/** Who files reports: what the authority knows of this exchange. */
import type { Filer } from '../../../kernel/cases/report.ts';
import { settingOf } from '../../../kernel/settings/settings.ts';

const KEY = 'cases.filer';
const TEXT_MAX = 150;

const PARTS: readonly (readonly [name: keyof Filer, label: string])[] = [
  ['name', 'Legal name'],
  ['street', 'Street'],
  ['city', 'City'],
  ['country', 'Country, two letters'],
  ['state', 'State, for US, CA and MX'],
  ['zip', 'ZIP'],
  ['phone', 'Phone'],
  ['tin', 'Tax number'],
  ['tcc', 'Transmitter Control Code of FinCEN'],
  ['contact', 'Who answers questions'],
  ['entityId', 'Number at the financial intelligence unit'],
  ['currency', 'Currency, three letters'],
];

/** The files of both authorities name them. */
const REQUIRED: readonly (keyof Filer)[] = [
  'name',
  'street',
  'city',
  'country',
  'phone',
  'contact',
];
/** What one of the authorities knows an exchange by. */
const REQUIRED_BY: readonly (readonly (keyof Filer)[])[] = [
  ['tin', 'tcc', 'zip'],
  ['entityId', 'currency'],
];
const WITH_STATES = ['US', 'CA', 'MX'];

/** Whether a report can be filed with FinCEN or with a unit that reads goAML. */
export function isFilerKnown(given: Filer): boolean {
  const areFilled = (names: readonly (keyof Filer)[]) => names.every((name) => given[name] !== '');
  if (!areFilled(REQUIRED)) return false;
  if (WITH_STATES.includes(given.country) && given.state === '') return false;
  return REQUIRED_BY.some(areFilled);
}

const COUNTRY = /^(?:[A-Z]{2})?$/;
const CURRENCY = /^(?:[A-Z]{3})?$/;

function textOf(given: Record<string, unknown>, name: keyof Filer): string {
  const text = given[name] ?? '';
  if (typeof text !== 'string' || text.length > TEXT_MAX)
    throw new Error(`setting ${KEY}: ${name} is not a text of at most ${TEXT_MAX} characters`);
  return text.trim();
}

function filerOf(value: unknown): Filer {
  if (typeof value !== 'object' || value === null) throw new Error(`setting ${KEY} has no fields`);
  const given = value as Record<string, unknown>;
  const filer = Object.fromEntries(PARTS.map(([name]) => [name, textOf(given, name)])) as Record<
    keyof Filer,
    string
  >;
  if (!COUNTRY.test(filer.country)) throw new Error(`setting ${KEY}: country has two letters`);
  if (!CURRENCY.test(filer.currency)) throw new Error(`setting ${KEY}: currency has three letters`);
  return filer;
}

/** Empty until it is filled in: nothing pretends to be registered. */
export const filer = settingOf({
  key: KEY,
  name: 'Who files reports',
  effect: 'Reports of cases name this as the one who files them. Reports made before stay.',
  form: {
    kind: 'fields',
    parts: PARTS.map(([name, label]) => ({ name, label, isNumber: false })),
  },
  range: `texts of at most ${TEXT_MAX} characters, a country of two letters, a currency of three`,
  fallback: Object.fromEntries(PARTS.map(([name]) => [name, ''])),
  parse: filerOf,
});
