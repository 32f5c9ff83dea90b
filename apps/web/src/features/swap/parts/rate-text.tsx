/** "1 BTC ≈ 64,064.06 USDT" */
import { PriceText } from '@tern/ui';
import type { SwapTerms } from '../api.ts';
import { readableRate } from '../swap-sums.ts';

export function RateText({ terms }: { terms: SwapTerms }) {
  const { of, value, unit } = readableRate(terms);
  return (
    <span>
      1 {of} ≈ <PriceText value={value} /> {unit}
    </span>
  );
}
