/** `ledStory(name, async ({ market, open, world }) => …)`: a story on its own server, with prices and clock set by the story. */
/* oxlint-disable no-empty-pattern -- vitest takes an empty pattern for "needs no other fixture" */
import { fileURLToPath } from 'node:url';
import { startPriceServer } from '../../apps/server/tests/support/price-server.ts';
import { CAPTCHA, startServer } from '../../apps/server/tests/support/server.ts';
import { provePhoneOf } from '../../apps/server/tests/support/members.ts';
import type { Site } from './site.ts';
import { story } from './story.ts';
import { createWorld, type World } from './world.ts';
import { every } from '../../apps/server/tests/support/pass-time.ts';

export interface LedMarket extends Site {
  /** Sets the price of bitcoin of both sources; none stops them. */
  quote(price: string | undefined): void;
  /** Moves the server's clock forward. */
  pass(seconds: number): void;
  /** The same to a time, epoch milliseconds; never back. */
  passUntil(moment: number): void;
}

/** The sources repeat themselves, as real ones do; the reference price follows within a second. */
const REPEAT_MS = 200;
/** The number of trades that HTX returns. */
const RECORD_MAX = 2_000;
const dist = (app: string) => fileURLToPath(new URL(`../../apps/${app}/dist`, import.meta.url));

async function startLedMarket(): Promise<LedMarket & { stop(): Promise<void> }> {
  let ahead = 0;
  let price: string | undefined;
  const clock = { now: () => Date.now() + ahead };
  // Two that agree, because a single source is accepted only after a while (ADR 16).
  const sources = await Promise.all([startPriceServer(clock), startPriceServer(clock)]);
  const symbols = new Map([['btcusdt', 'btcusdt']]);
  const server = await startServer({
    clock,
    webRoot: dist('web'),
    consoleRoot: dist('console'),
    liveSources: { htx: sources.map(({ url }) => ({ url, symbols })), quotes: [] },
  });
  // Their record of trades, for the backfill after a pause (ADR 17).
  const trades: string[] = [];
  const trade = (at: number, traded: string) =>
    `{"id":${at},"ts":${at},"data":[{"id":${at},"ts":${at},"trade-id":${at},"amount":1,"price":${traded},"direction":"buy"}]}`;
  for (const source of sources) {
    source.answer = (url, response) => {
      if (url.pathname !== '/market/history/trade') return response.writeHead(404).end();
      const data = trades.slice(-RECORD_MAX).toReversed().join(',');
      return response.end(`{"status":"ok","ch":"market.btcusdt.trade.detail","data":[${data}]}`);
    };
  }
  const endRepeating = every(REPEAT_MS, () => {
    if (price === undefined) return;
    trades.push(trade(clock.now(), price));
    for (const source of sources) source.ticker('btcusdt', price);
  });
  return {
    url: server.url(),
    outboxFile: server.outboxFile,
    captcha: CAPTCHA,
    provePhone: (memberId) => provePhoneOf(server.fresh.database, memberId),
    quote: (next) => {
      price = next;
    },
    pass: (seconds) => {
      ahead += seconds * 1_000;
    },
    passUntil: (moment) => {
      ahead = Math.max(ahead, moment - Date.now());
    },
    async stop() {
      endRepeating();
      await server.stop();
      await Promise.all(sources.map((source) => source.end()));
    },
  };
}

export const ledStory = story.extend<{ market: LedMarket; world: World }>({
  market: [
    async ({}, provide) => {
      const market = await startLedMarket();
      await provide(market);
      await market.stop();
    },
    { scope: 'file' },
  ],
  world: [
    async ({ market }, provide) => {
      await provide(createWorld(market));
    },
    { scope: 'file' },
  ],
});
