/** The evidence of one short contract as a JSON document: everything that anyone needs to settle it again (ADR 18). */
import { formatDecimal, type Price } from '@tern/money';
import {
  type Contract,
  isBackfilled,
  settle,
  type Settlement,
  type Terms,
  termsText,
} from '@tern/settlement';
import { hashOfText } from './hash-text.ts';
import type { ChainHead } from './statements.ts';
import { chainTick, type ChainedTick, hashText } from './tick-chain.ts';

export const BUNDLE_FORMAT = 'tern contract evidence';
/** Version 1 had no backfilled ticks and no `openAfterMs`; saved bundles of it still verify. */
export const BUNDLE_VERSION = 2;

/** The frozen terms; the ratio is an exact decimal. */
export interface BundleTerms extends Omit<Terms, 'payoutRatio' | 'openAfterMs'> {
  /** Absent in version 1. */
  readonly openAfterMs?: number;
  readonly payoutRatio: string;
}

/** Prices are exact decimals in their shortest form; only backfilled ticks have `backfilledAt`. */
export interface BundleTick extends Omit<ChainedTick, 'symbol' | 'price' | 'backfilledAt'> {
  readonly price: string;
  readonly backfilledAt?: number;
}

/** Where a tick stands in the chain. */
export interface BundlePlace {
  readonly seq: number;
  readonly hash: string;
}

/** What does not exist for a void contract is null. Amounts are exact decimals. */
export interface BundleResult {
  readonly status: Settlement['status'];
  readonly outcome: Settlement['outcome'];
  readonly openPrice: string | null;
  readonly closePrice: string | null;
  readonly dueAt: number | null;
  readonly returned: string;
  readonly winnings: string;
  readonly profit: string;
}

export interface EvidenceBundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: 1 | typeof BUNDLE_VERSION;
  readonly contract: {
    readonly id: string;
    readonly direction: 'up' | 'down';
    readonly stake: string;
    readonly acceptedAt: number;
  };
  readonly terms: BundleTerms;
  readonly termsHash: string;
  /** Signature of the receipt that was given when the contract was accepted. */
  readonly receipt: string;
  /** Null for a void contract. */
  readonly opening: BundlePlace | null;
  readonly closing: BundlePlace | null;
  /** Every tick from the one before the opening to the signed head; the closing and its successor among them. */
  readonly chain: { readonly hashBefore: string; readonly ticks: readonly BundleTick[] };
  readonly head: ChainHead & { readonly signature: string };
  readonly result: BundleResult;
}

/** A stretch of a chain that ends at a signed head. */
export interface ChainStretch {
  /** The chain's hash before the first of the ticks. */
  readonly hashBefore: Uint8Array;
  readonly ticks: readonly ChainedTick[];
  readonly head: ChainHead & { readonly signature: string };
}

/**
 * Puts the evidence of a contract together; its result is settled from the stretch, never handed in.
 * Shape: `receipt` is the signature of its receipt; the stretch as `BundleTick`s are described.
 */
export function makeBundle(
  contract: Contract & { readonly id: string },
  receipt: string,
  stretch: ChainStretch,
): EvidenceBundle {
  const { id, direction, stake, acceptedAt, terms } = contract;
  const result = settle(contract, stretch.ticks);
  const places = placesIn(stretch);
  const { payoutRatio, ...shared } = terms;
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    contract: { id, direction, stake: formatDecimal(stake), acceptedAt },
    terms: { ...shared, payoutRatio: formatDecimal(payoutRatio) },
    termsHash: termsHash(terms),
    receipt,
    opening: result.status === 'void' ? null : (places.get(result.open.seq) ?? null),
    closing: result.status === 'void' ? null : (places.get(result.close.seq) ?? null),
    chain: {
      hashBefore: hashText(stretch.hashBefore),
      ticks: stretch.ticks.map((tick) => ({
        seq: tick.seq,
        at: tick.at,
        price: formatDecimal(tick.price),
        source: tick.source,
        rule: tick.rule,
        ...(isBackfilled(tick) ? { backfilledAt: tick.backfilledAt } : {}),
      })),
    },
    head: stretch.head,
    result: resultOf(result),
  };
}

/** SHA-256 of the terms' text, in hexadecimal. */
export function termsHash(terms: Terms): string {
  return hashOfText(termsText(terms));
}

/** The result as a bundle states it. */
export function resultOf(settlement: Settlement): BundleResult {
  const isVoid = settlement.status === 'void';
  const priceText = (price: Price) => formatDecimal(price);
  return {
    status: settlement.status,
    outcome: settlement.outcome,
    openPrice: isVoid ? null : priceText(settlement.open.price),
    closePrice: isVoid ? null : priceText(settlement.close.price),
    dueAt: isVoid ? null : settlement.dueAt,
    returned: formatDecimal(settlement.returned),
    winnings: formatDecimal(settlement.winnings),
    profit: formatDecimal(settlement.profit),
  };
}

function placesIn({ hashBefore, ticks }: ChainStretch): Map<number, BundlePlace> {
  const places = new Map<number, BundlePlace>();
  let hash = hashBefore;
  for (const tick of ticks) {
    hash = chainTick(hash, tick);
    places.set(tick.seq, { seq: tick.seq, hash: hashText(hash) });
  }
  return places;
}
