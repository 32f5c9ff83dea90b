import { expect, it } from 'vitest';
import { createSecondGenerator } from './generated-seconds.ts';
import type { GeneratedSource } from './price-source.ts';

const STORED = Date.parse('2026-11-24T12:00:00Z');

/** The seconds generated after a pause, counted from the last stored one. */
function secondsAfter(pauseSeconds: number): number[] {
  const source: GeneratedSource = { name: 'generated', quotesAt: () => [] };
  const generator = createSecondGenerator([source], STORED);
  const now = STORED + pauseSeconds * 1_000;
  const generated: number[] = [];
  for (let next = generator.next(now); next !== undefined; next = generator.next(now)) {
    generated.push((next.at - STORED) / 1_000);
    generator.markStored();
  }
  return generated;
}

const upTo = (count: number) => Array.from({ length: count }, (_each, index) => index + 1);

it('backfills every second of a ten-minute pause', () => {
  expect(secondsAfter(1)).toEqual([1]);
  expect(secondsAfter(600)).toEqual(upTo(600));
});

it('backfills the first ten minutes of a longer pause, then continues with the present', () => {
  expect(secondsAfter(700)).toEqual([...upTo(600), 700]);
  expect(secondsAfter(86_400)).toEqual([...upTo(600), 86_400]);
});
