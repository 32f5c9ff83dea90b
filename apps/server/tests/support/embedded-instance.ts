/** An instance on the embedded database, for tests that kill it. */
import { Client } from 'pg';
import { startEmbedded } from '../../src/platform/database/embedded.ts';
import { every, passTime } from './pass-time.ts';

const [dataDir = ''] = process.argv.slice(2);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const embedded = await startEmbedded({ dataDir, onProgress: print });

async function count(sql: string): Promise<string> {
  const client = new Client(embedded.owner);
  await client.connect();
  await client.query(sql);
  const result = await client.query<{ count: string }>('select count(*) from start');
  await client.end();
  return result.rows[0]?.count ?? '';
}

const finish = async (): Promise<void> => {
  await passTime(200, 'its work outlasts the signal that ends it');
  print(`last words ${await count('select 1')}`);
  await embedded.stop();
  process.exit(0);
};
process.on('SIGINT', () => void finish());
process.on('SIGTERM', () => void finish());

const record =
  'create table if not exists start (at timestamptz); insert into start values (now())';
print(`up ${await count(record)}`);
every(1_000, () => undefined);
