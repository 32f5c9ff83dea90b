import { expect, it } from 'vitest';
import { createSecondMaker } from './made-seconds.ts';
import type { PriceSource } from './price-source.ts';

const STORED = Date.parse('2026-11-24T12:00:00Z');

/** The seconds after the last stored one that are made when the program goes on after a pause. */
function madeAfter(pauseSeconds: number): number[] {
  const source: PriceSource = {
    name: 'made',
    start: () => undefined,
    beat: () => undefined,
    stop: () => undefined,
  };
  const maker = createSecondMaker([source], STORED);
  const now = STORED + pauseSeconds * 1_000;
  const made: number[] = [];
  for (let next = maker.next(now); next !== undefined; next = maker.next(now)) {
    made.push((next.at - STORED) / 1_000);
    maker.stored();
  }
  return made;
}

const upTo = (count: number) => Array.from({ length: count }, (_each, index) => index + 1);

it('every second of a pause of ten minutes is backfilled', () => {
  expect(madeAfter(1)).toEqual([1]);
  expect(madeAfter(600)).toEqual(upTo(600));
});

it('of a longer pause the first ten minutes are backfilled, then prices go on now', () => {
  expect(madeAfter(700)).toEqual([...upTo(600), 700]);
  expect(madeAfter(86_400)).toEqual([...upTo(600), 86_400]);
});
