/** The load generator, a separate process: sends requests to one server over many connections and reports the results. */
import { quantile } from '../spread.ts';
import { HttpConnection } from './http-connection.ts';
import type { LoadMember, LoadReport, LoadRun, LoadSetup } from './load-job.ts';
import { OrderMix, type OrderRequest } from './order-mix.ts';
import { readPricesBy } from './read-prices.ts';

const FLOOR_BODY = '{"symbol":"btcusdt","mprice":"64000.1","mnum":"0.001","type":1}';
const FLOOR_REQUEST = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${FLOOR_BODY.length}\r\n\r\n${FLOOR_BODY}`;
const NOBODY: LoadMember = { id: 0, token: '' };
const PRICES_EVERY_MS = 500;
/** A member has given up by then. */
const DROPPED_AFTER_MS = 1_000;

interface Tally {
  latencies: number[];
  /** Of an open loop, by the second in which the request was due. */
  eachSecond: number[][];
  dropped: number;
  accepted: number;
  refused: Record<string, number>;
  placed: number[];
  cancelled: number[];
  isCut: boolean;
}

let mix: OrderMix;

/** Follows the prices during a run; returns how to stop. */
async function followPrices(job: LoadRun): Promise<() => void> {
  const connection = await HttpConnection.open(job.port);
  mix.priceAt(await readPricesBy(connection, job.markets));
  const timer = setInterval(() => {
    readPricesBy(connection, job.markets).then(
      (markets) => mix.priceAt(markets),
      () => clearInterval(timer),
    );
  }, PRICES_EVERY_MS);
  return () => {
    clearInterval(timer);
    connection.close();
  };
}

interface BatchRow {
  readonly 'order-id'?: number;
  readonly 'err-code'?: string;
}

/** Each order of a batch is answered by itself. */
function countBatch(tally: Tally, answer: string): void {
  const { data, ...failed } = JSON.parse(answer) as { data?: BatchRow[]; 'err-code'?: string };
  for (const row of data ?? [failed]) {
    const id = 'order-id' in row ? row['order-id'] : undefined;
    if (id === undefined) {
      const code = row['err-code'] ?? 'unknown';
      tally.refused[code] = (tally.refused[code] ?? 0) + 1;
    } else {
      tally.accepted += 1;
      tally.placed.push(id);
    }
  }
}

function countAnswer(tally: Tally, request: OrderRequest, answer: string): void {
  if (answer.startsWith('{"status"')) {
    countBatch(tally, answer);
    return;
  }
  if (answer.startsWith('{"code":0,')) {
    tally.accepted += 1;
    if (request.member === NOBODY) return;
    if (request.cancels !== undefined) {
      tally.cancelled.push(request.cancels);
      return;
    }
    const id = Number.parseInt(answer.slice(answer.indexOf('"ID":') + 5), 10);
    tally.placed.push(id);
    if (answer.includes('"status":1,')) mix.rests(id, request.member);
  } else {
    const code = String(Number.parseInt(answer.slice(8), 10));
    tally.refused[code] = (tally.refused[code] ?? 0) + 1;
  }
}

function requestsOf({ target, batch, port, hasKeys }: LoadRun): () => OrderRequest {
  if (target === 'floor')
    return () => ({ text: FLOOR_REQUEST, member: NOBODY, cancels: undefined });
  return batch === undefined
    ? () => mix.next(hasKeys)
    : () => mix.nextBatch(batch, `127.0.0.1:${port}`);
}

async function carryOut(job: LoadRun): Promise<LoadReport> {
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => HttpConnection.open(job.port)),
  );
  const stopPrices = job.target === 'orders' ? await followPrices(job) : () => undefined;
  const next = requestsOf(job);
  const tally: Tally = {
    latencies: [],
    eachSecond: [],
    dropped: 0,
    accepted: 0,
    refused: {},
    placed: [],
    cancelled: [],
    isCut: false,
  };
  const before = process.cpuUsage();
  const start = performance.now();
  await (job.rate === undefined
    ? closedLoop({ job, connections, next, tally })
    : openLoop({ job: { ...job, rate: job.rate }, connections, next, tally }));
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(before);
  stopPrices();
  for (const connection of connections) connection.close();
  const { latencies, eachSecond, ...figures } = tally;
  const sorted = Float64Array.from(latencies).sort();
  return {
    ...figures,
    eachSecond: eachSecond.map((each) => quantile(Float64Array.from(each).sort(), 0.99)),
    requests: latencies.length,
    seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpuSeconds: (user + system) / 1e6,
  };
}

interface Loop<Job> {
  job: Job;
  connections: readonly HttpConnection[];
  next(): OrderRequest;
  tally: Tally;
}

/** Each connection sends its next request once the previous one is answered. */
async function closedLoop({ job, connections, next, tally }: Loop<LoadRun>): Promise<void> {
  const end = performance.now() + job.seconds * 1_000;
  const drive = async (connection: HttpConnection) => {
    while (performance.now() < end && !tally.isCut) {
      const request = next();
      const sentAt = performance.now();
      countAnswer(tally, request, await connection.send(request.text));
      tally.latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(
    connections.map((connection) =>
      drive(connection).catch(() => {
        tally.isCut = true;
      }),
    ),
  );
}

/**
 * Requests are due at fixed times, whether or not a connection is free; latency counts from the due time. What nobody could
 * send within a second is dropped, so that a backlog shows as a count and does not delay all that follows.
 */
async function openLoop(loop: Loop<LoadRun & { rate: number }>): Promise<void> {
  const { job, next, tally } = loop;
  const idle = [...loop.connections];
  const total = Math.floor(job.seconds * job.rate);
  const start = performance.now();
  const dueAt = (index: number) => start + (index * 1_000) / job.rate;
  let sent = 0;
  await new Promise<void>((resolve) => {
    const finish = () => {
      if (tally.isCut || tally.latencies.length + tally.dropped === total) resolve();
    };
    const dispatch = () => {
      const now = performance.now();
      while (sent < total && dueAt(sent) + DROPPED_AFTER_MS < now) {
        tally.dropped += 1;
        sent += 1;
      }
      while (sent < total && idle.length > 0 && dueAt(sent) <= now) {
        // The one that waited longest: the server closes connections that nobody uses for some seconds.
        void answerOne(idle.shift()!, dueAt(sent));
        sent += 1;
      }
    };
    const answerOne = async (connection: HttpConnection, due: number) => {
      const request = next();
      try {
        countAnswer(tally, request, await connection.send(request.text));
        const latency = performance.now() - due;
        tally.latencies.push(latency);
        (tally.eachSecond[Math.floor((due - start) / 1_000)] ??= []).push(latency);
        idle.push(connection);
        dispatch();
      } catch {
        tally.isCut = true;
      }
      finish();
    };
    const beat = () => {
      dispatch();
      if (sent < total && !tally.isCut) setTimeout(beat, 1);
      else finish();
    };
    beat();
  });
}

process.on('message', (message: LoadSetup | LoadRun) => {
  if (message.kind === 'setup') {
    mix = new OrderMix(message.seed, message.members);
    process.send?.('ready');
    return;
  }
  carryOut(message).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error('the load generator failed:', error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
