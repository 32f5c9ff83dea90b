import { describe, expect, it } from 'vitest';
import { offeredIn } from './offered.ts';
import { futuresSettings } from './settings.ts';

const offers = futuresSettings.offers.fallback;
const perSecond = (yearly: number) => yearly / Math.sqrt(365 * 86_400);
const offered = (tick: number, yearly: number) =>
  offeredIn({ tick, deviation: perSecond(yearly) }, offers).map(({ seconds }) => seconds);

describe('the durations offered in a market', () => {
  it('are those in which it typically moves by at least ten ticks', () => {
    expect(offered(1e-6, 0.5)).toEqual([30, 60, 120, 180, 300]);
    // Over 120 s a market of 74 % a year moves by 14.4 basis points, over 180 s by 17.7.
    expect(offered(1.7e-4, 0.74)).toEqual([180, 300]);
    expect(offered(3e-4, 0.74)).toEqual([]);
  });

  it('are none for a stable pair, even with a fine tick', () => {
    expect(offered(1e-12, 0.012)).toEqual([]);
    expect(offered(1e-12, 0.06)).toHaveLength(5);
    expect(offeredIn({ tick: 0, deviation: 0 }, offers)).toEqual([]);
    expect(offeredIn({ tick: 0, deviation: Number.NaN }, offers)).toEqual([]);
  });
});
