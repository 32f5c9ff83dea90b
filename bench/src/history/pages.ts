/** The pages a member opens, as requests, and the candles of a market at several depths. */
import { ASSETS, type History, SELDOM_KIND } from './load-history.ts';

export interface Page {
  readonly name: string;
  /** Path with query, below /api. */
  readonly path: string;
  readonly token: string | undefined;
}

const RECORDS = '/user_money_log/getUser_money_logList';

/** Pages of the member with `rows` / 100 records, deep ones at the middle of each list. */
export function historyPages({ heavy, light }: History, rows: number): Page[] {
  const own = rows / 100;
  const middle = (share: number, size = 10) => Math.max(1, Math.floor((own * share) / size / 2));
  const page = (name: string, query: string, token = heavy.token): Page => ({
    name,
    path: `${RECORDS}?${query}`,
    token,
  });
  const coin = 1 / ASSETS.length;
  return [
    page('records, page 1', 'page=1&pageSize=10'),
    page('records, page 1 of 100 rows', 'page=1&pageSize=100'),
    page('records, middle page', `page=${middle(1)}&pageSize=10`),
    page('records, last page', `page=${middle(2)}&pageSize=10`),
    page('records, page 1000000', 'page=1000000&pageSize=10'),
    page('one coin, middle page', `coinname=BTC&page=${middle(coin)}&pageSize=10`),
    page('one type, middle page', `type=9&page=${middle(0.45)}&pageSize=10`),
    page('a seldom type, page 1', `type=${SELDOM_KIND}&page=1&pageSize=10`),
    page('coin and type, middle page', `coinname=ETH&type=10&page=${middle(0.45 * coin)}`),
    page('records of an ordinary member', 'page=1&pageSize=10', light.token),
    { name: 'assets', path: '/user/mycoin?cate=1', token: heavy.token },
    { name: 'profit', path: '/user/ploss', token: heavy.token },
  ];
}

/** Paths of 300 candles; `now` in epoch milliseconds. */
export function candlePages(now: number): Page[] {
  const days = (count: number) => Math.floor(now / 1_000) - count * 86_400;
  const intervals = ['1min', '5min', '60min', '1day', '1week'];
  return intervals.flatMap((interval) =>
    [0, 30, 300].map((age) => ({
      name: `${interval}, ${age === 0 ? 'newest' : `${age} days ago`}`,
      path: `/base/getkdata?id=btcusdt&interval=${interval}&num=300${age === 0 ? '' : `&to=${days(age)}`}`,
      token: undefined,
    })),
  );
}
