/** W1, matching alone: operations per second and time per operation with 1,000 and with 50,000 resting orders. */
import { isDeepStrictEqual } from 'node:util';
import { type Book, OrderBook } from '@tern/matching';
import { NaiveBook } from '@tern/matching/naive-book';
import { type Comparison, compare, type Sample } from '../compare.ts';
import { quantile } from '../spread.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { type BookContender, ours, peer, type Replay } from './contenders.ts';
import { type Operation, type Stream, streamOf } from './stream.ts';

interface Scene {
  readonly name: string;
  readonly resting: number;
  readonly operations: number;
  /** Operations replayed by slower contenders: a prefix of the same stream, to shorten a round. */
  readonly peerOperations: number;
  readonly modelOperations: number;
}

const scenes: readonly Scene[] = [
  {
    name: 'W1a',
    resting: 1_000,
    operations: 1_000_000,
    peerOperations: 500_000,
    modelOperations: 20_000,
  },
  {
    name: 'W1b',
    resting: 50_000,
    operations: 550_000,
    peerOperations: 50_000,
    modelOperations: 20_000,
  },
];

const TIMER_READINGS = 20_000;

export const matching: Workload = {
  name: 'matching',
  title: 'Matching alone (W1)',
  async run(options) {
    const comparisons: Comparison[] = [];
    const facts: Record<string, boolean | number> = { 'timer cost, ns': timerCostNs() };
    for (const scene of scenes) {
      const figures = await runScene(scene, options);
      comparisons.push(...figures.comparisons);
      Object.assign(facts, figures.facts);
    }
    return { comparisons, facts };
  },
};

async function runScene(scene: Scene, { seed, rounds, log }: RunOptions): Promise<Figures> {
  const { name, resting, operations } = scene;
  const stream = streamOf({ resting, operations, seed });
  assertSameBook(stream, peer, scene.peerOperations);
  assertSameAsModel(stream, scene.modelOperations);
  log(`${name}: equal books after the stream in ${ours.name}, ${peer.name} and the naive model`);
  const lengths = new Map([
    [ours, operations],
    [peer, scene.peerOperations],
  ]);
  const plan = (measure: typeof throughput) =>
    [...lengths].map(([contender, length]) => ({
      name: contender.name,
      measure: () => measure(stream, contender, length),
    }));
  const title = `${name}, ${resting} resting`;
  return {
    comparisons: [
      await compare({ title: `${title}: throughput`, contenders: plan(throughput), rounds, log }),
      await compare({
        title: `${title}: time per operation`,
        contenders: plan(latency),
        rounds,
        log,
      }),
    ],
    facts: {
      [`${name}: same book as ${peer.name} after ${scene.peerOperations} operations`]: true,
      [`${name}: same book as the naive model after ${scene.modelOperations} operations`]: true,
    },
  };
}

function filled(
  stream: Stream,
  contender: BookContender,
  length: number,
): [Replay, number, number] {
  const operations: Operation[] = [...stream.prefill, ...stream.operations.slice(0, length)];
  const replay = contender.replay(operations);
  const from = stream.prefill.length;
  for (let at = 0; at < from; at++) replay.apply(at);
  return [replay, from, operations.length];
}

function throughput(stream: Stream, contender: BookContender, length: number): Sample {
  const [replay, from, to] = filled(stream, contender, length);
  const start = performance.now();
  for (let at = from; at < to; at++) replay.apply(at);
  return { 'ops/s': (length * 1000) / (performance.now() - start) };
}

function latency(stream: Stream, contender: BookContender, length: number): Sample {
  const [replay, from, to] = filled(stream, contender, length);
  const times = new Float64Array(to - from);
  for (let at = from; at < to; at++) {
    const start = performance.now();
    replay.apply(at);
    times[at - from] = (performance.now() - start) * 1e6;
  }
  times.sort();
  return {
    'p50 ns': quantile(times, 0.5),
    'p99 ns': quantile(times, 0.99),
    'p99.9 ns': quantile(times, 0.999),
  };
}

/** @throws Error if the peer's levels and ours differ after the same operations */
function assertSameBook(stream: Stream, contender: BookContender, length: number): void {
  const [expected, actual] = [ours, contender].map((each) => {
    const [replay, from, to] = filled(stream, each, length);
    for (let at = from; at < to; at++) replay.apply(at);
    return replay.depth();
  });
  if (!isDeepStrictEqual(expected, actual)) {
    throw new Error(`${contender.name} and ${ours.name} differ after ${length} operations`);
  }
}

/** @throws Error if an answer, or in the end the queue of any order, differs from the naive model's */
function assertSameAsModel(stream: Stream, length: number): void {
  const books = [new OrderBook(), new NaiveBook()] as const;
  for (const operation of [...stream.prefill, ...stream.operations.slice(0, length)]) {
    const [own, model] = books.map((book) => answerOf(book, operation));
    if (own !== model) throw new Error(`the naive model answers ${model}, not ${own}`);
  }
  for (const side of ['buy', 'sell'] as const) {
    const [own, model] = books.map((book) => [...book.orders(side)]);
    if (!isDeepStrictEqual(own, model)) throw new Error(`the naive model's ${side} queue differs`);
  }
}

function answerOf(book: Book, operation: Operation): string {
  if (operation.kind === 'cancel') return `${book.cancel(operation.id)} lots released`;
  const { fillCount, filledLots, filledQuote, restingLots, stopReason } = book.place(operation);
  return [fillCount, filledLots, filledQuote, restingLots, stopReason].join(' ');
}

function timerCostNs(): number {
  const times = Float64Array.from(
    { length: TIMER_READINGS },
    () => -performance.now() + performance.now(),
  ).sort();
  return Math.round(quantile(times, 0.5) * 1e6);
}
