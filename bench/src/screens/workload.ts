/** W11, the screens under load: markets, chart and trade on a slow phone while 50 messages a second arrive. */
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { launchBrowser } from '../../../e2e/support/phone.ts';
import { pages } from '../../../apps/web/src/kernel/pages.ts';
import { compare } from '../compare.ts';
import { fundMembers } from '../orders/fund-members.ts';
import { ServerProcess } from '../server-process.ts';
import type { Workload } from '../workload.ts';
import { type BusyFeed, type FedMarket, openBusyFeed } from './busy-feed.ts';
import { type OperatedScreen, operateScreen } from './operate-screen.ts';

const PER_SECOND = 50;
/** `TERN_BENCH_SECONDS` of each screen in each round. */
const SECONDS = 30;

const SYMBOL = 'btcusdt';

const SCREENS: readonly OperatedScreen[] = [
  {
    name: 'markets',
    path: pages.market,
    taps: [
      '[role=group] button >> nth=1',
      '[role=group] button >> nth=2',
      '[role=group] button >> nth=3',
    ],
  },
  {
    name: 'chart',
    path: `${pages.chart}?symbol=${SYMBOL}`,
    taps: ['button:text-is("MACD")', 'button:text-is("RSI")', 'button:text-is("BOLL")'],
  },
  {
    name: 'trade',
    path: `${pages.deal}?symbol=${SYMBOL}`,
    taps: [
      '[role=radio] >> nth=1',
      '[role=table] [role=row] button >> nth=2',
      '[role=radio] >> nth=0',
      '[role=table] [role=row] button >> nth=9',
    ],
  },
];

export const screens: Workload = {
  name: 'screens',
  title: 'Screens under load on a slow phone (W11)',
  async run({ rounds, seed, log }) {
    const seconds = Number(process.env.TERN_BENCH_SECONDS ?? SECONDS);
    const traces = process.env.TERN_BENCH_TRACES;
    const server = await ServerProcess.start();
    let feed: BusyFeed | undefined;
    const browser = await launchBrowser();
    try {
      const own = `http://127.0.0.1:${server.port}`;
      const stored = await signedIn(server, own);
      const markets = await marketsOf(own);
      feed = await openBusyFeed({ server: server.port, markets, perSecond: PER_SECOND, seed });
      const url = `http://localhost:${feed.port}`;
      let messages = 0;
      const comparison = await compare({
        title: `${seconds} s of each, 4× CPU slowdown, ${PER_SECOND} messages/s`,
        contenders: SCREENS.map((screen) => ({
          name: screen.name,
          measure: async () => {
            const traceFile = traces === undefined ? undefined : `${traces}/${screen.name}.json`;
            const sample = await operateScreen(screen, {
              browser,
              url,
              stored,
              seconds,
              traceFile,
            });
            messages += feed?.sent() ?? 0;
            return sample;
          },
        })),
        rounds,
        log,
      });
      return { comparisons: [comparison], facts: { 'messages sent': messages } };
    } finally {
      feed?.close();
      await browser.close();
      await server.stop();
    }
  },
};

/** The local storage of a member with funds. */
async function signedIn(server: ServerProcess, url: string): Promise<Record<string, string>> {
  const owner = await openDatabase({ connection: server.connection('owner'), poolSize: 1 });
  const [member] = await fundMembers(owner, 1, ['BTC', 'USDT']);
  await owner.close();
  const token = member!.token;
  const { userInfo } = await answerOf<{ userInfo: unknown }>(`${url}/api/user/getUserInfo`, token);
  const session = JSON.stringify({ token, user: userInfo });
  return { 'tern.session': session, 'tern.chart-interval': '"1min"' };
}

async function marketsOf(url: string): Promise<FedMarket[]> {
  interface Row {
    symbol: string;
    price: string;
    pricePlaces: number;
  }
  const { list } = await answerOf<{ list: Row[] }>(`${url}/api/base/tradelist`);
  return list.map(({ symbol, price, pricePlaces }) => ({
    symbol,
    price: Number(price),
    places: pricePlaces,
  }));
}

async function answerOf<Data>(url: string, token?: string): Promise<Data> {
  const response = await fetch(url, {
    method: token === undefined ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { 'x-token': token }) },
    ...(token === undefined && { body: JSON.stringify({ from: 1, page: 1, pageSize: 100 }) }),
  });
  const { data } = (await response.json()) as { data: Data };
  return data;
}
