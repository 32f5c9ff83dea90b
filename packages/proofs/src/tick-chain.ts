/** The hash chain of a symbol's reference ticks: one hash verifies every tick up to it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatDecimal, type Price } from '@tern/money';
import { isBackfilled } from '@tern/settlement';

/** One tick as it is hashed. Its price is more than 0. */
export interface ChainedTick {
  readonly symbol: string;
  /** Position in the chain, from 1, without a gap. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
  /** The sources of the price, joined by "+". */
  readonly source: string;
  /** Version of the reference price rule. */
  readonly rule: number;
  /** When a backfilled tick was created, epoch milliseconds; null or absent for other ticks. */
  readonly backfilledAt?: number | null | undefined;
}

/** A tick with the chain's hash after it. */
export interface LinkedTick extends ChainedTick {
  readonly hash: Uint8Array;
}

const GENESIS_NOTE = 'tern tick chain 1: the first link of ';

/** The hash before the first tick: SHA-256 of a fixed note and the symbol. */
export function tickGenesis(symbol: string): Uint8Array {
  return sha256(utf8ToBytes(`${GENESIS_NOTE}${symbol}`));
}

/**
 * The text that is hashed. Shape: `symbol|seq|at|price|source|rule`, the price as its shortest exact decimal; a backfilled tick
 * has `|backfilledAt` at the end (ADR 17).
 */
export function canonicalTick(tick: ChainedTick): string {
  const { symbol, seq, at, price, source, rule } = tick;
  const text = `${symbol}|${seq}|${at}|${formatDecimal(price)}|${source}|${rule}`;
  return isBackfilled(tick) ? `${text}|${tick.backfilledAt}` : text;
}

/** The hash after `tick`: SHA-256 of the hash before it and the tick's canonical text. */
export function chainTick(previousHash: Uint8Array, tick: ChainedTick): Uint8Array {
  return sha256(concatBytes(previousHash, utf8ToBytes(canonicalTick(tick))));
}

export type ChainCheck =
  | { readonly isIntact: true; readonly hash: Uint8Array }
  /** `seq` is the first tick with a wrong hash or position. */
  | { readonly isIntact: false; readonly seq: number; readonly reason: 'hash' | 'order' };

/**
 * Checks consecutive ticks of one symbol, oldest first.
 * Shape: `startHash` is the hash before the first of them, `tickGenesis` for seq 1. No ticks are intact.
 */
export function verifyChain(ticks: readonly LinkedTick[], startHash: Uint8Array): ChainCheck {
  let hash = startHash;
  let previous: LinkedTick | undefined;
  for (const tick of ticks) {
    if (previous !== undefined && !follows(previous, tick)) {
      return { isIntact: false, seq: tick.seq, reason: 'order' };
    }
    hash = chainTick(hash, tick);
    if (!isSameHash(hash, tick.hash)) return { isIntact: false, seq: tick.seq, reason: 'hash' };
    previous = tick;
  }
  return { isIntact: true, hash };
}

function follows(previous: LinkedTick, tick: LinkedTick): boolean {
  return tick.symbol === previous.symbol && tick.seq === previous.seq + 1 && tick.at > previous.at;
}

/** The form of a hash in the API: lower-case hexadecimal. */
export function hashText(hash: Uint8Array): string {
  return bytesToHex(hash);
}

function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
