/** Rules over invented customers: of each kind bad ones that are found and honest ones that are not; false alarms are counted. */
import { decimal } from '@tern/money';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../platform/durations.ts';
import {
  type CancelledOrder,
  type Facts,
  type Fill,
  type LinkedTrade,
  type Move,
  noFacts,
  type Sighting,
} from '../facts.ts';
import { readValues, type RuleKey, ruleKeys, RULES, usualValues } from './catalogue.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
const ME = 8_200_001;

interface Customer {
  readonly is: 'bad' | 'honest';
  readonly who: string;
  readonly facts: Partial<Facts>;
  /** An honest one that the usual parameters report all the same. */
  readonly isFalseAlarm?: true;
}
const bad = (who: string, facts: Partial<Facts>): Customer => ({ is: 'bad', who, facts });
const honest = (who: string, facts: Partial<Facts>): Customer => ({ is: 'honest', who, facts });
const falseAlarm = (who: string, facts: Partial<Facts>): Customer => ({
  ...honest(who, facts),
  isFalseAlarm: true,
});

/** Hours after the start, and USDT: less than 0 leaves. */
const moves = (...given: readonly (readonly [hours: number, usdt: number])[]): Partial<Facts> => ({
  moves: given.map(
    ([hours, worth]): Move => ({
      at: START + hours * HOUR_MS,
      direction: worth < 0 ? 'out' : 'in',
      isBetweenMembers: false,
      worth: decimal(String(Math.abs(worth))),
    }),
  ),
});
const days = (count: number, move: (day: number) => readonly [number, number]) =>
  Array.from({ length: count }, (_, day) => move(day));
/** The days on which accounts, the member's own is 0, first use something. */
const sightings = (
  ...given: readonly (readonly [account: number, day: number, value?: string])[]
): Partial<Facts> => ({
  sightings: given.map(
    ([account, day, value = '0xabc']): Sighting => ({
      at: START + day * DAY_MS,
      memberId: ME + account,
      value,
    }),
  ),
});
const trades = (
  count: number,
  worth: number,
  given: Partial<LinkedTrade> & { every?: number } = {},
): Partial<Facts> => ({
  trades: Array.from({ length: count }, (_, index) => ({
    at: START + index * (given.every ?? HOUR_MS),
    market: 'BTC/USDT',
    otherId: ME + 1,
    ground: 'device',
    worth: decimal(String(worth)),
    ...given,
  })),
});
interface Episode {
  worth?: number;
  standsMs?: number;
  filledPercent?: number;
  /** USDT on the other side. */
  other?: number;
  market?: string;
}
const episodes = (count: number, given: Episode = {}): Partial<Facts> => {
  const { worth = 50_000, standsMs = 8 * SECOND_MS, filledPercent = 0, other = 900 } = given;
  const market = 'BTC/USDT';
  const at = (index: number) => START + index * 10 * MINUTE_MS;
  return {
    cancelled: Array.from(
      { length: count },
      (_, index): CancelledOrder => ({
        placedAt: at(index),
        at: at(index) + standsMs,
        market,
        side: 'buy',
        worth: decimal(String(worth)),
        filledPercent,
      }),
    ),
    fills: Array.from(
      { length: other === 0 ? 0 : count },
      (_, index): Fill => ({
        at: at(index) + SECOND_MS,
        market: given.market ?? market,
        side: 'sell',
        worth: decimal(String(other)),
      }),
    ),
  };
};

const CUSTOMERS: Readonly<Record<RuleKey, readonly Customer[]>> = {
  structuring: [
    bad('three deposits of 9,000 to 9,900 in a day', moves([0, 9_000], [5, 9_900], [20, 9_500])),
    bad('withdrawals of the same kind', moves([0, -9_900], [30, -9_950], [60, -8_000])),
    bad('small ones in between', moves([0, 9_000], [1, 20], [5, 9_900], [6, -50], [70, 9_999.99])),
    honest('a salary of 9,000 a month', moves(...days(6, (month) => [month * 730, 9_000]))),
    honest('one of 9,990', moves([0, 9_990])),
    honest('two deposits and a withdrawal', moves([0, 9_500], [2, 9_500], [4, -9_500])),
    honest(
      'three of 10,000, which the limit asks about',
      moves([0, 10_000], [1, 10_000], [2, 10_000]),
    ),
    honest('many small ones', moves(...days(40, (day) => [day, 7_900]))),
    honest('transfers of a family inside of the exchange', {
      moves: moves([0, 9_000], [1, 9_000], [2, 9_000]).moves!.map((move) => ({
        ...move,
        isBetweenMembers: true,
      })),
    }),
    falseAlarm(
      'a shop that pays in 8,500 each evening',
      moves(...days(4, (day) => [day * 24, 8_500])),
    ),
  ],
  inAndOut: [
    bad('20,000 in, 19,800 out after two hours', moves([0, 20_000], [2, -19_800])),
    bad(
      'collected from five, paid out in two',
      moves([0, 2_000], [1, 2_000], [2, 2_000], [3, -3_000], [9, -2_900]),
    ),
    honest('deposits and trades', moves([0, 20_000], [30, -4_000])),
    honest('out again after a week', moves([0, 20_000], [170, -20_000])),
    honest('old savings leave, then something comes', moves([0, -20_000], [1, 6_000])),
    honest('a small deposit before a large withdrawal', moves([0, 100], [3, -20_000])),
    honest('a tenth stays for fees and more', moves([0, 6_000], [4, -5_000])),
    falseAlarm('deposits 6,000 on the day old savings leave', moves([0, 6_000], [5, -20_000])),
  ],
  volumeJump: [
    bad(
      '100 a week, then 40,000 in a day',
      moves(...days(8, (week) => [week * 168, 100]), [1_400, 25_000], [1_405, -15_000]),
    ),
    honest(
      'always moves 40,000',
      moves(...days(8, (week) => [week * 168, 40_000]), [1_400, 45_000]),
    ),
    honest('new, without a past', moves([0, 50_000])),
    honest(
      'three times as much',
      moves(...days(8, (week) => [week * 168, 5_000]), [1_400, 15_000]),
    ),
    honest('ten times a small sum', moves(...days(8, (week) => [week * 168, 50]), [1_400, 500])),
    falseAlarm(
      'sells a house once',
      moves(...days(8, (week) => [week * 168, 500]), [1_400, 90_000]),
    ),
  ],
  sharedAddress: [
    bad('three accounts, one address', sightings([1, 0], [2, 3], [0, 9])),
    bad('the member was first', sightings([0, 0], [1, 3], [2, 9])),
    honest('a couple', sightings([0, 0], [1, 3])),
    honest('its own address twice', sightings([0, 0], [0, 3], [0, 9])),
    honest('three over a year', sightings([0, 0], [1, 150], [2, 300])),
    honest(
      'three that share nothing with each other',
      sightings([0, 0], [1, 3, '0x1'], [2, 9, '0x2']),
    ),
    falseAlarm(
      'three customers of another exchange, which gives all one address',
      sightings([0, 0], [1, 3], [2, 9]),
    ),
  ],
  sharedDevice: [
    bad('four accounts of one phone in a week', sightings([1, 0], [2, 2], [3, 4], [0, 6])),
    honest('a family of three', sightings([0, 0], [1, 2], [2, 4])),
    honest('a second-hand phone', sightings([1, 0], [0, 200])),
    falseAlarm('four who live together', sightings([0, 0], [1, 1], [2, 2], [3, 3])),
  ],
  washTrading: [
    bad('two accounts of one phone, back and forth', trades(6, 2_000)),
    bad('with an inviter', trades(5, 1_000, { ground: 'inviter' })),
    honest('strangers who meet in the book', trades(30, 9_000, { ground: null })),
    honest('a couple that met once', trades(1, 9_000)),
    honest('small ones', trades(20, 100)),
    honest('one a week', trades(10, 2_000, { every: 7 * DAY_MS })),
    falseAlarm(
      'an inviter who quotes a market that few trade',
      trades(8, 1_500, { ground: 'inviter' }),
    ),
  ],
  spoofing: [
    bad('large buys for seconds while small sells fill', episodes(4)),
    bad('a little of it filled', episodes(3, { filledPercent: 6 })),
    honest('changes his mind', episodes(5, { other: 0 })),
    honest('a market maker: as large on both sides', episodes(50, { other: 40_000 })),
    honest('orders that stand for minutes', episodes(5, { standsMs: 9 * MINUTE_MS })),
    honest('half filled', episodes(5, { filledPercent: 50 })),
    honest('small orders', episodes(20, { worth: 3_000, other: 100 })),
    honest('fills in another market', episodes(5, { market: 'ETH/USDT' })),
    honest('twice', episodes(2)),
  ],
};

const hitsOf = (key: RuleKey, facts: Partial<Facts>, after = 0, endsFrom = 0) =>
  RULES[key].find({ ...noFacts(ME), ...facts }, usualValues(RULES[key]), { after, endsFrom });

describe.each(ruleKeys)('the rule %s', (key) => {
  const customers = CUSTOMERS[key];
  it.each(customers.filter(({ is }) => is === 'bad'))('finds: $who', ({ facts }) => {
    expect(hitsOf(key, facts)).toHaveLength(1);
  });
  it.each(customers.filter((one) => one.is === 'honest' && !one.isFalseAlarm))(
    'does not find: $who',
    ({ facts }) => expect(hitsOf(key, facts)).toEqual([]),
  );
  it('has the false alarms that are known, and no others', () => {
    const found = customers.filter(
      ({ is, facts }) => is === 'honest' && hitsOf(key, facts).length > 0,
    );
    expect(found.map(({ who }) => who)).toEqual(
      customers.filter(({ isFalseAlarm }) => isFalseAlarm).map(({ who }) => who),
    );
  });
  it('finds nothing twice: behind a finding only later facts count', () => {
    for (const { facts } of customers) {
      for (const { until } of hitsOf(key, facts)) expect(hitsOf(key, facts, until)).toEqual([]);
    }
  });
});

test('of 38 invented honest customers the usual parameters report 6, of 13 bad ones all', () => {
  const all = ruleKeys.flatMap((key) =>
    CUSTOMERS[key].map(({ is, facts }) => ({ is, isFound: hitsOf(key, facts).length > 0 })),
  );
  const count = (is: string) => {
    const of = all.filter((one) => one.is === is);
    return [of.filter(({ isFound }) => isFound).length, of.length];
  };
  expect({ honest: count('honest'), bad: count('bad') }).toEqual({
    honest: [6, 38],
    bad: [13, 13],
  });
});

test('a finding says what was seen, from when to when, in facts that follow each other', () => {
  const twice = moves([0, 9_000], [5, 9_900], [20, 9_500], [21, 9_000], [22, 9_000], [23, 9_000.5]);
  expect(hitsOf('structuring', twice)).toEqual([
    {
      since: START,
      until: START + 20 * HOUR_MS,
      text: '3 deposits under 10000 USDT within 20 h, together 28400 USDT',
    },
    {
      since: START + 21 * HOUR_MS,
      until: START + 23 * HOUR_MS,
      text: '3 deposits under 10000 USDT within 2 h, together 27000.5 USDT',
    },
  ]);
});

test('a finding of linked accounts names none of them: its reader may own one', () => {
  expect(hitsOf('washTrading', trades(6, 2_000))[0]!.text).toBe(
    '5 fills worth 10000 USDT with 1 linked account within 4 h: device',
  );
});

test('facts behind the end of a version end no finding', () => {
  const three = moves([0, 9_000], [5, 9_900], [20, 9_500]);
  const until = (endsUntil: number) =>
    RULES.structuring.find({ ...noFacts(ME), ...three }, usualValues(RULES.structuring), {
      after: 0,
      endsFrom: 0,
      endsUntil,
    });
  expect(until(START + 20 * HOUR_MS)).toHaveLength(1);
  expect(until(START + 20 * HOUR_MS - 1)).toEqual([]);
});

test('a fact whose past is cut off ends no finding', () => {
  // Of 55,000 that came 4,600 left: honest, unless the 50,000 are out of sight.
  const whole = moves([0, 50_000], [8, 5_000], [10, -4_600], [30, 100]);
  expect(hitsOf('inAndOut', whole)).toEqual([]);
  const cut = { moves: whole.moves!.slice(1) };
  expect(hitsOf('inAndOut', cut)).toHaveLength(1);
  expect(hitsOf('inAndOut', cut, 0, START + 30 * HOUR_MS)).toEqual([]);
});

describe.each(ruleKeys)('the rule %s, fact by fact', (key) => {
  it('finds what it finds in one pass, with no more of the past than its window', () => {
    const rule = RULES[key];
    const windowMs = rule.windowMs(usualValues(rule));
    for (const { facts } of CUSTOMERS[key]) {
      const all = Object.values(facts).flat() as unknown as readonly { at: number }[];
      const times = [...new Set(all.map(({ at }) => at))].toSorted((a, b) => a - b);
      const piecewise: unknown[] = [];
      let after = 0;
      for (const now of times) {
        const seen = Object.fromEntries(
          Object.entries(facts).map(([name, list]) => [
            name,
            (list as unknown as readonly { at: number }[]).filter(
              ({ at }) => at >= now - windowMs && at <= now,
            ),
          ]),
        ) as Partial<Facts>;
        const found = hitsOf(key, seen, after, now);
        after = found.at(-1)?.until ?? after;
        piecewise.push(...found);
      }
      expect(piecewise).toEqual(hitsOf(key, facts));
    }
  });
});

describe('values of parameters', () => {
  const usual = Object.entries(usualValues(RULES.structuring)).map(([name, value]) => ({
    name,
    value,
  }));
  const change = (name: string, value: number) =>
    usual.map((one) => (one.name === name ? { name, value } : one));
  it('are whole numbers within their bounds, each once', () => {
    expect(readValues(RULES.structuring, usual)).toEqual(usualValues(RULES.structuring));
    for (const [given, field] of [
      [change('count', 1), 'count'],
      [change('hours', 721), 'hours'],
      [change('limit', 100.5), 'limit'],
      [usual.slice(1), 'limit'],
      [[...usual, { name: 'toString', value: 1 }], 'toString'],
      [[...usual, usual[0]!], 'parameters'],
    ] as const)
      expect(() => readValues(RULES.structuring, given)).toThrow(
        expect.objectContaining({ detail: { fields: [field] } }),
      );
  });
  it('begin within their bounds', () => {
    for (const key of ruleKeys) {
      const values = Object.entries(usualValues(RULES[key])).map(([name, value]) => ({
        name,
        value,
      }));
      expect(readValues(RULES[key], values)).toEqual(usualValues(RULES[key]));
    }
  });
});
