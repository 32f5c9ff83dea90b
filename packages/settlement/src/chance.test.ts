import { type Amount, decimal, negate, ONE, type Rate, ZERO } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countIn,
  EMPTY_SEQUENCE,
  type EndedContract,
  type Excess,
  excessOf,
  falseAlarmChance,
  FALSE_ALARM_CHANCE,
  sequenceFor,
  SEQUENCES_MAX,
  type Outcome,
  type ResultSequence,
  type ResultSubject,
} from './index.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
const SECONDS = 60;
const RATIO = decimal<Rate>('0.85');

/** Reproducible random numbers in [0, 1): the mulberry32 generator. */
function chanceFrom(seed: number): () => number {
  let state = seed * 0x9e37_79b1;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

function contract(index: number, outcome: Outcome | undefined, stake = 100): EndedContract {
  const acceptedAt = START + index * (SECONDS + 1) * 1_000;
  const staked = (BigInt(stake) * ONE) as Amount;
  const won = ((staked * RATIO) / ONE) as Amount;
  const profit = outcome === 'win' ? won : outcome === 'loss' ? negate(staked) : ZERO;
  const knownAt = acceptedAt + SECONDS * 1_000;
  return { acceptedAt, knownAt, outcome, stake: staked, payoutRatio: RATIO, profit };
}

/** Counts contracts one by one as the product does. Returns how many it took until the first alarm. */
function firstAlarm(
  contracts: Iterable<EndedContract>,
  chance: number,
): { after: number; excess: Excess } | undefined {
  const sequences: ResultSequence[] = [];
  let after = 0;
  for (const each of contracts) {
    after += 1;
    const sequence = sequenceFor(sequences, each.acceptedAt);
    if (sequence === undefined) continue;
    const counted = countIn(sequences[sequence] ?? EMPTY_SEQUENCE, each);
    sequences[sequence] = counted;
    const excess = excessOf(counted, { chance, sequence });
    if (excess !== undefined) return { after, excess };
  }
  return undefined;
}

/** Consecutive contracts; each stake is chosen knowing the earlier results. */
function* player(
  count: number,
  outcomeOf: (index: number) => Outcome,
  stakeAfter: (last: Outcome | undefined, stake: number) => number = () => 100,
): Generator<EndedContract> {
  let [last, stake]: [Outcome | undefined, number] = [undefined, 100];
  for (let index = 0; index < count; index += 1) {
    stake = stakeAfter(last, stake);
    last = outcomeOf(index);
    yield contract(index, last, stake);
  }
}

const won =
  (share: number, even: () => number, ties = 0.02) =>
  (): Outcome =>
    even() < ties ? 'tie' : even() < share ? 'win' : 'loss';

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const subjects: ResultSubject[] = ['account', 'market', 'house'];

describe('the results of timed contracts', () => {
  const doubling = (last: Outcome | undefined, stake: number) =>
    last === 'loss' && stake < 5_000 ? Math.min(5_000, 2 * stake) : 10;

  it('of 600 fair members with 2,000 contracts each raise no alarm, with constant stakes or doubled after a loss', () => {
    const alarms = seeds(600).flatMap((seed) => {
      const fair = won(0.5, chanceFrom(seed));
      const staked = seed % 2 === 0 ? doubling : undefined;
      return firstAlarm(player(2_000, fair, staked), falseAlarmChance('account')) ?? [];
    });
    expect(alarms).toEqual([]);
  });

  it('of a fair year of the exchange raise no alarm: 40 seeds with 30,000 contracts', () => {
    const alarms = seeds(40).flatMap((seed) => {
      const fair = won(0.5, chanceFrom(7_000 + seed));
      return firstAlarm(player(30_000, fair), falseAlarmChance('house')) ?? [];
    });
    expect(alarms).toEqual([]);
  });

  it('raise false alarms as rarely as promised, however often they are checked, with a tight limit', () => {
    const chance = 0.2;
    for (const staked of [undefined, doubling]) {
      const alarms = seeds(1_000).filter((seed) => {
        const fair = won(0.5, chanceFrom(50_000 + seed));
        return firstAlarm(player(500, fair, staked), chance) !== undefined;
      });
      expect(alarms.length).toBeLessThan(1_000 * chance);
      expect(alarms.length).toBeGreaterThan(0);
    }
  });

  it('of a member who wins or loses 58 % raise an alarm within 4,000 contracts', () => {
    for (const [share, side] of [
      [0.58, 'above'],
      [0.42, 'below'],
    ] as const) {
      const found = seeds(40).map((seed) =>
        firstAlarm(player(4_000, won(share, chanceFrom(seed))), falseAlarmChance('account')),
      );
      expect(found.map((each) => each?.excess.side)).toEqual(found.map(() => side));
      const after = found.map((each) => each!.after).sort((left, right) => left - right);
      expect(after[0]).toBeGreaterThan(500);
      expect(after[20]).toBeLessThan(2_600);
    }
  });

  it('of an exchange that rigs every twentieth result raise an alarm within 40,000 contracts', () => {
    for (const subject of ['market', 'house'] as const) {
      for (const seed of seeds(10)) {
        const even = chanceFrom(900 + seed);
        const rigged = (): Outcome => (even() < 0.05 ? 'loss' : even() < 0.5 ? 'win' : 'loss');
        const found = firstAlarm(player(40_000, rigged), falseAlarmChance(subject));
        expect(found?.excess.side).toBe('below');
      }
    }
  });

  it('of an exchange that rigs only the largest stakes raise an alarm by net gain, not by win rate', () => {
    const even = chanceFrom(31);
    const rigged = seeds(6_000).map((index) => {
      const stake = index % 20 === 0 ? 5_000 : 10;
      const share = stake === 5_000 ? 0.1 : 0.5 + 0.4 / 19;
      return contract(index, even() < share ? 'win' : 'loss', stake);
    });
    const wins = rigged.filter(({ outcome }) => outcome === 'win').length;
    expect(Math.abs(wins - 3_000)).toBeLessThan(150);
    expect(firstAlarm(rigged, falseAlarmChance('house'))?.excess.side).toBe('below');
  });
});

describe('overlapping contracts', () => {
  /** Twenty concurrent contracts in the same direction, so that all have the same result. */
  function* alike(seed: number, groups: number): Generator<EndedContract> {
    const even = chanceFrom(seed);
    for (let group = 0; group < groups; group += 1) {
      const outcome = even() < 0.5 ? 'win' : 'loss';
      for (let each = 0; each < 20; each += 1) yield contract(group, outcome);
    }
  }

  it('count as one result: placing twenty concurrently raises no more false alarms', () => {
    const chance = 0.2;
    const bySequences = seeds(200).filter(
      (seed) => firstAlarm(alike(seed, 200), chance) !== undefined,
    );
    expect(bySequences.length).toBeLessThan(200 * chance);
    // Counted as independent, they would raise an alarm for most fair members.
    const naive = seeds(200).filter((seed) => {
      let counted = EMPTY_SEQUENCE;
      for (const each of alike(seed, 200)) {
        counted = countIn(counted, each);
        if (excessOf(counted, { chance, sequence: 0 }) !== undefined) return true;
      }
      return false;
    });
    expect(naive.length).toBeGreaterThan(100);
  });

  it('cannot hide rigged results behind small fair contracts', () => {
    const even = chanceFrom(5);
    const contracts = seeds(4_000).flatMap((index) => [
      { ...contract(index, even() < 0.5 ? 'win' : 'loss', 10) },
      contract(index, even() < 0.6 ? 'win' : 'loss', 1_000),
    ]);
    expect(firstAlarm(contracts, falseAlarmChance('account'))?.excess.side).toBe('above');
  });

  it('go to the first sequence whose last result was known at acceptance', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 300_000 })), {
          maxLength: 200,
        }),
        (drawn) => {
          const sequences: ResultSequence[] = [];
          let acceptedAt = START;
          for (const [later, lasts] of drawn) {
            acceptedAt += later;
            const sequence = sequenceFor(sequences, acceptedAt);
            if (sequence === undefined) {
              expect(sequences).toHaveLength(SEQUENCES_MAX);
              expect(sequences.every(({ knownAt }) => knownAt > acceptedAt)).toBe(true);
              continue;
            }
            expect(sequences[sequence]?.knownAt ?? 0).toBeLessThanOrEqual(acceptedAt);
            for (const before of sequences.slice(0, sequence)) {
              expect(before.knownAt).toBeGreaterThan(acceptedAt);
            }
            const ended = { ...contract(0, 'win'), acceptedAt, knownAt: acceptedAt + lasts };
            sequences[sequence] = countIn(sequences[sequence] ?? EMPTY_SEQUENCE, ended);
          }
        },
      ),
    );
  });
});

describe('a sequence', () => {
  it('is free from the millisecond in which its last result was known, and not before', () => {
    const busy = [{ ...EMPTY_SEQUENCE, knownAt: 1_000 }];
    expect(sequenceFor(busy, 999)).toBe(1);
    expect(sequenceFor(busy, 1_000)).toBe(0);
  });

  it('counts wins and net gain, and the expected gain at these stakes and payout ratios', () => {
    const sequence = [contract(0, 'win'), contract(1, 'loss'), contract(2, 'loss', 10)].reduce(
      countIn,
      EMPTY_SEQUENCE,
    );
    expect(sequence).toMatchObject({
      wins: 1,
      losses: 2,
      ties: 0,
      net: decimal('-25'),
      expectedNet: decimal('-15.75'),
      squares: decimal('17198.0625'),
    });
  });

  it('counts no win or loss for ties and contracts without a price, which still occupy it', () => {
    for (const outcome of ['tie', undefined] as const) {
      const last = contract(9, outcome);
      const sequence = countIn(countIn(EMPTY_SEQUENCE, contract(0, 'win')), last);
      const { wins, losses, squares, net, expectedNet, knownAt } = sequence;
      expect({ wins, losses, squares, net, expectedNet }).toEqual({
        wins: 1,
        losses: 0,
        squares: decimal('8556.25'),
        net: decimal('85'),
        expectedNet: decimal('-7.5'),
      });
      expect(knownAt).toBe(last.knownAt);
    }
    const ties = seeds(5_000).reduce(
      (sequence, at) => countIn(sequence, contract(at, 'tie')),
      EMPTY_SEQUENCE,
    );
    expect(excessOf(ties, { chance: 0.5, sequence: 0 })).toBeUndefined();
  });

  it('has symmetric limits for winning and losing too much', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(3_000), fc.nat(5), (wins, losses, sequence) => {
        const given = { chance: 0.01, sequence };
        const counted = (won: number, lost: number): ResultSequence => ({
          ...EMPTY_SEQUENCE,
          wins: won,
          losses: lost,
          net: (BigInt(won - lost) * ONE) as Amount,
          squares: (BigInt(won + lost) * ONE) as Amount,
        });
        const [one, other] = [counted(wins, losses), counted(losses, wins)];
        const [above, below] = [excessOf(one, given), excessOf(other, given)];
        expect(above === undefined).toBe(below === undefined);
        if (above === undefined || below === undefined) return;
        expect(above.side === 'above').toBe(below.side === 'below');
        expect(above.netLimit).toBe(negate(below.netLimit));
        expect(above.winsLimit + below.winsLimit).toBe(wins + losses);
      }),
    );
  });
});

describe('the chance of a false alarm', () => {
  it('adds up to one percent a year over all accounts, markets and the exchange', () => {
    const [account, market, house] = subjects.map(falseAlarmChance) as [number, number, number];
    const year = 12 * 100_000 * account + 100 * market + house;
    expect(year).toBeCloseTo(FALSE_ALARM_CHANCE, 12);
  });
});
