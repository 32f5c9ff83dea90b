/** Reference prices of the past: market keeps them, assets value with them. */
import type { Price } from '@tern/money';

export interface PriceHistory {
  /** The last reference price at or before `at` (epoch ms); undefined before there was any. */
  priceAt(symbol: string, at: number): Promise<Price | undefined>;
}
