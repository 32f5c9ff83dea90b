/** A client of an exchange's public calls: keys, the public log's keys, seeds, markets, ticks, heads. */
import { setTimeout as sleep } from 'node:timers/promises';
import { calls, type ChainHeadRow, type MarketSeedRow, type OutputOf } from '@tern/protocol';
import { fetch, type RequestInit } from '../../platform/http/fetch.ts';

type Ticks = OutputOf<typeof calls.referenceTicks>;
type MarketRow = OutputOf<typeof calls.tradelist>['list'][number];

export interface PublicApi {
  /** Hexadecimal, newest first. */
  keys(): Promise<string[]>;
  /** The public log: its name, its keys, newest first, and the receipts of the entries that introduced them. */
  log(): Promise<OutputOf<typeof calls.logKeys>>;
  /** Undefined when the day was never committed to. */
  seed(day: string): Promise<MarketSeedRow | undefined>;
  markets(): Promise<MarketRow[]>;
  /** A page that starts with the last tick before `from` (epoch milliseconds). */
  ticks(symbol: string, from: number): Promise<Ticks>;
  /** The first head signed at or after `from`; the newest one when there is none yet. */
  head(symbol: string, from: number): Promise<ChainHeadRow | undefined>;
}

const PAGE = 100;
/** Rate-limited calls are retried. */
const RATE_LIMITED = 4024;
const TRIES_MAX = 20;
const WAIT_MS = 500;

/** Each call fails with: a thrown error that names the address and its answer. */
export function createPublicApi(url: string): PublicApi {
  const ask = async <Data>(path: string, init?: RequestInit): Promise<Data> => {
    const address = new URL(`/api${path}`, url);
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(address, init);
      const { code, msg, data } = (await answer.json()) as {
        code: number;
        msg: string;
        data: Data;
      };
      if (code === 0) return data;
      if (code !== RATE_LIMITED || tries === TRIES_MAX) {
        throw new Error(`${address.href} answers ${code}: ${msg}`);
      }
      await sleep(WAIT_MS);
    }
  };
  const get = <Data>(path: string, query: Record<string, string> = {}): Promise<Data> =>
    ask(`${path}?${new URLSearchParams(query).toString()}`);
  return {
    async keys() {
      const { list } = await get<OutputOf<typeof calls.signingKeys>>(calls.signingKeys.path);
      return list.map(({ publicKey }) => publicKey);
    },
    log: () => get(calls.logKeys.path),
    async seed(day) {
      for (let page = 1; ; page += 1) {
        const { list } = await get<OutputOf<typeof calls.marketSeeds>>(calls.marketSeeds.path, {
          page: String(page),
          pageSize: String(PAGE),
        });
        const found = list.find((row) => row.day === day);
        if (found !== undefined || list.length < PAGE) return found;
      }
    },
    async markets() {
      const { list } = await ask<OutputOf<typeof calls.tradelist>>(calls.tradelist.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ page: 1, pageSize: PAGE }),
      });
      return list;
    },
    ticks: (symbol, from) => get(calls.referenceTicks.path, { symbol, from: String(from) }),
    async head(symbol, from) {
      const path = calls.chainHeads.path;
      const { list } = await get<{ list: ChainHeadRow[] }>(path, {
        symbol,
        from: String(from),
      });
      if (list[0] !== undefined) return list[0];
      const newest = await get<{ list: ChainHeadRow[] }>(path);
      return newest.list.find((row) => row.symbol === symbol);
    },
  };
}
