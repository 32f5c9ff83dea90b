import { expect, it } from 'vitest';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { SymbolState } from '../pricing/index.ts';
import { createRecentCandles } from './recent-candles.ts';

const MINUTE = 60_000;
const candle = (start: number) => ({ start }) as Candle;
const stateAt = (minute: number, over: Partial<SymbolState> = {}) =>
  ({
    instrument: { id: 7 },
    running: new Map([['1min', candle(minute * MINUTE)]]),
    gaps: [],
    backfills: [],
    genesis: undefined,
    ...over,
  }) as unknown as SymbolState;

function market() {
  let at = 0;
  let reads = 0;
  const recent = createRecentCandles(() => at, 5_000);
  return {
    advance: (ms: number) => (at += ms),
    reads: () => reads,
    ask: async (state: SymbolState, limit: number) => {
      const end = state.running.get('1min')!.start;
      const read = async () => {
        reads += 1;
        return Array.from({ length: limit }, (_, index) => candle(end - (limit - index) * MINUTE));
      };
      return (await recent.closed({ state, interval: '1min', limit }, read)).map(
        ({ start }) => start / MINUTE,
      );
    },
  };
}

it('reads closed candles once for all callers, who may ask for fewer', async () => {
  const { ask, reads } = market();
  const state = stateAt(10);
  const [one, other] = await Promise.all([ask(state, 3), ask(state, 3)]);
  expect(one).toEqual([7, 8, 9]);
  expect(other).toEqual(one);
  expect(await ask(state, 2)).toEqual([8, 9]);
  expect(reads()).toBe(1);
  expect(await ask(state, 4)).toEqual([6, 7, 8, 9]);
  expect(await ask(state, 3)).toEqual([7, 8, 9]);
  expect(reads()).toBe(2);
});

it('still knows them when the price moves within the running candle', async () => {
  const { ask, reads } = market();
  const state = stateAt(10);
  await ask(state, 3);
  state.running = new Map([['1min', { ...candle(10 * MINUTE), count: 2 }]]);
  await ask(state, 3);
  expect(reads()).toBe(1);
});

it.each<[string, (state: SymbolState) => void]>([
  ['the next candle closes', (state) => (state.running = stateAt(11).running)],
  ['a gap is filled', (state) => (state.gaps = [])],
  ['candles are backfilled', (state) => (state.backfills = [])],
])('reads them again when %s', async (_what, change) => {
  const { ask, reads } = market();
  const state = stateAt(10);
  await ask(state, 3);
  change(state);
  await ask(state, 3);
  expect(reads()).toBe(2);
});

it('reads them again after a minute, and when the market was loaded again', async () => {
  const { ask, reads, advance } = market();
  const state = stateAt(10);
  await ask(state, 3);
  advance(MINUTE);
  await ask(state, 3);
  await ask(stateAt(10), 3);
  expect(reads()).toBe(3);
});

it('keeps a bounded number of candles, those asked for last', async () => {
  const { ask, reads } = market();
  const [one, other, third] = [1, 2, 3].map((id) =>
    stateAt(5_000, { instrument: { id } as SymbolState['instrument'] }),
  ) as [SymbolState, SymbolState, SymbolState];
  await ask(one, 2_000);
  await ask(other, 2_000);
  await ask(one, 2_000);
  await ask(third, 2_000);
  expect(reads()).toBe(3);
  await ask(one, 2_000);
  expect(reads()).toBe(3);
  await ask(other, 2_000);
  expect(reads()).toBe(4);
});

it('forgets a reading that failed', async () => {
  const recent = createRecentCandles(() => 0);
  const of = { state: stateAt(10), interval: '1min', limit: 2 } as const;
  const fails = () => Promise.reject(new Error('no connection'));
  await expect(recent.closed(of, fails)).rejects.toThrow('no connection');
  expect(await recent.closed(of, async () => [candle(1)])).toEqual([candle(1)]);
});
