import { type Amount, decimal, formatDecimal, type Price, type Rate } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  closingTick,
  type Contract,
  dueAt,
  openingTick,
  outcomeOf,
  payoutOf,
  pricesOf,
  RULE_TERMS,
  settle,
  type Settlement,
  type Terms,
  termsText,
  type Tick,
} from './index.ts';
import { settleNaively } from './naive-settlement.ts';

const T = 1_763_700_000_000;

const terms: Terms = {
  ...RULE_TERMS,
  symbol: 'btcusdt',
  durationSeconds: 30,
  payoutRatio: decimal<Rate>('0.85'),
  asset: 'USDT',
  assetScale: 6,
};

/** Ticks at these offsets from T in milliseconds, with these prices. */
const ticksAt = (...pairs: readonly (readonly [offset: number, price: string])[]): Tick[] =>
  pairs.map(([offset, price], index) => ({
    seq: index + 1,
    at: T + offset,
    price: decimal<Price>(price),
  }));

const contract = (over: Partial<Contract> = {}): Contract => ({
  terms,
  acceptedAt: T,
  direction: 'up',
  stake: decimal<Amount>('100'),
  ...over,
});

const plain = (result: Settlement) => ({
  status: result.status,
  outcome: result.outcome,
  open: result.status === 'void' ? undefined : result.open.seq,
  close: result.status === 'void' ? undefined : result.close.seq,
  returned: formatDecimal(result.returned),
  winnings: formatDecimal(result.winnings),
  profit: formatDecimal(result.profit),
});

const byRule1: Terms = { ...terms, ruleVersion: 1 };

/** The same ticks, with those at these offsets from T backfilled a minute later. */
const backfilled = (ticks: readonly Tick[], ...offsets: readonly number[]): Tick[] =>
  ticks.map((tick) =>
    offsets.includes(tick.at - T) ? { ...tick, backfilledAt: tick.at + 60_000 } : tick,
  );

describe('backfilled ticks', () => {
  const ticks = backfilled(
    ticksAt([-500, '1'], [500, '2'], [1_500, '9'], [30_500, '3'], [40_000, '4']),
    500,
    30_500,
  );

  it('open and close a contract of rule 2 like any other ticks', () => {
    expect(plain(settle(contract(), ticks))).toMatchObject({ outcome: 'win', open: 2, close: 4 });
  });

  it('do not count for a contract accepted under rule 1', () => {
    const before = { ...contract(), terms: byRule1 };
    expect(plain(settle(before, ticks))).toMatchObject({ status: 'invalid', open: 3, close: 3 });
    const received = backfilled(ticks).map(({ seq, at, price }) => ({ seq, at, price }));
    expect(settle(before, received)).toMatchObject({ status: 'settled', outcome: 'win' });
  });
});

describe('the opening price of a live market', () => {
  const live = contract({ terms: { ...terms, openAfterMs: 1_000 } });

  it('is dated more than a second after acceptance', () => {
    const ticks = ticksAt([-500, '1'], [600, '2'], [1_000, '3'], [1_001, '4']);
    expect(openingTick(live.terms, T, ticks)?.seq).toBe(4);
  });

  it('must come within two seconds of that', () => {
    expect(openingTick(live.terms, T, ticksAt([500, '1'], [3_000, '2']))?.seq).toBe(2);
    expect(openingTick(live.terms, T, ticksAt([500, '1'], [3_001, '2']))).toBeUndefined();
  });
});

describe('the opening price', () => {
  it('is the first tick after acceptance, never one of the same millisecond', () => {
    const ticks = ticksAt([-500, '1'], [0, '2'], [1, '3'], [900, '4']);
    expect(openingTick(terms, T, ticks)?.seq).toBe(3);
  });

  it('may come exactly two seconds after acceptance, but not a millisecond later', () => {
    expect(openingTick(terms, T, ticksAt([-1, '1'], [2_000, '2']))?.seq).toBe(2);
    expect(openingTick(terms, T, ticksAt([-1, '1'], [2_001, '2']))).toBeUndefined();
    expect(openingTick(terms, T, ticksAt([-1, '1']))).toBeUndefined();
    expect(openingTick(terms, T, [])).toBeUndefined();
  });

  it('is missing: the contract is void and the stake is returned', () => {
    expect(plain(settle(contract(), ticksAt([0, '1'], [2_001, '2'], [40_000, '3'])))).toEqual({
      status: 'void',
      outcome: 'none',
      open: undefined,
      close: undefined,
      returned: '100',
      winnings: '0',
      profit: '0',
    });
  });
});

describe('the closing price', () => {
  const begun = ticksAt([500, '10']);
  const [open] = begun as [Tick];

  it('is the tick exactly at the due time', () => {
    const ticks = ticksAt([500, '10'], [29_500, '11'], [30_500, '12'], [30_501, '13']);
    expect(dueAt(terms, open)).toBe(T + 30_500);
    expect(closingTick(terms, open, ticks)?.seq).toBe(3);
  });

  it('is the last tick before the due time if none is exactly at it, even when one follows a millisecond later', () => {
    const ticks = ticksAt([500, '10'], [29_500, '11'], [30_501, '12']);
    expect(closingTick(terms, open, ticks)?.seq).toBe(2);
  });

  it('may be ten seconds old, but not a millisecond older', () => {
    expect(closingTick(terms, open, ticksAt([500, '10'], [20_500, '11']))?.seq).toBe(2);
    expect(closingTick(terms, open, ticksAt([500, '10'], [20_499, '11']))).toBeUndefined();
  });

  it('is too old: the contract is invalid and the stake is returned', () => {
    const gap = ticksAt([500, '10'], [5_000, '11'], [60_000, '99']);
    expect(plain(settle(contract(), gap))).toMatchObject({
      status: 'invalid',
      outcome: 'none',
      open: 1,
      close: 2,
      returned: '100',
      profit: '0',
    });
  });

  it('is too old when the feed stopped right after the opening: invalid, not a tie', () => {
    expect(settle(contract(), begun)).toMatchObject({ status: 'invalid', outcome: 'none' });
  });

  it('is not affected by a gap that ends before the due time', () => {
    const gap = ticksAt([500, '10'], [1_500, '11'], [30_400, '9']);
    expect(plain(settle(contract(), gap))).toMatchObject({ outcome: 'loss', close: 3 });
  });

  it('is the same when determined after a day of downtime', () => {
    const before = ticksAt([500, '10'], [29_000, '11'], [30_400, '12']);
    const after = [...before, { seq: 4, at: T + 86_400_000, price: decimal<Price>('1') }];
    expect(plain(settle(contract(), after))).toEqual(plain(settle(contract(), before)));
  });
});

describe('the outcome', () => {
  const [low, high] = ticksAt([1, '1'], [2, '1.000000000000000001']) as [Tick, Tick];

  it('is decided to the eighteenth decimal place, and equal prices are a tie in both directions', () => {
    expect(outcomeOf('up', low, high)).toBe('win');
    expect(outcomeOf('down', low, high)).toBe('loss');
    expect(outcomeOf('up', high, low)).toBe('loss');
    expect(outcomeOf('down', high, low)).toBe('win');
    expect(outcomeOf('up', low, low)).toBe('tie');
    expect(outcomeOf('down', high, high)).toBe('tie');
  });

  it('pays a win rounded down and reports the remainder', () => {
    const paid = payoutOf(terms, decimal<Amount>('10.000001'), 'win');
    expect(formatDecimal(paid.winnings)).toBe('8.5');
    expect(formatDecimal(paid.remainder)).toBe('0.00000085');
    expect(paid.profit).toBe(paid.winnings);
    expect(formatDecimal(paid.returned)).toBe('10.000001');
  });

  it('takes the stake of a loss and returns the stake of a tie', () => {
    const stake = decimal<Amount>('50');
    expect(payoutOf(terms, stake, 'loss')).toMatchObject({
      returned: 0n,
      profit: -50n * 10n ** 18n,
    });
    expect(payoutOf(terms, stake, 'tie')).toMatchObject({ returned: stake, profit: 0n });
  });
});

describe('the terms', () => {
  it('are hashed from a text that contains every one of them', () => {
    expect(termsText(terms)).toBe(
      'tern contract terms|2|btcusdt|30|0|2000|10000|0.85|stake-returns|USDT|6',
    );
    expect(termsText(byRule1)).toBe(
      'tern contract terms|1|btcusdt|30|2000|10000|0.85|stake-returns|USDT|6',
    );
  });

  it('give the price rule no member, stake or direction', () => {
    type PriceArguments = Parameters<typeof pricesOf>;
    expectTypeOf<keyof PriceArguments[0]>().toEqualTypeOf<
      'ruleVersion' | 'symbol' | 'durationSeconds' | 'openAfterMs' | 'openWithinMs' | 'staleAfterMs'
    >();
    expectTypeOf<PriceArguments[1]>().toEqualTypeOf<number>();
    expectTypeOf<keyof PriceArguments[2][number]>().toEqualTypeOf<
      'seq' | 'at' | 'price' | 'backfilledAt'
    >();
    expect(pricesOf.length).toBe(3);
  });
});

const tickStreams = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
        fc.constant(10_000),
        fc.integer({ min: 3_000, max: 40_000 }),
      ),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 3 }),
    ),
    { maxLength: 80 },
  )
  .map((steps) => {
    let at = T - 5_000;
    return steps.map(([gap, price, chance], index): Tick => {
      at += gap;
      const tick = { seq: index + 1, at, price: decimal<Price>(String(price)) };
      return chance === 0 ? { ...tick, backfilledAt: at + 15_000 } : tick;
    });
  });

const contracts = fc
  .record({
    offset: fc.integer({ min: -6_000, max: 90_000 }),
    durationSeconds: fc.constantFrom(5, 30, 60, 120),
    direction: fc.constantFrom('up' as const, 'down' as const),
    micros: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    rule: fc.constantFrom(
      { ruleVersion: 1, openAfterMs: 0 } as const,
      { ruleVersion: 2, openAfterMs: 0 } as const,
      { ruleVersion: 2, openAfterMs: 1_000 } as const,
    ),
    ratio: fc.constantFrom('0', '0.8', '0.85', '0.8123', '0.333333333333333333'),
  })
  .map(
    ({ offset, durationSeconds, direction, micros, rule, ratio }): Contract => ({
      terms: { ...terms, ...rule, durationSeconds, payoutRatio: decimal<Rate>(ratio) },
      acceptedAt: T + offset,
      direction,
      stake: (micros * 10n ** 12n) as Amount,
    }),
  );

describe('any contract on any ticks', () => {
  it('settles as in the naive model', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(contracts, tickStreams, (some, ticks) => {
        const result = plain(settle(some, ticks));
        seen.add(`${result.status} ${result.outcome}`);
        expect(result).toEqual(settleNaively(some, ticks));
      }),
      { numRuns: 4_000, seed: 4 },
    );
    expect([...seen].sort()).toEqual([
      'invalid none',
      'settled loss',
      'settled tie',
      'settled win',
      'void none',
    ]);
  });

  it('has the same prices for every direction, stake and payout ratio', () => {
    fc.assert(
      fc.property(contracts, contracts, tickStreams, (some, other, ticks) => {
        const { direction, stake } = other;
        const { payoutRatio, asset, assetScale } = other.terms;
        const changed = {
          ...some,
          direction,
          stake,
          terms: { ...some.terms, payoutRatio, asset, assetScale },
        };
        const pricesIn = ({ status, ...rest }: Settlement) =>
          'open' in rest ? { status, open: rest.open, close: rest.close } : { status };
        expect(pricesIn(settle(changed, ticks))).toEqual(pricesIn(settle(some, ticks)));
      }),
      { numRuns: 1_000, seed: 5 },
    );
  });

  it('is not affected by anything after its due time', () => {
    fc.assert(
      fc.property(contracts, tickStreams, (some, ticks) => {
        const whole = settle(some, ticks);
        if (whole.status === 'void') return;
        const known = ticks.filter((tick) => tick.at <= whole.dueAt);
        expect(settle(some, known)).toEqual(whole);
      }),
      { numRuns: 1_000, seed: 6 },
    );
  });

  it('balances: the gain of one side is the loss of the other', () => {
    fc.assert(
      fc.property(contracts, tickStreams, (some, ticks) => {
        const { returned, winnings, remainder, profit } = settle(some, ticks);
        expect(returned + winnings - some.stake).toBe(profit);
        expect(remainder >= 0n && remainder < 10n ** 12n).toBe(true);
        expect(winnings % 10n ** 12n).toBe(0n);
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });
});
