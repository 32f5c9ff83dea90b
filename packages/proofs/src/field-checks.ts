/** How fields of a document from untrusted JSON are spelt (docs/evidence.md): each check says whether a value is one. */
import { type Decimal, formatDecimal, parseDecimal } from '@tern/money';
import { isHash, isSignature } from './hash-text.ts';

export type Check = (value: unknown) => boolean;

export const whole: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const decimalText: Check = (value) => {
  const parsed = typeof value === 'string' ? parseDecimal<Decimal>(value) : undefined;
  return parsed !== undefined && formatDecimal(parsed) === value;
};
export const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const symbol = text(/^[a-z0-9]{2,20}$/);

/** An object with exactly these fields. */
export const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = Object.entries(value);
    if (entries.length !== Object.keys(checks).length) return false;
    return entries.every(([key, entry]) => Object.hasOwn(checks, key) && checks[key]?.(entry));
  };

export const place = fields({ seq: whole, hash: isHash });
const tick = {
  seq: whole,
  at: whole,
  price: decimalText,
  source: text(/^[^|]{1,200}$/),
  rule: whole,
};
export const isTick = fields(tick);
export const isBackfilledTick = fields({ ...tick, backfilledAt: whole });

export const isHead = fields({
  symbol,
  seq: whole,
  hash: isHash,
  at: whole,
  signature: isSignature,
});

const LIST_MAX = 100_000;

export const listOf =
  (isEntry: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= LIST_MAX && value.every(isEntry);
