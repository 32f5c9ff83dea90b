/** Reads a bundle from untrusted JSON: exactly the known fields, each in its one canonical spelling. */
import {
  type Amount,
  type Decimal,
  formatDecimal,
  parseDecimal,
  type Price,
  type Rate,
} from '@tern/money';
import type { Contract } from '@tern/settlement';
import { BUNDLE_FORMAT, BUNDLE_VERSION, type EvidenceBundle } from './bundle.ts';
import { isHash, isSignature } from './hash-text.ts';
import type { ChainedTick } from './tick-chain.ts';

/** A bundle that can be computed with. */
export interface ReadBundle {
  readonly bundle: EvidenceBundle;
  readonly contract: Contract & { readonly id: string };
  readonly ticks: readonly ChainedTick[];
}

type Check = (value: unknown) => boolean;

const whole: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const decimalText: Check = (value) => {
  const parsed = typeof value === 'string' ? parseDecimal<Decimal>(value) : undefined;
  return parsed !== undefined && formatDecimal(parsed) === value;
};
const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const symbol = text(/^[a-z0-9]{2,20}$/);

/** An object with exactly these fields. */
const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = Object.entries(value);
    if (entries.length !== Object.keys(checks).length) return false;
    return entries.every(([key, entry]) => Object.hasOwn(checks, key) && checks[key]?.(entry));
  };

const place = fields({ seq: whole, hash: isHash });
const tick = fields({
  seq: whole,
  at: whole,
  price: decimalText,
  source: text(/^[^|]{1,200}$/),
  rule: whole,
});

const TICKS_MAX = 100_000;

const isBundle = fields({
  format: oneOf(BUNDLE_FORMAT),
  version: oneOf(BUNDLE_VERSION),
  contract: fields({
    id: text(/^\d{1,18}$/),
    direction: oneOf('up', 'down'),
    stake: decimalText,
    acceptedAt: whole,
  }),
  terms: fields({
    ruleVersion: oneOf(1),
    symbol,
    durationSeconds: whole,
    openWithinMs: whole,
    staleAfterMs: whole,
    payoutRatio: decimalText,
    tieRule: oneOf('stake-returns'),
    asset: text(/^[A-Z0-9]{2,12}$/),
    assetScale: (value) => whole(value) && Number(value) <= 18,
  }),
  termsHash: isHash,
  receipt: isSignature,
  opening: orNull(place),
  closing: orNull(place),
  chain: fields({
    hashBefore: isHash,
    ticks: (value) => Array.isArray(value) && value.length <= TICKS_MAX && value.every(tick),
  }),
  head: fields({ symbol, seq: whole, hash: isHash, at: whole, signature: isSignature }),
  result: fields({
    status: oneOf('settled', 'invalid', 'void'),
    outcome: oneOf('win', 'loss', 'tie', 'none'),
    openPrice: orNull(decimalText),
    closePrice: orNull(decimalText),
    dueAt: orNull(whole),
    returned: decimalText,
    winnings: decimalText,
    profit: decimalText,
  }),
});

/** Fails with: `undefined` when it is not a bundle of this version, or a field is missing, extra or misspelt. */
export function readBundle(value: unknown): ReadBundle | undefined {
  if (!isBundle(value)) return undefined;
  const bundle = value as EvidenceBundle;
  const { contract, terms, chain } = bundle;
  const amount = parseDecimal<Amount>(contract.stake);
  const payoutRatio = parseDecimal<Rate>(terms.payoutRatio);
  if (amount === undefined || payoutRatio === undefined) return undefined;
  if (amount <= 0n || payoutRatio < 0n) return undefined;
  return {
    bundle,
    contract: { ...contract, stake: amount, terms: { ...terms, payoutRatio } },
    ticks: chain.ticks.map((entry) => ({
      ...entry,
      symbol: terms.symbol,
      price: parseDecimal<Price>(entry.price) as Price,
    })),
  };
}
