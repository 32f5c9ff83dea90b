/** W4, feed fan-out: the cost of a delivery and the delay of the last one, compared with plain `ws`. */
import { compare, type Comparison, type Contender, type Sample } from '../compare.ts';
import { Helper } from '../orders/child-process.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import type {
  CountReport,
  DriveReport,
  FeedKind,
  LoadOrder,
  ReconnectReport,
  ResumeReport,
  ServerOrder,
} from './feed-job.ts';

/** Deliveries a second of the even pace: 50 steps a second to 1,000 sockets, 5 to 10,000. */
const EVEN = 50_000;
/** More than any of them can do, which measures the maximum rate. */
const FLOOD = 400_000;
/** `TERN_BENCH_SOCKETS` chooses among them: `1000`, or `none` for slow readers and reconnects alone. */
const SOCKETS = (process.env.TERN_BENCH_SOCKETS ?? '1000,5000,10000')
  .split(',')
  .map(Number)
  .filter(Boolean);
const SECONDS = 1;
const SLOW = { sockets: 200, share: 0.05, perSecond: 300, seconds: 4, readMs: 1_000 };
/** Two messages a second, as of a market that ticks each second. */
const STORM = { sockets: 10_000, seconds: 10, perSecond: 2 };

export const feed: Workload = {
  name: 'feed',
  title: 'Feed fan-out (W4)',
  async run(options) {
    const comparisons: Comparison[] = [];
    const facts: Record<string, string | number> = {};
    for (const sockets of SOCKETS) comparisons.push(...(await fanOut(sockets, options, facts)));
    comparisons.push(await slowReaders(options));
    Object.assign(facts, await storm());
    return { comparisons, facts } satisfies Figures;
  },
};

/** A feed and its clients, each a process. */
class Stage {
  readonly #server = new Helper('feed-server');
  readonly #load = new Helper('feed-load');

  static async open(kind: FeedKind, sockets: number): Promise<{ stage: Stage; seconds: number }> {
    const stage = new Stage();
    const port = await stage.#server.ask<number>({ kind: 'listen', feed: kind } as ServerOrder);
    return {
      stage,
      seconds: await stage.load<number>({ kind: 'open', feed: kind, port, sockets }),
    };
  }

  load<Answer>(order: LoadOrder): Promise<Answer> {
    return this.#load.ask<Answer>(order);
  }

  drive(order: Omit<Extract<ServerOrder, { kind: 'drive' }>, 'kind'>): Promise<DriveReport> {
    return this.#server.ask<DriveReport>({ kind: 'drive', ...order });
  }

  stop(): void {
    this.#load.stop();
    this.#server.stop();
  }
}

async function fanOut(
  sockets: number,
  { rounds, log }: RunOptions,
  facts: Record<string, string | number>,
): Promise<Comparison[]> {
  const tern = await Stage.open('tern', sockets);
  const bare = await Stage.open('ws', sockets);
  facts[`${sockets} sockets open within, s: tern, ws`] =
    `${tern.seconds.toFixed(2)}, ${bare.seconds.toFixed(2)}`;
  const contenders = (perSecond: number): Contender[] =>
    [
      { name: 'tern', stage: tern.stage },
      { name: 'ws', stage: bare.stage },
    ].map(({ name, stage }) => ({ name, measure: () => deliver(stage, perSecond) }));
  try {
    for (const { stage } of [tern, bare]) await deliver(stage, FLOOD / sockets);
    const title = `${sockets} sockets`;
    const even = EVEN / sockets;
    return [
      await compare({
        title: `${title}, ${even} messages a second to each`,
        contenders: contenders(even),
        rounds,
        log,
      }),
      await compare({
        title: `${title}, as many as go`,
        contenders: contenders(FLOOD / sockets),
        rounds,
        log,
      }),
    ];
  } finally {
    tern.stage.stop();
    bare.stage.stop();
  }
}

async function deliver(stage: Stage, perSecond: number): Promise<Sample> {
  await stage.load({ kind: 'begin', slow: 0 });
  const drive = await stage.drive({ steps: 'mixed', perSecond, seconds: SECONDS });
  const count = await stage.load<CountReport>({ kind: 'end' });
  const per100k = 100_000 / count.deliveries;
  return {
    'deliveries/s': count.deliveries / count.seconds,
    'CPU s per 100 k': drive.cpuSeconds * per100k,
    'p50 ms': count.p50,
    'p99 ms': count.p99,
    'last receiver p50 ms': count.lastP50,
    'last receiver p99 ms': count.lastP99,
    'longest block ms': drive.longestBlockMs,
    'RSS MB': drive.rssBytes / 1e6,
    'clients CPU s per 100 k': count.cpuSeconds * per100k,
  };
}

/** One in twenty stops reading while all tickers are published, then resumes. */
async function slowReaders({ rounds, log }: RunOptions): Promise<Comparison> {
  const kinds: FeedKind[] = ['tern', 'ws'];
  const measure = async (kind: FeedKind): Promise<Sample> => {
    const { stage } = await Stage.open(kind, SLOW.sockets);
    try {
      await stage.load({ kind: 'begin', slow: SLOW.share });
      const { perSecond, seconds } = SLOW;
      const drive = await stage.drive({ steps: 'tickers', perSecond, seconds });
      const count = await stage.load<CountReport>({ kind: 'end' });
      const [after] = await Promise.all([
        stage.load<ResumeReport>({ kind: 'resume', ms: SLOW.readMs }),
        // The feed continues while the slow readers catch up.
        stage.drive({ steps: 'tickers', perSecond: 1, seconds: SLOW.readMs / 2_000 }),
      ]);
      return {
        'kB held for one reader': drive.heldBytes / 1e3,
        'old messages read, median': after.median,
        'old messages read, most': after.most,
        'share up to date': after.upToDate / after.readers,
        'others p99 ms': count.p99,
        'RSS MB': drive.rssBytes / 1e6,
      };
    } finally {
      stage.stop();
    }
  };
  return compare({
    title: `${SLOW.share * 100} % of ${SLOW.sockets} readers stop reading for ${SLOW.seconds} s`,
    contenders: kinds.map((kind) => ({ name: kind, measure: () => measure(kind) })),
    rounds: Math.min(rounds, 1),
    log,
  });
}

/** All clients reconnect while the feed continues. */
async function storm(): Promise<Record<string, string | number>> {
  const { sockets, seconds } = STORM;
  const { stage } = await Stage.open('tern', sockets);
  try {
    const driven = stage.drive({ steps: 'mixed', perSecond: STORM.perSecond, seconds });
    const report = await stage.load<ReconnectReport>({ kind: 'reconnect', seconds });
    const { cpuSeconds, longestBlockMs, rssBytes } = await driven;
    const { reconnected, failed, p50, p99, most } = report;
    const figures = [p50, p99, most].map((ms) => ms.toFixed(1)).join(', ');
    return {
      [`storm: of ${sockets} in ${seconds} s came back, did not`]: `${reconnected}, ${failed}`,
      'storm: connect to first content, p50, p99, most ms': figures,
      'storm: server CPU s, longest block ms, RSS MB': [
        cpuSeconds.toFixed(2),
        longestBlockMs.toFixed(0),
        (rssBytes / 1e6).toFixed(0),
      ].join(', '),
    };
  } finally {
    stage.stop();
  }
}
