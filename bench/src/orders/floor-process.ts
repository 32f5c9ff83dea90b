/** Two trivial servers: the floors of this machine under the same load. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { arrayOf, text } from '../../../apps/server/src/platform/database/columns.ts';
import type { ConnectionTarget } from '../../../apps/server/src/platform/database/connection.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineStatement } from '../../../apps/server/src/platform/database/query.ts';

const createTable = defineStatement({
  name: 'bench.createFloor',
  text: 'create table bench_floor (id bigint generated always as identity primary key, body jsonb not null)',
  params: [],
});
const insertBodies = defineStatement({
  name: 'bench.insertFloor',
  text: 'insert into bench_floor (body) select body::jsonb from unnest($1::text[]) as body',
  params: [arrayOf(text)],
});

type Done = () => void;

/** Calls `handle` with the parsed body and a function to answer. */
function listen(handle: (body: string, done: Done) => void): Promise<number> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      JSON.parse(body);
      handle(body, () => {
        const answer = '{"code":0,"msg":"ok","data":{}}';
        response.setHeader('content-type', 'application/json');
        response.setHeader('content-length', answer.length);
        response.end(answer);
      });
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

/** All requests queued during a commit share the next one: one insert, one commit, then all answers. */
async function groupCommit(connection: ConnectionTarget) {
  const database = await openDatabase({ connection, poolSize: 1 });
  await database.transaction((tx) => tx.run(createTable, []));
  let waiting: { body: string; done: Done }[] = [];
  let isRunning = false;
  const work = async () => {
    isRunning = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      await database.transaction((tx) => tx.run(insertBodies, [taken.map(({ body }) => body)]));
      for (const { done } of taken) done();
    }
    isRunning = false;
  };
  return (body: string, done: Done) => {
    waiting.push({ body, done });
    if (!isRunning) void work();
  };
}

async function serve(connection: ConnectionTarget): Promise<void> {
  const bare = await listen((_body, done) => done());
  const group = await listen(await groupCommit(connection));
  process.send?.({ bare, group });
}

process.on('message', (connection: ConnectionTarget) => void serve(connection));
process.on('disconnect', () => process.exit(0));
