import { decimal, type Price } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { follow, type PricePoint, type Watched } from './rules.ts';

const MINUTE = 60_000;
const TICK = decimal<Price>('0.1');

const alert = (changes: Partial<Watched> = {}): Watched => ({
  kind: 'above',
  level: decimal<Price>('100'),
  repeats: false,
  setAt: 0,
  isArmed: true,
  reachedAt: null,
  ...changes,
});

/** A price each minute. */
const prices = (texts: readonly string[], dayBefore?: string): PricePoint[] =>
  texts.map((text, index) => ({
    at: (index + 1) * MINUTE,
    price: decimal<Price>(text),
    ...(dayBefore === undefined ? {} : { dayBefore: decimal<Price>(dayBefore) }),
  }));

const minutesOf = (watched: Watched, points: readonly PricePoint[]) =>
  follow(watched, points, TICK).reached.map(({ at }) => at / MINUTE);

describe('an alert', () => {
  it('is reached at the first price at its level, once', () => {
    expect(minutesOf(alert(), prices(['99.9', '100', '101', '99', '102']))).toEqual([2]);
    const below = alert({ kind: 'below' });
    expect(minutesOf(below, prices(['100.1', '100', '99']))).toEqual([2]);
  });

  it('does not count prices up to the time at which it was set', () => {
    const late = alert({ setAt: 2 * MINUTE });
    expect(minutesOf(late, prices(['101', '101', '99', '101']))).toEqual([4]);
  });

  it('of a change is reached in either direction, and never without a price of the day before', () => {
    const change = alert({ kind: 'change', level: decimal<Price>('5') });
    expect(minutesOf(change, prices(['104.99', '105'], '100'))).toEqual([2]);
    expect(minutesOf(change, prices(['95.01', '95'], '100'))).toEqual([2]);
    expect(minutesOf(change, prices(['200']))).toEqual([]);
  });

  it('that repeats waits until the price has been back by a tick', () => {
    const each = alert({ repeats: true });
    const hours = prices(Array.from({ length: 200 }, () => '100'));
    expect(minutesOf(each, hours)).toEqual([1]);
    hours[99] = { at: 100 * MINUTE, price: decimal<Price>('99.95') };
    expect(minutesOf(each, hours)).toEqual([1]);
    hours[99] = { at: 100 * MINUTE, price: decimal<Price>('99.9') };
    expect(minutesOf(each, hours)).toEqual([1, 101]);
  });

  it('that repeats is reached an hour apart at least, and as soon as that is over', () => {
    const each = alert({ repeats: true });
    const turning = prices(Array.from({ length: 130 }, (_, at) => (at % 2 === 0 ? '100' : '99')));
    expect(minutesOf(each, turning)).toEqual([1, 61, 121]);
    const staying = prices(['100', '99', ...Array.from({ length: 80 }, () => '101')]);
    expect(minutesOf(each, staying)).toEqual([1, 61]);
  });

  it('goes on from what was stored as if it had followed all prices in one piece', () => {
    const each = alert({ repeats: true });
    const all = prices([
      '99',
      '100',
      '100.05',
      '99.95',
      '99.8',
      ...Array(70).fill('100.2'),
      '99',
      '100',
    ]);
    for (let cut = 0; cut <= all.length; cut += 1) {
      const first = follow(each, all.slice(0, cut), TICK);
      const reachedAt = first.reached.at(-1)?.at ?? null;
      const rest = follow({ ...each, isArmed: first.isArmed, reachedAt }, all.slice(cut), TICK);
      expect([...first.reached, ...rest.reached]).toEqual(follow(each, all, TICK).reached);
    }
  });
});
