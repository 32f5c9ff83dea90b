/** The mark of a coin where only its symbol is at hand: with its picture once the member's coins are loaded. */
import { CoinMark } from '@tern/ui';
import { useCoin } from './balances.ts';

interface KnownCoinMarkProps {
  /** `USDT` */
  readonly symbol: string;
  readonly size?: number;
}

export function KnownCoinMark({ symbol, size = 36 }: KnownCoinMarkProps) {
  return <CoinMark symbol={symbol} logo={useCoin(symbol)?.logo} size={size} />;
}
