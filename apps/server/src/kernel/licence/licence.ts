/** The operator's licence record of live mode: a JSON file of the deployment, checked at each start and shown to members (ADR 62). */
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/mobile';
import { accountKey, type OwnAccount } from '../banks/bank-statement.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { readOwnFile } from '../../platform/files/read-own-file.ts';

export interface Licence {
  /** The operator's legal name. */
  readonly operator: string;
  /** The registration number. */
  readonly number: string;
  /** The authority that registers it. */
  readonly regulator: string;
  /** The https address of the public registry. */
  readonly registry: string;
  /** ISO 3166 codes of the countries whose people it may serve. */
  readonly countries: readonly string[];
  /** The last day, YYYY-MM-DD. */
  readonly validUntil: string;
  /** By currency: where members send wires, as lines of text. A currency without one takes no wires. */
  readonly bankAccounts: ReadonlyMap<string, string>;
  /** By currency: the same accounts as banks name them in files. */
  readonly ownAccounts: ReadonlyMap<string, OwnAccount>;
}

const TEXT_MAX = 200;
const BANK_TEXT_MAX = 1_000;
const NAMES: ReadonlySet<string> = new Set([
  'operator',
  'number',
  'regulator',
  'registry',
  'countries',
  'validUntil',
  'bankAccounts',
  'ownAccounts',
]);

/** @throws Error that names the file and each fault of it */
export function readLicence(file: string): Licence {
  const text = readOwnFile(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error });
  }
  const faults: string[] = [];
  const licence = parseLicence(content, faults);
  if (faults.length > 0) throw new Error(`${file}: ${faults.join('; ')}`);
  return licence;
}

function parseLicence(content: unknown, faults: string[]): Licence {
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
  if (!isObject) faults.push('it is not an object');
  const given = (isObject ? content : {}) as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (!NAMES.has(name)) faults.push(`${name} is unknown`);
  }
  const textOf = (name: string): string => {
    const value = given[name];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' || text.length > TEXT_MAX) faults.push(`${name} must be a text`);
    return text;
  };
  const licence = {
    operator: textOf('operator'),
    number: textOf('number'),
    regulator: textOf('regulator'),
    registry: textOf('registry'),
    countries: countriesOf(given['countries'], faults),
    validUntil: textOf('validUntil'),
    bankAccounts: bankAccountsOf(given['bankAccounts'] ?? {}, faults),
    ownAccounts: ownAccountsOf(given['ownAccounts'] ?? {}, faults),
  };
  if (!isSecureAddress(licence.registry)) faults.push('registry must be an https address');
  if (!isDay(licence.validUntil)) faults.push('validUntil must be a day such as 2027-06-30');
  return licence;
}

const isSecureAddress = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:';

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

function countriesOf(value: unknown, faults: string[]): string[] {
  const known: ReadonlySet<unknown> = new Set(getCountries());
  const isList = Array.isArray(value) && value.length > 0 && value.every((each) => known.has(each));
  if (isList) return [...new Set(value as string[])].sort();
  faults.push('countries must list codes such as "CH"');
  return [];
}

function bankAccountsOf(value: unknown, faults: string[]): Map<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isRight = entries.every(
    ([asset, text]: [string, unknown]) =>
      /^[A-Z]{3}$/.test(asset) &&
      typeof text === 'string' &&
      text.trim() !== '' &&
      text.length <= BANK_TEXT_MAX,
  );
  if (!isRight || Array.isArray(value)) {
    faults.push('bankAccounts must give a text for each currency, such as "USD"');
    return new Map();
  }
  return new Map(entries as [string, string][]);
}

function ownAccountsOf(value: unknown, faults: string[]): Map<string, OwnAccount> {
  const entries: [string, Partial<Record<string, unknown>>][] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const accounts = entries.map(([asset, given]) => {
    const { account, bic = '' } = typeof given === 'object' && given !== null ? given : {};
    const isRight = typeof account === 'string' && typeof bic === 'string';
    return [
      asset,
      isRight ? { account: accountKey(account), bic: accountKey(bic) } : NONE,
    ] as const;
  });
  const isRight = accounts.every(
    ([asset, { account, bic }]) =>
      /^[A-Z]{3}$/.test(asset) &&
      /^[A-Z0-9]{4,34}$/.test(account) &&
      /^(?:[A-Z0-9]{8}(?:[A-Z0-9]{3})?)?$/.test(bic),
  );
  if (isRight && !Array.isArray(value)) return new Map(accounts);
  faults.push('ownAccounts must give an account and a BIC for each currency');
  return new Map();
}

const NONE: OwnAccount = { account: '', bic: '' };

/** The first moment after its last day, in UTC. Units: epoch milliseconds. */
export const licenceEnd = ({ validUntil }: Pick<Licence, 'validUntil'>): number =>
  Date.parse(validUntil) + DAY_MS;

/** The phone codes of the countries that it covers. */
export const phoneCodesServed = ({ countries }: Pick<Licence, 'countries'>): ReadonlySet<string> =>
  new Set(countries.map((country) => getCountryCallingCode(country as CountryCode)));
