/** Expired rows are deleted in steps, also after a long downtime. */
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPruning } from '../src/app/prune-outbox.ts';
import type { Job } from '../src/platform/feature.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { runMarket } from './support/running-market.ts';

let fresh: FreshDatabase;
let owner: Client;

beforeEach(async () => {
  fresh = await freshDatabase();
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await fresh.drop();
});

const count = async (sql: string) =>
  Number((await owner.query<{ count: string }>(`select count(*) from ${sql}`)).rows[0]!.count);

async function runJob(jobs: readonly Job[] | undefined, name: string): Promise<number> {
  const job = jobs?.find((each) => each.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  let steps = 0;
  const { transaction } = fresh.database;
  fresh.database.transaction = (work) => {
    steps += 1;
    return transaction(work);
  };
  await job.run();
  fresh.database.transaction = transaction;
  return steps;
}

describe('a backlog', () => {
  const clock = { now: () => Date.now() };

  it('of events is deleted in several steps, except the last one', async () => {
    await owner.query(`insert into member_events (member_ids, events, created_at)
      select '{}', '[]', now() - interval '2 hours' from generate_series(1, 12000)`);
    const { jobs } = createPruning(fresh.database, clock);
    // Other tests in this cluster may have older transactions open.
    const isReadable =
      '(select max(transaction_id) < pg_snapshot_xmin(pg_current_snapshot()) as is from member_events) m';
    await expect.poll(() => count(`${isReadable} where m.is`)).toBe(1);
    expect([await runJob(jobs, 'pruning.events'), await count('member_events')]).toEqual([
      0, 12_001,
    ]);
    expect([await runJob(jobs, 'pruning.events'), await count('member_events')]).toEqual([4, 1]);
  });

  it('of stored answers is deleted in several steps, except those of the last two days', async () => {
    await owner.query(`insert into idempotency_keys (member_id, key, request_hash, answer, created_at)
      select 1, 'key' || i, '', '{}', now() - interval '47 hours' * (1 + i % 2) from generate_series(1, 12000) i`);
    const steps = await runJob(createPruning(fresh.database, clock).jobs, 'pruning.keys');
    expect([steps, await count('idempotency_keys')]).toEqual([3, 6_000]);
  });

  it('of messages is deleted in several steps after 90 days, except those that still wait', async () => {
    await owner.query(`insert into outgoing_messages
        (channel, recipient, subject, body, purpose, state, next_attempt_at, created_at)
      select 'email', 'someone@tern.test', 's', 'b', 'code', (array['sent', 'recorded', 'failed', 'waiting'])[1 + i % 4],
        now(), now() - interval '89 days' - (i % 3) * interval '1 day' from generate_series(1, 24000) i`);
    const steps = await runJob(createPruning(fresh.database, clock).jobs, 'pruning.messages');
    expect(steps).toBe(4);
    const old = `outgoing_messages where created_at < now() - interval '90 days'`;
    expect(await count(`${old} and state <> 'waiting'`)).toBe(0);
    expect(await count(`${old} and state = 'waiting'`)).toBeGreaterThan(1_000);
    expect(await count('outgoing_messages')).toBe(24_000 - 2 * 6_000);
  });

  it('of ticks is deleted in several steps, and the last hash is kept', async () => {
    const { market } = await runMarket(fresh.database, Date.now(), { sources: [] });
    await owner.query(`insert into ticks (instrument_id, seq, at, price, quantity, taker_side, source, rule, hash)
      select 2, i, now() - interval '60 hours' + i * interval '1 second', 1, 1, 'buy', 'test', 1, sha256(i::text::bytea)
      from generate_series(1, 1700) i`);
    const steps = await runJob(market.jobs, 'pricing.prune-ticks');
    expect(steps).toBeGreaterThanOrEqual(4);
    expect(await count('ticks where instrument_id = 2')).toBe(1);
    const { rows } = await owner.query(
      `select seq::int, hash = sha256('1699') as is_its_hash from tick_checkpoints where instrument_id = 2`,
    );
    expect(rows).toEqual([{ seq: 1_699, is_its_hash: true }]);
  });
});
