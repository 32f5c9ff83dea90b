/** A whole simulated day, computed again in Python by docs/simulated-prices.md alone: it agrees with the chain of ticks, and finds what ours finds. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import {
  type ChainedTick,
  chainTick,
  commitmentText,
  hashOfText,
  hashText,
  headText,
  seedText,
  tickGenesis,
} from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicApi } from '../../src/commands/verify/public-api.ts';
import { verifyPaperDay } from '../../src/commands/verify/paper-day.ts';
import type { SimulatedInstrument } from '../../src/features/market/pricing/simulator/simulated-day.ts';
import { createSimulator } from '../../src/features/market/pricing/simulator/simulator.ts';
import { daySeed, marketDaySpan } from '../../src/kernel/prices/market-seed.ts';
import { pythonMissing } from '../support/run-python.ts';
import { seedKey } from '../support/seed-keys.ts';

const VERIFIER = fileURLToPath(new URL('verify_day.py', import.meta.url));
const SEEDS = new URL('../../migrations/seeds/catalog/instruments.json', import.meta.url);
/** A Friday: forex and metals close at 22:00. */
const DAY = '2026-11-20';
const { from, to } = marketDaySpan(DAY);
const SYMBOLS = ['btcusdt', 'usdtusd', 'xauusd', 'eurusd', 'usdjpy', 'eurjpy'];
/** Begins on the day. */
const LATE = 'xauusd';
const SECRET = 'a whole day';
const PAGE_TICKS = 3_600;
const { publicKey, sign } = seedKey(5);
const key = Buffer.from(publicKey).toString('hex');
const signText = (text: string) => Buffer.from(sign(Buffer.from(text))).toString('hex');

interface SeedRow {
  readonly symbol: string;
  readonly quote: string;
  readonly class: SimulatedInstrument['class'];
  readonly hours: SimulatedInstrument['hours'];
  readonly tick: number;
}
const instruments = (JSON.parse(readFileSync(SEEDS, 'utf8')) as readonly SeedRow[])
  .filter(({ symbol }) => SYMBOLS.includes(symbol))
  .map(({ tick, ...row }) => ({
    ...row,
    tickSize: decimal<Price>(tick.toFixed(9)),
    lotSize: decimal<Amount>('1'),
  }));

type Ticks = Map<string, ChainedTick[]>;

/** Ticks from ten seconds before the day to ten seconds after it, with a pause, a long gap and backfilled seconds. */
function ticksOfDay(): Ticks {
  const simulator = createSimulator(instruments, SECRET, 0);
  const chains: Ticks = new Map(SYMBOLS.map((symbol) => [symbol, []]));
  const pauses = [
    [from + 3_600_000, 300_000],
    [from + 7_200_000, 660_000],
    [from + 78_900_000, 600_000],
  ] as const;
  const isPause = (at: number) => pauses.some(([begin, long]) => at >= begin && at < begin + long);
  for (let at = from - 10_000; at < to + 10_000; at += 1_000) {
    if (isPause(at)) continue;
    for (const { symbol, price } of simulator.quotesAt(at)) {
      if (symbol === LATE && at < from + 5_000_000) continue;
      simulator.resume?.(symbol, price, at);
      const chain = chains.get(symbol)!;
      const backfilledAt = at === from + 9_000_000 ? at + 4_000 : null;
      const tick = { symbol, seq: chain.length + 1, at, price, source: 'simulated', rule: 2 };
      chain.push({ ...tick, backfilledAt });
    }
  }
  return chains;
}

const NEXT_DAY = to + 60_000;
const seed = daySeed(SECRET, DAY);
const committed = { day: DAY, commitment: hashOfText(seedText(DAY, seed)), publishedAt: from - 1 };

interface Published {
  readonly chains: Ticks;
  readonly row: typeof committed & { readonly seed: string; readonly signature: string };
}
const row = { ...committed, seed, signature: signText(commitmentText(committed)) };

/** What the public calls answer; hashes are made when they are asked for. */
function answersOf({ chains, row: seedRow }: Published) {
  const hashes = new Map<string, string[]>();
  for (const [symbol, chain] of chains) {
    let hash = tickGenesis(symbol);
    const list = [hashText(hash)];
    for (const tick of chain) {
      hash = chainTick(hash, tick);
      list.push(hashText(hash));
    }
    hashes.set(symbol, list);
  }
  const ticks = (symbol: string, at: number) => {
    const chain = chains.get(symbol)!;
    const first = chain.findIndex((tick) => tick.at >= at);
    const begin = Math.max(0, (first === -1 ? chain.length : first) - 1);
    const part = chain.slice(begin, begin + PAGE_TICKS);
    return {
      hashBefore: hashes.get(symbol)![begin],
      ticks: part.map(({ symbol: _symbol, price, backfilledAt, ...tick }) => ({
        ...tick,
        price: formatDecimal(price),
        ...(backfilledAt === null ? {} : { backfilledAt }),
      })),
    };
  };
  const head = (symbol: string) => {
    const hash = hashes.get(symbol)!.at(-1)!;
    const made = { symbol, seq: chains.get(symbol)!.length, hash, at: NEXT_DAY };
    return { ...made, signature: signText(headText(made)) };
  };
  const listed = instruments.map(({ tickSize, lotSize, ...each }) => ({
    ...each,
    tickSize: formatDecimal(tickSize),
    lotSize: formatDecimal(lotSize),
  }));
  return (path: string, query: URLSearchParams): unknown => {
    const symbol = query.get('symbol') ?? '';
    switch (path) {
      case '/api/transparency/keys':
        return { list: [{ publicKey: key }] };
      case '/api/transparency/seeds':
        return { list: [seedRow] };
      case '/api/transparency/heads':
        return { list: symbol === '' ? SYMBOLS.map(head) : [head(symbol)] };
      case '/api/transparency/ticks':
        return ticks(symbol, Number(query.get('from')));
      default:
        return { list: listed };
    }
  };
}

let chains: Ticks;
let server: Server;
let url: string;
let answer: ReturnType<typeof answersOf>;

beforeAll(async () => {
  chains = ticksOfDay();
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://exchange');
    const data = answer(pathname, searchParams);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 0, msg: '', data }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const python = (...args: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    execFile('python3', [VERIFIER, ...args], (_error, stdout, stderr) => {
      if (stderr === '') resolve(stdout.trim());
      else reject(new Error(stderr));
    });
  });

/** What both say. */
async function found(published: Published, symbols: readonly string[]): Promise<string> {
  answer = answersOf(published);
  const items = await verifyPaperDay(createPublicApi(url), DAY, symbols);
  const failed = items.filter(({ pass }) => !pass).map(({ name }) => name);
  const ours = failed.length === 0 ? 'PASS' : `FAIL ${failed.join(', ')}`;
  const line = await python(url, DAY, ...symbols);
  expect(line).toBe(ours);
  return line;
}

describe.skipIf(pythonMissing)(`a simulated day ${pythonMissing ?? ''}`.trim(), () => {
  it('has the same numbers in Python, from the seed to the chain of ticks', async () => {
    expect(await python('vectors')).toBe('PASS');
  });

  it('is computed again in Python, with a pause, a long gap, closed hours and a cross', async () => {
    expect(chains.get('btcusdt')!.length).toBeGreaterThan(84_000);
    expect(await found({ chains, row }, SYMBOLS)).toBe('PASS');
  });

  it('shows a price that was moved by one tick, and a seed that is not what was committed to', async () => {
    // Ten minutes of the day are enough to find it.
    const short: Ticks = new Map(
      [...chains].map(([symbol, chain]) => [symbol, chain.filter(({ at }) => at < from + 600_000)]),
    );
    const changedAt = (symbol: string, at: number, by: string): Published => {
      const change = (tick: ChainedTick) =>
        tick.at === at ? { ...tick, price: (tick.price + decimal<Price>(by)) as Price } : tick;
      return { row, chains: new Map([...short, [symbol, short.get(symbol)!.map(change)]]) };
    };
    const honest = { row, chains: short };
    const crossed = ['eurusd', 'usdjpy', 'eurjpy'];
    expect(await found(honest, ['btcusdt', ...crossed])).toBe('PASS');
    const moved = changedAt('btcusdt', from + 599_000, '0.01');
    expect(await found(moved, ['btcusdt'])).toBe('FAIL prices btcusdt');
    const cross = changedAt('eurjpy', from, '-0.001');
    expect(await found(cross, crossed)).toBe('FAIL prices eurjpy');
    const ofRow = (changed: Partial<Published['row']>) =>
      found({ chains: short, row: { ...row, ...changed } }, ['btcusdt']);
    expect(await ofRow({ seed: daySeed('another', DAY) })).toBe('FAIL seed, prices btcusdt');
    const late = { ...committed, publishedAt: from };
    const signature = signText(commitmentText(late));
    expect(await ofRow({ ...late, signature })).toBe('FAIL in time');
    expect(await ofRow({ signature })).toBe('FAIL commitment');
  });
});
