import { expect, test } from 'vitest';
import type { SymbolState } from './symbol-state.ts';
import { chainEndsOf, priceMetrics, TicksBehind } from './ticks-behind.ts';

const stateOf = (symbol: string, seq: number, at = seq * 1_000) =>
  ({ instrument: { symbol }, chain: { seq, at } }) as unknown as SymbolState;

const known = new Map([
  ['btcusdt', stateOf('btcusdt', 40)],
  ['ethusdt', stateOf('ethusdt', 7)],
]);
const find = (symbol: string) => known.get(symbol);

test('a replica is as far behind as the market that it has read least of', () => {
  const behind = new TicksBehind();
  expect(behind.count(find)).toBeUndefined();
  behind.receive(chainEndsOf([stateOf('btcusdt', 43), stateOf('ethusdt', 19)]));
  expect(behind.count(find)).toBe(12);
  behind.receive(chainEndsOf([stateOf('btcusdt', 40), stateOf('ethusdt', 7)]));
  expect(behind.count(find)).toBe(0);
});

test('a replica that read the stored ticks before it was notified of them is not behind', () => {
  const behind = new TicksBehind();
  behind.receive(chainEndsOf([stateOf('btcusdt', 38)]));
  expect(behind.count(find)).toBe(0);
});

test('the newest price of any market has a time, and none before the first', async () => {
  const timeOf = async (states: readonly SymbolState[]) => {
    const of = { states: () => states, ticksBehind: () => undefined, sourcesOf: () => undefined };
    const [metric] = priceMetrics(of);
    return (await metric!.get()).values.map(({ value }) => value);
  };
  expect(await timeOf([...known.values()])).toEqual([40]);
  expect(await timeOf([])).toEqual([]);
  expect(await timeOf([stateOf('btcusdt', 0, Number.NEGATIVE_INFINITY)])).toEqual([]);
});
