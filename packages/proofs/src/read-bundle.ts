/** Parses a bundle from untrusted JSON: exactly the known fields, each in its canonical form. */
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

/** A parsed bundle. */
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
const tick = {
  seq: whole,
  at: whole,
  price: decimalText,
  source: text(/^[^|]{1,200}$/),
  rule: whole,
};
const isTick = fields(tick);
const isBackfilledTick = fields({ ...tick, backfilledAt: whole });

const TICKS_MAX = 100_000;

const terms = {
  symbol,
  durationSeconds: whole,
  openWithinMs: whole,
  staleAfterMs: whole,
  payoutRatio: decimalText,
  tieRule: oneOf('stake-returns'),
  asset: text(/^[A-Z0-9]{2,12}$/),
  assetScale: (value: unknown) => whole(value) && Number(value) <= 18,
};

const shared = {
  format: oneOf(BUNDLE_FORMAT),
  contract: fields({
    id: text(/^\d{1,18}$/),
    direction: oneOf('up', 'down'),
    stake: decimalText,
    acceptedAt: whole,
  }),
  termsHash: isHash,
  receipt: isSignature,
  opening: orNull(place),
  closing: orNull(place),
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
};

const chainOf = (isEntry: Check) =>
  fields({
    hashBefore: isHash,
    ticks: (value) => Array.isArray(value) && value.length <= TICKS_MAX && value.every(isEntry),
  });

const isVersion1 = fields({
  ...shared,
  version: oneOf(1),
  terms: fields({ ...terms, ruleVersion: oneOf(1) }),
  chain: chainOf(isTick),
});

const isTermsOfRule1 = fields({ ...terms, ruleVersion: oneOf(1), openAfterMs: oneOf(0) });
const isTermsOfRule2 = fields({ ...terms, ruleVersion: oneOf(2), openAfterMs: whole });

const isVersion2 = fields({
  ...shared,
  version: oneOf(BUNDLE_VERSION),
  terms: (value) => isTermsOfRule1(value) || isTermsOfRule2(value),
  chain: chainOf((value) => isTick(value) || isBackfilledTick(value)),
});

/** Undefined when it is not a bundle of a known version, or a field is missing, extra or malformed. */
export function readBundle(value: unknown): ReadBundle | undefined {
  if (!isVersion1(value) && !isVersion2(value)) return undefined;
  const bundle = value as EvidenceBundle;
  const { contract, terms: agreed, chain } = bundle;
  const { openAfterMs = 0 } = bundle.terms;
  const amount = parseDecimal<Amount>(contract.stake);
  const payoutRatio = parseDecimal<Rate>(agreed.payoutRatio);
  if (amount === undefined || payoutRatio === undefined) return undefined;
  if (amount <= 0n || payoutRatio < 0n) return undefined;
  return {
    bundle,
    contract: { ...contract, stake: amount, terms: { ...agreed, openAfterMs, payoutRatio } },
    ticks: chain.ticks.map((entry) => ({
      ...entry,
      symbol: agreed.symbol,
      price: parseDecimal<Price>(entry.price) as Price,
    })),
  };
}
