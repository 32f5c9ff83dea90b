/** Parses a bundle from untrusted JSON: exactly the known fields, each in its canonical form. */
import { type Amount, parseDecimal, type Price, type Rate } from '@tern/money';
import type { Contract } from '@tern/settlement';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type EvidenceBundle,
  LOGGED_BUNDLE_VERSION,
} from './bundle.ts';
import {
  type Check,
  decimalText,
  fields,
  isBackfilledTick,
  isHead,
  isTick,
  listOf,
  oneOf,
  orNull,
  place,
  symbol,
  text,
  whole,
} from './field-checks.ts';
import { isHash, isSignature } from './hash-text.ts';
import type { ChainedTick } from './tick-chain.ts';

/** A parsed bundle. */
export interface ReadBundle {
  readonly bundle: EvidenceBundle;
  readonly contract: Contract & { readonly id: string };
  readonly ticks: readonly ChainedTick[];
}

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
  head: isHead,
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
    ticks: listOf(isEntry),
  });

const isVersion1 = fields({
  ...shared,
  version: oneOf(1),
  terms: fields({ ...terms, ruleVersion: oneOf(1) }),
  chain: chainOf(isTick),
});

const isTermsOfRule1 = fields({ ...terms, ruleVersion: oneOf(1), openAfterMs: oneOf(0) });
const isTermsOfRule2 = fields({ ...terms, ruleVersion: oneOf(2), openAfterMs: whole });

const sinceVersion2 = {
  ...shared,
  terms: (value: unknown) => isTermsOfRule1(value) || isTermsOfRule2(value),
  chain: chainOf((value) => isTick(value) || isBackfilledTick(value)),
};
const isVersion2 = fields({ ...sinceVersion2, version: oneOf(BUNDLE_VERSION) });

/** A tlog-proof; the dash begins the signatures of its checkpoint. */
const isProof = text(/^[\n\x20-\x7e\u2014]{1,100000}$/);
const isVersion3 = fields({
  ...sinceVersion2,
  version: oneOf(LOGGED_BUNDLE_VERSION),
  log: fields({ receipt: isProof, head: isProof }),
});

/** Undefined when it is not a bundle of a known version, or a field is missing, extra or malformed. */
export function readBundle(value: unknown): ReadBundle | undefined {
  if (![isVersion1, isVersion2, isVersion3].some((isOf) => isOf(value))) return undefined;
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
