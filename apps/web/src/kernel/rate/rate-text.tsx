/** "1 BTC ≈ 64,064.06 USDT" */
import { PriceText } from '@tern/ui';
import { type RateBetween, readableRate } from './readable-rate.ts';

export function RateText(rate: RateBetween) {
  const { of, value, unit } = readableRate(rate);
  return (
    <span>
      1 {of} ≈ <PriceText value={value} /> {unit}
    </span>
  );
}
