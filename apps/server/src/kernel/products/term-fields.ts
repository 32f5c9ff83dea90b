/** The fields of a product's terms: how each is labelled in the console's form, written in the API, and read. */
import {
  type Amount,
  type Decimal,
  formatDecimal,
  parseDecimal,
  type Price,
  type Rate,
} from '@tern/money';
import { type Lang, locales } from '../i18n/texts.ts';
import { isoTime } from '../../platform/clock.ts';

/** A term in the API and in a stored version: decimals and times as text. */
export type TermValue = string | number | boolean | null | Readonly<Record<string, string>>;
/** All terms of a product by name. A name is that of the feature's column in camelCase. */
export type TermsDocument = Readonly<Record<string, TermValue>>;

/** What the console draws. `rate` is a ratio that is shown in percent, `clock` a number of minutes that is shown as HH:MM. */
export type TermInput =
  | 'amount'
  | 'price'
  | 'rate'
  | 'count'
  | 'clock'
  | 'text'
  | 'texts'
  | 'asset'
  | 'time'
  | 'flag'
  | 'choice';

/** One term. `Value` is its type in the server. All texts are in English, for operators. */
export interface TermField<Value = unknown> {
  readonly input: TermInput;
  readonly label: string;
  /** Such as "days", or the name of another term that has the asset: `@payAsset`. */
  readonly unit: string;
  /** One sentence under the field. */
  readonly note: string;
  /** May be left empty; its value is null then. */
  readonly isOptional: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** `undefined` when malformed. */
  read(given: TermValue): Value | undefined;
  /** In canonical form. */
  write(value: Value): TermValue;
}

export type TermFields = Readonly<Record<string, TermField>>;

/** The terms in the server's types: amounts exact, times in epoch milliseconds. */
export type TermsOf<Fields extends TermFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends TermField<infer Value> ? Value : never;
};

/** A problem with one field, in English. */
export interface TermProblem {
  readonly field: string;
  readonly text: string;
}

interface Shown {
  unit?: string;
  note?: string;
}

function field<Value>(
  input: TermInput,
  label: string,
  { unit = '', note = '', ...parts }: Shown & Pick<TermField<Value>, 'read' | 'write'>,
): TermField<Value> {
  return { input, label, unit, note, isOptional: false, choices: [], ...parts };
}

const decimalField =
  <Value extends Decimal>(input: TermInput) =>
  (label: string, shown: Shown = {}): TermField<Value> =>
    field<Value>(input, label, {
      ...shown,
      // Seeds of the installation have numbers.
      read: (given) =>
        typeof given === 'string' || typeof given === 'number'
          ? parseDecimal<Value>(String(given))
          : undefined,
      write: formatDecimal,
    });

/** An amount, 0 or more unless the feature refuses it. */
export const amountTerm = decimalField<Amount>('amount');
export const priceTerm = decimalField<Price>('price');
/** A ratio: 0.00035 is shown as 0.035 %. */
export const rateTerm = decimalField<Rate>('rate');

/** A whole number. */
export function countTerm(
  label: string,
  { min = 0, max, ...shown }: Shown & { min?: number; max: number },
): TermField<number> {
  return field<number>('count', label, {
    ...shown,
    read: (given) =>
      typeof given === 'number' && Number.isSafeInteger(given) && given >= min && given <= max
        ? given
        : undefined,
    write: (value) => value,
  });
}

function readText(given: unknown, max: number): string | undefined {
  if (typeof given !== 'string' || given.includes('\0')) return undefined;
  const text = given.trim();
  return text === '' || text.length > max ? undefined : text;
}

const DAY_MINUTES = 1_440;

/** A time of day. Units: minutes after midnight UTC. */
export const clockTerm = (label: string, shown: Pick<Shown, 'note'> = {}): TermField<number> => ({
  ...countTerm(label, { ...shown, max: DAY_MINUTES - 1 }),
  input: 'clock',
});

/** One line. Units: `max` in characters. */
export const textTerm = (label: string, shown: Shown & { max: number }): TermField<string> =>
  field<string>('text', label, {
    ...shown,
    read: (given) => readText(given, shown.max),
    write: (value) => value,
  });

/** Plain text by language, never HTML. There is an English one, which the others fall back to. */
export type Texts = Partial<Record<Lang, string>> & { readonly en: string };

/** Units: `max` in characters of each language. */
export const textsTerm = (label: string, shown: Shown & { max: number }): TermField<Texts> =>
  field<Texts>('texts', label, {
    ...shown,
    read: (given) => readTexts(given, shown.max),
    write: (value) => value,
  });

function readTexts(given: TermValue, max: number): Texts | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const texts = Object.entries(given)
    .filter(([, text]) => text !== '')
    .map(([lang, text]) => [lang, lang in locales ? readText(text, max) : undefined] as const);
  const isWhole = texts.every(([, text]) => text !== undefined);
  const read = Object.fromEntries(texts) as Partial<Texts>;
  return isWhole && read.en !== undefined ? { ...read, en: read.en } : undefined;
}

/** The code of an asset; the feature checks that it is listed. */
export const assetTerm = (label: string, shown: Shown = {}): TermField<string> =>
  field<string>('asset', label, {
    ...shown,
    read: (given) =>
      typeof given === 'string' && /^[A-Z0-9]{2,20}$/.test(given) ? given : undefined,
    write: (value) => value,
  });

/** A time. Units: epoch milliseconds; ISO 8601 in the API. */
export const timeTerm = (label: string, shown: Shown = {}): TermField<number> =>
  field<number>('time', label, {
    ...shown,
    read: (given) => {
      const at = typeof given === 'string' ? Date.parse(given) : Number.NaN;
      return Number.isNaN(at) ? undefined : at;
    },
    write: isoTime,
  });

export const flagTerm = (label: string, shown: Shown = {}): TermField<boolean> =>
  field<boolean>('flag', label, {
    ...shown,
    read: (given) => (typeof given === 'boolean' ? given : undefined),
    write: (value) => value,
  });

/** One of several values, with a label for each. */
export function choiceTerm<const Value extends string>(
  label: string,
  labels: Readonly<Record<Value, string>>,
  shown: Shown = {},
): TermField<Value> {
  const values = Object.keys(labels) as Value[];
  const made = field<Value>('choice', label, {
    ...shown,
    read: (given) => values.find((value) => value === given),
    write: (value) => value,
  });
  return { ...made, choices: values.map((value) => ({ value, label: labels[value] })) };
}

/** The same term, but it may be left empty. */
export function optional<Value>(term: TermField<Value>): TermField<Value | null> {
  return {
    ...term,
    isOptional: true,
    read: (given) => (given === null || given === '' ? null : term.read(given)),
    write: (value) => (value === null ? null : term.write(value)),
  };
}

const isEmpty = (given: TermValue | undefined): boolean =>
  typeof given === 'object' && given !== null
    ? Object.keys(given).length === 0
    : (given ?? '') === '';

/** Reads all terms. Missing, malformed and unknown ones are problems. */
export function readTerms<Fields extends TermFields>(
  fields: Fields,
  given: TermsDocument,
): { terms: TermsOf<Fields>; problems: readonly [] } | { terms?: never; problems: TermProblem[] } {
  const read = Object.entries(fields).map(
    ([name, term]) => [name, term.read(given[name] ?? null)] as const,
  );
  const problems = [
    ...read
      .filter(([, value]) => value === undefined)
      .map(([name]) => ({ field: name, text: isEmpty(given[name]) ? 'Missing.' : 'Not valid.' })),
    ...Object.keys(given)
      .filter((name) => fields[name] === undefined)
      .map((name) => ({ field: name, text: 'No such term.' })),
  ];
  if (problems.length > 0) return { problems };
  return { terms: Object.fromEntries(read) as TermsOf<Fields>, problems: [] };
}

/** The canonical document of terms: what is stored, hashed and approved. */
export function termsDocument<Fields extends TermFields>(
  fields: Fields,
  terms: TermsOf<Fields>,
): TermsDocument {
  const written = Object.entries(fields).map(([name, term]) => [name, term.write(terms[name])]);
  return Object.fromEntries(written) as TermsDocument;
}
