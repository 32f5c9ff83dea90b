/** A market that follows a test's price servers, second by second, on a manual clock. */
import { formatDecimal } from '@tern/money';
import type { marketCalls, OutputOf } from '@tern/protocol';
import { createHtxSource } from '../../src/features/market/pricing/sources/htx/htx-source.ts';
import type { PriceSource } from '../../src/features/market/pricing/price-source.ts';
import { amount, int8, price, text, timestamptz } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import type { ManualClock } from './market.ts';
import { until } from './pass-time.ts';
import type { PriceServer } from './price-server.ts';
import { type RunningMarket, runMarket } from './running-market.ts';

/** Shorter than the product's, which are seconds. */
const QUICK = { firstPauseMs: 10, lastPauseMs: 50, pingMs: 100, idleTimeoutMs: 1_500 };

export const btcTicks = defineQuery({
  name: 'test.btcTicks',
  text: `select seq, at, price, quantity, source from ticks where instrument_id = 1 order by seq`,
  params: [],
  row: { seq: int8, at: timestamptz, price, quantity: amount, source: text },
});

export interface FollowedMarket {
  readonly running: RunningMarket;
  /** One second: moves the clock, runs `quote`, waits until all messages are received, and ticks. */
  second(quote?: () => void): Promise<void>;
  /** Seconds with an honest price of every server. */
  honest(seconds: number, at?: string): Promise<void>;
  /** The texts of all reference prices so far. */
  prices(): Promise<string[]>;
  /** The newest candles of an interval, oldest first, including the running one. */
  candles(interval: string, num?: number): Promise<CandleOut[]>;
  feed(symbol?: string): Promise<Feed>;
  stop(): Promise<void>;
}

export type CandleOut = OutputOf<typeof marketCalls.getkdata>['list'][number];

export interface FollowOptions {
  readonly clock: ManualClock;
  readonly servers: readonly PriceServer[];
  /** Further sources. */
  readonly more?: readonly PriceSource[];
}

const SYMBOLS = new Map([
  ['btcusdt', 'btcusdt'],
  ['ethusdt', 'ethusdt'],
]);

/** Names the sources `htx0`, `htx1` … in the order of their servers. */
export async function followServers(
  database: Database,
  { clock, servers, more = [] }: FollowOptions,
): Promise<FollowedMarket> {
  const now = () => clock.now();
  const logProblem = () => undefined;
  const sources = servers.map((server, index) =>
    createHtxSource({
      name: `htx${index}`,
      url: server.url,
      symbols: SYMBOLS,
      now,
      logProblem,
      timing: QUICK,
    }),
  );
  const running = await runMarket(database, clock.now(), { clock, sources: [...sources, ...more] });
  await Promise.all(servers.map((server) => server.followed(1)));
  const feed = async (symbol = 'btcusdt') => {
    const answer = (await running.call('/base/feeds', { symbol })) as { list: Feed[] };
    return answer.list[0]!;
  };
  const second = async (quote: () => void = () => undefined): Promise<void> => {
    clock.advance(1_000);
    quote();
    // The last message of every server; once received, all earlier ones are too.
    await awaitDelivery(servers, now, () => feed('ethusdt'));
    await running.market.advanceTicks();
  };
  return {
    running,
    second,
    async honest(seconds, at = '100') {
      for (let passed = 0; passed < seconds; passed += 1) {
        await second(() => {
          for (const server of servers) server.trade('btcusdt', at);
        });
      }
    },
    prices: async () =>
      (await database.many(btcTicks, [])).map((tick) => formatDecimal(tick.price)),
    async candles(interval, num = 1_000) {
      const input = { id: 'btcusdt', interval, num };
      const answer = (await running.call('/base/getkdata', input)) as { list: CandleOut[] };
      return answer.list;
    },
    feed,
    stop: async () => running.market.stop?.(),
  };
}

type Feed = OutputOf<typeof marketCalls.feeds>['list'][number];

async function awaitDelivery(
  servers: readonly PriceServer[],
  now: () => number,
  eth: () => Promise<Feed>,
): Promise<void> {
  const at = new Date(now()).toISOString();
  const hasReceived = async () => {
    const { sources } = await eth();
    return servers.every((_server, index) =>
      sources.some(({ name, saidAt }) => name === `htx${index}` && saidAt === at),
    );
  };
  let looks = 0;
  await until(
    'the messages of every server',
    () => {
      if (looks % 20 === 0) for (const server of servers) server.ticker('ethusdt', '50');
      looks += 1;
      return hasReceived();
    },
    { everyMs: 2 },
  );
}
