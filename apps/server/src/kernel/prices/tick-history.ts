/** Reference ticks of the past: market keeps them, contracts are settled on them. */
import type { Price } from '@tern/money';
import type { Reader } from '../../platform/database/database.ts';

/** A reference tick with its place in the chain of its symbol. */
export interface StoredTick {
  readonly instrumentId: number;
  readonly seq: number;
  /** Epoch milliseconds; rises with every tick of a symbol. */
  readonly at: number;
  readonly price: Price;
  readonly source: string;
  readonly rule: number;
  readonly hash: Uint8Array;
  /** When it was made, if that was after a pause of ours; null otherwise. */
  readonly backfilledAt: number | null;
}

/** A symbol and a moment, epoch milliseconds. */
export interface TickAsk {
  readonly instrumentId: number;
  readonly at: number;
  /** True leaves backfilled ticks out: contracts of rule 1 do not count them. */
  readonly isHeardOnly: boolean;
}

/** Answers stand in the order of the questions. */
export interface TickHistory {
  /** The first tick later than each moment. */
  firstAfter(reader: Reader, asks: readonly TickAsk[]): Promise<(StoredTick | undefined)[]>;
  /** The last tick at or before each moment; final once the market is closed up to it. */
  lastUpTo(reader: Reader, asks: readonly TickAsk[]): Promise<(StoredTick | undefined)[]>;
  /** Both ends included; what retention has taken is absent. */
  between(
    reader: Reader,
    stretch: { instrumentId: number; fromSeq: number; toSeq: number },
  ): Promise<StoredTick[]>;
}

/** Up to which moment the chain of an instrument is final: no tick dated so early is added any more, backfilled or not. */
export type FinalUpTo = (instrumentId: number) => number;

/** The chain of ticks as it is being written. */
export interface TickFrontier {
  /** True when prices of the symbol come from a live source: somebody there may know them before we do. */
  isLive(symbol: string): boolean;
  /**
   * Makes the chains final up to `at` (epoch ms, not in the future) as far as that can be decided now, and tells how far each is.
   * Simulated ticks up to `at` are made and stored first, those of a pause of ours included. A live chain is final up to its newest
   * tick. Where a live source is silent, and the instrument is in `awaited`, the sources' histories are asked; once they
   * have answered or were asked long enough, it is decided that nobody has a price (ADR 17).
   * Fails with: a thrown error when it is not known what was stored; ask again.
   */
  closeUpTo(at: number, awaited: ReadonlySet<number>): Promise<FinalUpTo>;
}
