/** Reads stored versions by the fields of their kind. */
import { formatDecimal, parseDecimal } from '@tern/money';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import type { ProductKind } from '../../../kernel/products/product-kind.ts';
import {
  readTerms,
  type TermField,
  type TermFields,
  termsDocument,
  type TermProblem,
  type TermsDocument,
  type TermsOf,
} from '../../../kernel/products/term-fields.ts';
import { isoTime } from '../../../platform/clock.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { wordProblems } from './refused-words.ts';
import type { Version } from './store.ts';

type Terms = TermsOf<TermFields>;

/** The terms of a version; undefined if the fields of the kind have changed since. */
export function termsOf(kind: ProductKind, version: Pick<Version, 'terms'>): Terms | undefined {
  return readTerms(kind.fields, version.terms).terms;
}

/** The terms in canonical form; as stored, if the fields of the kind have changed since. */
export function documentOf(kind: ProductKind, version: Pick<Version, 'terms'>): TermsDocument {
  const terms = termsOf(kind, version);
  return terms === undefined ? version.terms : termsDocument(kind.fields, terms);
}

/** Name and asset of a product, by one of its versions. */
export function nameOf(
  products: ProductRegistry,
  { kind: slug, productId, terms }: Pick<Version, 'kind' | 'productId' | 'terms'>,
): { name: string; asset: string } {
  const kind = products.get(slug);
  const read = termsOf(kind, { terms });
  return read === undefined
    ? { name: `${kind.label} ${productId}`, asset: '' }
    : kind.describe(read);
}

/** What is wrong with a version: each term alone, then all of them together and the words of its texts. */
export async function problemsOf(
  kind: ProductKind,
  { productId, terms }: Pick<Version, 'productId' | 'terms'>,
  reader: Reader,
): Promise<readonly TermProblem[]> {
  const read = readTerms(kind.fields, terms);
  if (read.terms === undefined) return read.problems;
  return [
    ...(await kind.check({ id: productId, terms: read.terms }, reader)),
    ...wordProblems(kind.fields, terms),
  ];
}

const PERCENT = 100n;

/** A term as text, for people: with its unit, rates in percent, flags as yes and no, texts by language. Empty: none. */
export function termText(field: TermField, name: string, terms: TermsDocument): string {
  const value = terms[name] ?? null;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return textsOf(value);
  if (field.input === 'rate') {
    const ratio = parseDecimal(String(value));
    return ratio === undefined ? String(value) : `${formatDecimal(ratio * PERCENT)} %`;
  }
  if (field.input === 'clock') return `${clockText(Number(value))} UTC`;
  const { unit } = field;
  const shown = unit.startsWith('@') ? terms[unit.slice(1)] : unit;
  return typeof shown === 'string' && shown !== '' ? `${value} ${shown}` : String(value);
}

/** 495 minutes are 08:15. */
const clockText = (minutes: number): string => isoTime(minutes * MINUTE_MS).slice(11, 16);

/** A text by language, one after the other. */
export const textsOf = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([lang, text]) => `${lang}: ${text}`)
    .join('\n');
