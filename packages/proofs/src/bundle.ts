/** The evidence of one timed contract as a JSON document: everything needed to settle it again (ADR 18). */
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
import { lineRow } from './log/member-line.ts';
import type { ChainHead } from './statements.ts';
import { chainTick, type ChainedTick, hashText } from './tick-chain.ts';

export const BUNDLE_FORMAT = 'tern contract evidence';
/** Version 1 had no backfilled ticks and no `openAfterMs`, versions 1 and 2 no `log`; saved bundles of them still verify. */
export const BUNDLE_VERSION = 2;
/** With the proofs that receipt and head are in the public log. */
export const LOGGED_BUNDLE_VERSION = 3;

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

/** The position of a tick in the chain. */
export interface BundlePlace {
  readonly seq: number;
  readonly hash: string;
}

/** Prices and due time of a void contract are null. Amounts are exact decimals. */
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
  readonly version: 1 | typeof BUNDLE_VERSION | typeof LOGGED_BUNDLE_VERSION;
  readonly contract: {
    readonly id: string;
    readonly direction: 'up' | 'down';
    readonly stake: string;
    readonly acceptedAt: number;
  };
  readonly terms: BundleTerms;
  readonly termsHash: string;
  /** Signature of the receipt issued when the contract was accepted. */
  readonly receipt: string;
  /** Null for a void contract. */
  readonly opening: BundlePlace | null;
  readonly closing: BundlePlace | null;
  /** Every tick from the one before the opening to the signed head, including the closing tick and its successor. */
  readonly chain: { readonly hashBefore: string; readonly ticks: readonly BundleTick[] };
  readonly head: ChainHead & { readonly signature: string };
  readonly result: BundleResult;
  /** From version 3 on. */
  readonly log?: BundleLog;
}

/** Both are texts of a tlog-proof with a receipt. */
export interface BundleLog {
  /** Opens the member's line of the round that posted the stake; the line contains the contract's receipt. */
  readonly receipt: string;
  /** Opens the statement of the head. */
  readonly head: string;
}

/** Consecutive ticks of a chain that end at a signed head. */
export interface ChainSegment {
  /** The chain's hash before the first of the ticks. */
  readonly hashBefore: Uint8Array;
  readonly ticks: readonly ChainedTick[];
  readonly head: ChainHead & { readonly signature: string };
}

/**
 * Builds the evidence of a contract; the result is settled from the segment, never passed in.
 * Shape: `receipt` is the signature of the receipt; the segment covers what `EvidenceBundle.chain` requires.
 */
export function makeBundle(
  contract: Contract & { readonly id: string },
  receipt: string,
  segment: ChainSegment,
): EvidenceBundle {
  const { id, direction, stake, acceptedAt, terms } = contract;
  const result = settle(contract, segment.ticks);
  const places = placesIn(segment);
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
      hashBefore: hashText(segment.hashBefore),
      ticks: segment.ticks.map((tick) => ({
        seq: tick.seq,
        at: tick.at,
        price: formatDecimal(tick.price),
        source: tick.source,
        rule: tick.rule,
        ...(isBackfilled(tick) ? { backfilledAt: tick.backfilledAt } : {}),
      })),
    },
    head: segment.head,
    result: resultOf(result),
  };
}

/** The row by which a round's line contains the receipt of a contract. Shape: `receipt|contract:id|signature`. */
export const contractReceiptRow = (id: string, receipt: string): string =>
  lineRow('receipt', `contract:${id}`, receipt);

/** The same evidence with its proofs of the log. */
export function inLog(bundle: EvidenceBundle, log: BundleLog): EvidenceBundle {
  return { ...bundle, version: LOGGED_BUNDLE_VERSION, log };
}

/** SHA-256 of the terms' text, in hexadecimal. */
export function termsHash(terms: Terms): string {
  return hashOfText(termsText(terms));
}

/** The result in the format of a bundle. */
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

function placesIn({ hashBefore, ticks }: ChainSegment): Map<number, BundlePlace> {
  const places = new Map<number, BundlePlace>();
  let hash = hashBefore;
  for (const tick of ticks) {
    hash = chainTick(hash, tick);
    places.set(tick.seq, { seq: tick.seq, hash: hashText(hash) });
  }
  return places;
}
