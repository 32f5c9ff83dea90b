/** Reference prices of the past: market keeps them, assets value with them. */
import type { Price } from '@tern/money';
import type { Reader } from '../../platform/database/database.ts';

export interface PriceHistory {
  /** The last reference price at or before `at` (epoch ms); undefined before there was any. */
  priceAt(reader: Reader, symbol: string, at: number): Promise<Price | undefined>;
}
