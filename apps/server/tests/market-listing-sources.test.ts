/** A market with live sources that is listed while prices are made: its sources are asked before, and quote it from then on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineStatement } from '../src/platform/database/query.ts';
import { decimal, type Amount, type Price } from '@tern/money';
import { type FreshDatabase, freshDatabase, ownerOf } from './support/database.ts';
import { manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { type PriceServer, startPriceServer } from './support/price-server.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

const clock = manualClock(WEDNESDAY_NOON);
const market = {
  symbol: 'krnusdt',
  base: 'KRN',
  quote: 'USDT',
  tickSize: decimal<Price>('0.00001'),
  lotSize: decimal<Amount>('1'),
};
let fresh: FreshDatabase;
let running: RunningMarket;
/** Two exchanges. */
let exchanges: PriceServer[];

beforeAll(async () => {
  fresh = await freshDatabase();
  exchanges = [await startPriceServer(clock), await startPriceServer(clock)];
  const htx = exchanges.map(({ url }) => ({ url, symbols: undefined }));
  const liveSources = { htx, quotes: [] };
  running = await runMarket(fresh.database, WEDNESDAY_NOON, { clock, liveSources });
});
afterAll(async () => {
  await running?.market.stop?.();
  for (const exchange of exchanges ?? []) await exchange.end();
  await fresh?.drop();
});

/** Each exchange sends the price once it was asked for the market since so many subscriptions. */
const quoteAfter = (counts: readonly number[], prices: readonly string[]) =>
  Promise.all(
    exchanges.map(async (exchange, place) => {
      const asked = () =>
        exchange.subscriptions.slice(counts[place]).filter((topic) => topic.includes('krnusdt'));
      await expect.poll(asked).not.toEqual([]);
      exchange.trade('krnusdt', prices[place]!);
    }),
  );
const subscribed = () => exchanges.map(({ subscriptions }) => subscriptions.length);

it('each source is asked for a price of a market that is not there yet', async () => {
  const before = subscribed();
  const asked = running.market.askSources(market);
  await quoteAfter(before, ['0.025', '0.02501']);
  expect((await asked).map(({ price }) => price)).toEqual([decimal('0.025'), decimal('0.02501')]);
  expect(running.market.find('krnusdt')).toBeUndefined();
});

it('once it is listed, its sources quote it without a restart', async () => {
  const insert = defineStatement({
    name: 'test.listKrn',
    text: `with coin as (insert into assets (id, code, name, kind, scale) values (900, 'KRN', 'Kron', 'crypto', 4))
      insert into instruments (id, symbol, base, quote, class, hours, tick_size, lot_size, min_notional, max_notional, price_band,
        market_band, maker_fee, taker_fee)
      values (900, 'krnusdt', 'KRN', 'USDT', 'crypto', 'always', 0.00001, 1, 10, 50000, 0.1, 0.02, 0.001, 0.001)`,
    params: [],
  });
  await ownerOf(fresh.database).transaction((tx) => tx.run(insert, []));
  const before = subscribed();
  running.instruments.announce(await running.instruments.refresh(fresh.database));
  await quoteAfter(before, ['0.025', '0.02501']);
  await expect
    .poll(async () => {
      await running.market.advanceTicks();
      return running.prices.latest('krnusdt')?.price;
    })
    .toBe(decimal('0.025'));
});
