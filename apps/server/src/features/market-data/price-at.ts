/** The historical price of a symbol, from its minute candles. */
import type { Price } from '@tern/money';
import type { Reader } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { floorTo } from '../../kernel/prices/intervals.ts';
import { readCandles } from './read-candles.ts';
import type { SymbolState } from '../pricing/index.ts';

/** The close of the last minute that had ended by `at`, so that the answer never changes. */
export async function priceAt(
  reader: Reader,
  state: SymbolState | undefined,
  at: number,
): Promise<Price | undefined> {
  if (state === undefined) return undefined;
  const before = floorTo(at, MINUTE_MS);
  const candles = await readCandles(reader, state, { interval: '1min', limit: 1, before });
  return candles.at(-1)?.close;
}
