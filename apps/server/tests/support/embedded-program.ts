/** A program on the embedded database, for tests that kill it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '../../src/platform/database/embedded.ts';

const [dataDir = ''] = process.argv.slice(2);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const embedded = await startEmbedded({ dataDir, onProgress: say });

async function count(sql: string): Promise<string> {
  const client = new Client(embedded.owner);
  await client.connect();
  await client.query(sql);
  const result = await client.query<{ count: string }>('select count(*) from start');
  await client.end();
  return result.rows[0]?.count ?? '';
}

const finish = async (): Promise<void> => {
  await sleep(200);
  say(`last words ${await count('select 1')}`);
  await embedded.stop();
  process.exit(0);
};
process.on('SIGINT', () => void finish());
process.on('SIGTERM', () => void finish());

const record =
  'create table if not exists start (at timestamptz); insert into start values (now())';
say(`up ${await count(record)}`);
setInterval(() => undefined, 1_000);
