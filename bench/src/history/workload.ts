/** W7: pages of records, assets and candles over HTTP, with few rows behind them and with very many. */
import { type Comparison, compare, type Contender, type Sample } from '../compare.ts';
import { HttpConnection } from '../orders/http-connection.ts';
import { ServerProcess } from '../server-process.ts';
import { quantile } from '../spread.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { type History, loadHistory } from './load-history.ts';
import { candlePages, historyPages, type Page } from './pages.ts';

/** Ten million rows take minutes to load: `TERN_BENCH_ROWS=10000,1000000,10000000`. */
const ROWS = '10000,1000000';
/** Below the 50 reads a second that one member may make. */
const PER_SECOND = 45;
/** Enough for a meaningful p99. */
const ASKED_PER_ROUND = 100;
const WARM_UPS = 4;

export const history: Workload = {
  name: 'history',
  title: 'History and assets over HTTP, from few rows to many (W7)',
  async run(options) {
    const sizes = (process.env.TERN_BENCH_ROWS ?? ROWS).split(',').map(Number);
    const scenes: Scene[] = [];
    try {
      for (const rows of sizes) scenes.push(await openScene(rows, options));
      return await measure(scenes, options);
    } finally {
      for (const { server } of scenes) await server.stop();
    }
  },
};

interface Scene {
  readonly rows: number;
  readonly server: ServerProcess;
  readonly history: History;
}

async function openScene(rows: number, { log }: RunOptions): Promise<Scene> {
  const server = await ServerProcess.start();
  try {
    const begun = Date.now();
    const loaded = await loadHistory(server.connection('owner'), rows);
    log(`${rows} records loaded in ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
    return { rows, server, history: loaded };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function measure(scenes: readonly Scene[], options: RunOptions): Promise<Figures> {
  const pagesOf = (scene: Scene) => historyPages(scene.history, scene.rows);
  for (const scene of scenes) await ask(scene, pagesOf(scene), WARM_UPS);
  const comparisons: Comparison[] = [
    await compare({
      ...options,
      title: 'pages of the member who owns 1 %, open loop',
      contenders: scenes.map((scene) => contender(scene, pagesOf(scene))),
    }),
    await compare({
      ...options,
      title: '300 candles at several depths, open loop',
      contenders: scenes.slice(0, 1).map((scene) => contender(scene, candlePages(Date.now()))),
    }),
  ];
  const sizes = scenes.map(({ rows, history: { bytesPerRow } }) => [
    `bytes per record of ${rows}: postings with indexes, counts`,
    `${bytesPerRow.postings.toFixed(0)}, ${bytesPerRow.counts.toFixed(0)}`,
  ]);
  return { comparisons, facts: Object.fromEntries(sizes) as Record<string, string> };
}

function contender(scene: Scene, pages: readonly Page[]): Contender {
  return {
    name: `${scene.rows} rows`,
    measure: async () => {
      const before = scene.server.cpuSeconds();
      const sample = await ask(scene, pages, ASKED_PER_ROUND);
      const after = scene.server.cpuSeconds();
      // Includes the background work of the market.
      const perPage = (part: 'server' | 'database') =>
        ((after[part] - before[part]) * 1e6) / (pages.length * ASKED_PER_ROUND);
      return {
        ...sample,
        'server CPU µs a page': perPage('server'),
        'database CPU µs a page': perPage('database'),
      };
    },
  };
}

/**
 * Asks for every page `times` times at fixed moments, each page over a connection of its own; latency counts
 * from the moment a request was due.
 */
async function ask(scene: Scene, pages: readonly Page[], times: number): Promise<Sample> {
  const begun = performance.now() + 50;
  const everyMs = (pages.length * 1_000) / PER_SECOND;
  const askOne = async (page: Page, at: number): Promise<[string, number[]]> => {
    const connection = await HttpConnection.open(scene.server.port);
    const latencies: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const dueAt = begun + at * (everyMs / pages.length) + turn * everyMs;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      // A late timer is the bench's own delay; a slow previous request is the server's.
      const from = waitMs > 0 ? performance.now() : dueAt;
      const body = await connection.send(requestFor(page));
      latencies.push(performance.now() - from);
      if (!body.startsWith('{"code":0')) throw new Error(`${page.path} answered ${body}`);
    }
    connection.close();
    return [page.name, latencies];
  };
  const latencies = await Promise.all(pages.map(askOne));
  const figures = latencies.flatMap(([name, list]) => {
    const sorted = Float64Array.from(list).sort();
    return [
      [`${name} p50 ms`, quantile(sorted, 0.5)],
      [`${name} p99 ms`, quantile(sorted, 0.99)],
    ] as const;
  });
  const all = Float64Array.from(latencies.flatMap(([, list]) => list)).sort();
  return {
    ...Object.fromEntries(figures),
    'all of them p50 ms': quantile(all, 0.5),
    'all of them p99 ms': quantile(all, 0.99),
  };
}

function requestFor({ path, token }: Page): string {
  const session = token === undefined ? '' : `x-token: ${token}\r\n`;
  return `GET /api${path} HTTP/1.1\r\nhost: bench\r\n${session}\r\n`;
}
