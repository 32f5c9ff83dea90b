/** Reads what a member says about themselves beside the photographs: birth, residence, document, tax, funds. Pure. */
import { ADDRESS_MAX, DOCUMENT_NUMBER_MAX, type FundsSource, fundsSources } from '@tern/protocol';
import { COUNTRY_CODES } from '@tern/protocol/countries';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { hasWord, readVisible } from '../../../kernel/requests/visible-text.ts';
import { dayOf, startOfDay } from '../../../platform/clock.ts';

/** As sent; all absent or empty when the member gives none. */
export interface DetailsInput {
  birthDate?: string | undefined;
  nationality?: string | undefined;
  residence?: string | undefined;
  address?: string | undefined;
  documentNumber?: string | undefined;
  documentEndsOn?: string | undefined;
  taxCountry?: string | undefined;
  taxNumber?: string | undefined;
  isCertified?: boolean | undefined;
  funds?: string | undefined;
  fundsNote?: string | undefined;
}

/** Days as YYYY-MM-DD, countries by ISO 3166. */
export interface Details {
  readonly birthDate: string;
  readonly nationality: string;
  readonly residence: string;
  readonly address: string;
  readonly documentNumber: string;
  /** Null for a document without an end. */
  readonly documentEndsOn: string | null;
  readonly taxCountry: string;
  /** Empty where the country issues none. */
  readonly taxNumber: string;
  /** Empty if not given. */
  readonly funds: FundsSource | '';
  readonly fundsNote: string;
}

const AGE_MIN = 18;
const AGE_MAX = 120;
const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES);

/**
 * Undefined when none is given. `now` in epoch ms.
 * @throws invalid-request naming the first field that is absent or wrong
 */
export function readDetails(given: DetailsInput, now: number): Details | undefined {
  const isGiven = Object.values(given).some(
    (value) => value === true || (typeof value === 'string' && value.trim() !== ''),
  );
  if (!isGiven) return undefined;
  const funds = given.funds ?? '';
  if (funds !== '' && !fundsSources.includes(funds as FundsSource)) throw wrong('funds');
  const details = {
    birthDate: readBirth(given.birthDate ?? '', now),
    nationality: readCountry(given.nationality, 'nationality'),
    residence: readCountry(given.residence, 'residence'),
    address: readLine(given.address ?? '', 'address', ADDRESS_MAX),
    documentNumber: readLine(given.documentNumber ?? '', 'documentNumber', DOCUMENT_NUMBER_MAX),
    documentEndsOn: readEnd(given.documentEndsOn ?? '', now),
    taxCountry: readCountry(given.taxCountry, 'taxCountry'),
    taxNumber: readOptional(given.taxNumber, 'taxNumber', DOCUMENT_NUMBER_MAX),
    funds: funds as FundsSource | '',
    fundsNote: readOptional(given.fundsNote, 'fundsNote', ADDRESS_MAX),
  };
  if (given.isCertified !== true) throw wrong('isCertified');
  return details;
}

const wrong = (field: string) => new Refusal('invalid-request', { fields: [field] });

function readDay(given: string, field: string): string {
  const day = given.trim();
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(startOfDay(day));
  // "2026-02-30" is read as a day of March.
  if (!isDay || dayOf(startOfDay(day)) !== day) throw wrong(field);
  return day;
}

/** The same day `years` earlier, as text that sorts. */
const yearsBefore = (now: number, years: number): string => {
  const today = dayOf(now);
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
};

function readBirth(given: string, now: number): string {
  const day = readDay(given, 'birthDate');
  if (day > yearsBefore(now, AGE_MIN) || day < yearsBefore(now, AGE_MAX)) throw wrong('birthDate');
  return day;
}

/** The last day of the document: it may be today. */
function readEnd(given: string, now: number): string | null {
  if (given.trim() === '') return null;
  const day = readDay(given, 'documentEndsOn');
  if (day < dayOf(now)) throw wrong('documentEndsOn');
  return day;
}

function readCountry(given: string | undefined, field: string): string {
  const code = (given ?? '').trim().toUpperCase();
  if (!COUNTRIES.has(code)) throw wrong(field);
  return code;
}

function readLine(given: string, field: string, max: number): string {
  const text = readVisible(given, field).normalize('NFC').replaceAll(/\s+/gu, ' ');
  if ([...text].length > max || !hasWord(text)) throw wrong(field);
  return text;
}

const readOptional = (given: string | undefined, field: string, max: number): string =>
  (given ?? '').trim() === '' ? '' : readLine(given ?? '', field, max);
