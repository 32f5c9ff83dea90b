/** Reference ticks of the past: market keeps them, contracts are settled on them. */
import type { Price } from '@tern/money';
import type { Reader } from '../platform/database/database.ts';

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
}

/** A symbol and a moment, epoch milliseconds. */
export interface TickAsk {
  readonly instrumentId: number;
  readonly at: number;
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

/** The chain of ticks as it is being written. */
export interface TickFrontier {
  /**
   * Resolves when every tick dated up to `at` (epoch ms, not in the future) is stored; from the call on
   * nothing more is dated so early. What a source says later about that time is dated after it.
   * Fails with: a thrown error when it is not known what was stored; ask again.
   */
  closeUpTo(at: number): Promise<void>;
}
