/** The pair and the order viewed last, kept on the device (spec §3). */
import { slot } from '../../platform/storage.ts';

interface LastTrade {
  symbol: string;
  orderId?: number;
}

function isLastTrade(value: unknown): value is LastTrade {
  const deal = value as Partial<LastTrade> | null;
  const { symbol, orderId } = deal ?? {};
  return typeof symbol === 'string' && (orderId === undefined || typeof orderId === 'number');
}

const FIRST_PAIR = 'btcusdt';
const stored = slot('deal', isLastTrade);

export function lastPair(): string {
  return stored.read()?.symbol ?? FIRST_PAIR;
}

export function rememberPair(symbol: string): void {
  stored.write({ ...stored.read(), symbol });
}

export function lastOrderId(): number | undefined {
  return stored.read()?.orderId;
}

export function rememberOrder(orderId: number): void {
  stored.write({ symbol: lastPair(), orderId });
}
