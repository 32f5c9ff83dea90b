/** Historical reference prices: stored by pricing, used to value payments. */
import type { Price } from '@tern/money';
import type { Reader } from '../../platform/database/database.ts';

export interface PriceHistory {
  /** The last reference price at or before `at` (epoch ms); undefined before the first. */
  priceAt(reader: Reader, symbol: string, at: number): Promise<Price | undefined>;
}
