/** Measures a burst of due contracts from outside: when each is durable, when members are notified, and the latency of other requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { arrayOf, int8, timestamptz } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { HttpConnection } from '../orders/http-connection.ts';
import type { LoadMember } from '../orders/load-job.ts';
import { quantile } from '../spread.ts';

/** By the primary key only, so that polling does not disturb the measurement. */
const ended = defineQuery({
  name: 'bench.endedContracts',
  text: 'select id from futures_contracts where id = any($1) and status <> 1',
  params: [arrayOf(int8)],
  row: { id: int8 },
});

const idRange = defineQuery({
  name: 'bench.contractIds',
  text: 'select min(id) as first, max(id) as last from futures_contracts where due_at = $1',
  params: [timestamptz],
  row: { first: int8, last: int8 },
});

const POLL_MS = 10;
const GIVE_UP_MS = 120_000;

/** Evenly spread over the burst, including its first and last contract. */
const WATCHED = 200;

/** The delays until contracts were durably settled, polled every few milliseconds; milliseconds, sorted. */
export async function watchSettling(database: Database, dueAt: number): Promise<Float64Array> {
  const { first, last } = await database.one(idRange, [dueAt]);
  const apart = (last - first) / (WATCHED - 1);
  const spread = Array.from({ length: WATCHED }, (_, at) => Math.round(first + at * apart));
  let pending = [...new Set(spread)];
  const lateness: number[] = [];
  await sleep(Math.max(0, dueAt - Date.now()));
  while (pending.length > 0) {
    const done = new Set((await database.many(ended, [pending])).map(({ id }) => id));
    const lateMs = Date.now() - dueAt;
    if (lateMs > GIVE_UP_MS) throw new Error('contracts stay pending');
    for (const _id of done) lateness.push(lateMs);
    pending = pending.filter((id) => !done.has(id));
    if (pending.length > 0) await sleep(POLL_MS);
  }
  return Float64Array.from(lateness).sort();
}

/** Devices of these members; `finish` returns the delays of their notifications, milliseconds, sorted. */
export async function openDevices(port: number, members: readonly LoadMember[]) {
  const notified: { at: number; dueId: number }[] = [];
  const sockets = await Promise.all(
    members.map(async ({ token }) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`);
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.on('message', (data: Buffer) => {
          const message = JSON.parse(data.toString()) as {
            kind: string;
            topic?: string;
            data?: { ID: number; status: number };
          };
          if (message.kind === 'welcome') resolve();
          if (message.topic !== 'futures.contract' || message.data === undefined) return;
          if (message.data.status !== 1) notified.push({ at: Date.now(), dueId: message.data.ID });
        });
        socket.once('open', () => socket.send(JSON.stringify({ token })));
      });
      return socket;
    }),
  );
  return {
    notified: () => notified.length,
    finish(dueAt: number): Float64Array {
      for (const socket of sockets) socket.terminate();
      return Float64Array.from(notified, ({ at }) => at - dueAt).sort();
    },
  };
}

export interface Feel {
  /** Milliseconds, sorted. */
  readonly latencies: Float64Array;
  readonly refused: number;
}

const PER_SECOND = 60;

/** Latency of other members meanwhile: reads and placements at a fixed rate until stopped. */
export async function feelApi(port: number, members: readonly LoadMember[]) {
  const connections = await Promise.all(
    Array.from({ length: 16 }, () => HttpConnection.open(port)),
  );
  const latencies: number[] = [];
  let refused = 0;
  let isOver = false;
  let count = 0;
  const one = async (connection: HttpConnection) => {
    const request = requestOf(count, members[count % members.length]!.token);
    count += 1;
    const start = performance.now();
    const answer = await connection.send(request);
    latencies.push(performance.now() - start);
    if (!answer.startsWith('{"code":0,')) refused += 1;
    connections.push(connection);
  };
  const beat = async () => {
    const start = performance.now();
    for (let sent = 0; !isOver; sent += 1) {
      await sleep(Math.max(0, start + (sent * 1_000) / PER_SECOND - performance.now()));
      // In turns, because the server closes connections that are idle for a few seconds.
      const connection = connections.shift();
      if (connection !== undefined) void one(connection);
    }
  };
  const beating = beat();
  return async (): Promise<Feel> => {
    isOver = true;
    await beating;
    await sleep(500);
    for (const connection of connections) connection.close();
    return { latencies: Float64Array.from(latencies).sort(), refused };
  };
}

/** Quotes, balances, lists, and every sixth a new contract. */
function requestOf(count: number, token: string): string {
  const head = `host: localhost\r\nx-token: ${token}\r\n`;
  const get = (path: string) => `GET /api${path} HTTP/1.1\r\n${head}\r\n`;
  const post = (path: string, body: string) =>
    `POST /api${path} HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const kinds = [
    () => get('/user/mycoin?cate=1'),
    () => post('/base/tradelist', '{"from":1,"page":1,"pageSize":20}'),
    () => get('/hyorder/myHyorderList?page=1&pageSize=10'),
    () => get('/user/mycoin?cate=1'),
    () => post('/base/tradelist', '{"from":2,"page":1,"pageSize":20}'),
    () =>
      post(
        '/hyorder/createHyorder',
        `{"cate":${1 + (count % 2)},"usdt":"10","coinname":"btcusdt","ctime_num":300}`,
      ),
  ];
  return kinds[count % kinds.length]!();
}

export function quantiles(sorted: Float64Array): { p50: number; p99: number; max: number } {
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
}
