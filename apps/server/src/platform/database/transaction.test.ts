/** The guarantees of transactions, on the real server. */
import { Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { int4, int8, text } from './columns.ts';
import { isCheckViolation, isUniqueViolation, UnknownOutcome } from './database-errors.ts';
import { defineQuery, defineStatement } from './query.ts';
import { inTransaction } from './transaction.ts';

const insert = defineStatement({
  name: 'txtest.insert',
  text: 'insert into note (id, body) values ($1, $2)',
  params: [int4, text],
});
const count = defineQuery({
  name: 'txtest.count',
  text: 'select count(*) as count from note',
  params: [],
  row: { count: int8 },
});
const bodies = defineQuery({
  name: 'txtest.bodies',
  text: 'select body from note where id >= $1 order by id',
  params: [int4],
  row: { body: text },
});
const killSelf = defineQuery({
  name: 'txtest.kill-self',
  text: 'select pg_terminate_backend(pg_backend_pid())::int as killed',
  params: [],
  row: { killed: int4 },
});
const lock = defineQuery({
  name: 'txtest.lock',
  text: 'select 1 as done from pg_advisory_xact_lock(1)',
  params: [],
  row: { done: int4 },
});
const after = defineQuery({
  name: 'txtest.after',
  text: 'select 2 as done',
  params: [],
  row: { done: int4 },
});

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase({ migrated: false });
  const setUp = [
    'create table note (id int primary key, body text not null check (body <> $$bad$$))',
    // A constraint that is checked at COMMIT.
    'create table late (id int primary key, parent int references late deferrable initially deferred)',
    // Ends the connection during COMMIT.
    `create function cut() returns trigger language plpgsql security definer as
     'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
    'create table cutting (id int primary key)',
    `create constraint trigger cut after insert on cutting
     deferrable initially deferred for each row execute function cut()`,
  ].map((sql, index) => defineStatement({ name: `txtest.setup-${index}`, text: sql, params: [] }));
  await fresh.owner.transaction(async (tx) => {
    for (const statement of setUp) await tx.run(statement, []);
  });
});
beforeEach(async () => {
  const clear = defineStatement({
    name: 'txtest.clear',
    text: 'delete from note',
    params: [],
  });
  await fresh.owner.transaction((tx) => tx.run(clear, []));
});
afterAll(() => fresh.drop());

const noteCount = async (): Promise<number> => (await fresh.owner.one(count, [])).count;

describe('a transaction', () => {
  test('commits when its work succeeds', async () => {
    const written = await fresh.owner.transaction(async (tx) => {
      const rows = await Promise.all([tx.run(insert, [1, 'a']), tx.run(insert, [2, 'b'])]);
      return rows[0] + rows[1];
    });
    expect(written).toBe(2);
    expect(await noteCount()).toBe(2);
  });

  test('rolls back when its work throws', async () => {
    const work = fresh.owner.transaction(async (tx) => {
      await tx.run(insert, [1, 'a']);
      throw new Error('changed our mind');
    });
    await expect(work).rejects.toThrow('changed our mind');
    expect(await noteCount()).toBe(0);
  });

  test('rolls back when a statement fails that was not awaited', async () => {
    const work = fresh.owner.transaction(async (tx) => {
      void tx.run(insert, [1, 'a']);
      void tx.run(insert, [2, 'bad']);
      void tx.run(insert, [3, 'c']);
    });
    await expect(work).rejects.toSatisfy((error) => isCheckViolation(error, 'note_body_check'));
    expect(await noteCount()).toBe(0);
  });

  test('rolls back when a failed statement was caught and the work continued', async () => {
    const work = fresh.owner.transaction(async (tx) => {
      await tx.run(insert, [1, 'a']);
      await tx.run(insert, [1, 'again']).catch(() => undefined);
      return 'fine';
    });
    await expect(work).rejects.toSatisfy((error) => isUniqueViolation(error, 'note_pkey'));
    expect(await noteCount()).toBe(0);
  });

  test('throws the first failure, not those of the statements after it', async () => {
    const work = fresh.owner.transaction(async (tx) => {
      void tx.run(insert, [2, 'bad']);
      await tx.many(bodies, [0]);
    });
    await expect(work).rejects.toSatisfy((error) => isCheckViolation(error));
  });

  test('throws the error that the work made of a failure', async () => {
    const work = fresh.owner.transaction(async (tx) => {
      await tx.run(insert, [1, 'bad']).catch(() => {
        throw new Error('refused');
      });
    });
    await expect(work).rejects.toThrow('refused');
  });

  test('runs pipelined statements in the order of the calls', async () => {
    const seen = await fresh.owner.transaction(async (tx) => {
      const first = tx.run(insert, [1, 'a']);
      const between = tx.many(bodies, [0]);
      const second = tx.run(insert, [2, 'b']);
      await Promise.all([first, second]);
      return between;
    });
    expect(seen).toEqual([{ body: 'a' }]);
  });

  test('pipelines statements without waiting for each answer', async () => {
    const holder = new Client(fresh.ownerTarget);
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    const write = vi.spyOn(Socket.prototype, 'write');
    const sent = () => write.mock.calls.map(([data]) => String(data)).join('');
    const answers = fresh.owner.transaction((tx) =>
      Promise.all([tx.one(lock, []), tx.one(after, [])]),
    );
    // The first one has no answer as long as the other session holds the lock.
    await vi.waitFor(() => expect(sent()).toContain(after.text));
    write.mockRestore();
    await holder.end();
    expect(await answers).toEqual([{ done: 1 }, { done: 2 }]);
  });

  test('fails when a query that must return one row returns none', async () => {
    const one = defineQuery({
      name: 'txtest.one',
      text: 'select body from note where id = $1',
      params: [int4],
      row: { body: text },
    });
    const work = fresh.owner.transaction(async (tx) => {
      await tx.run(insert, [1, 'a']);
      void tx.one(one, [7]);
    });
    await expect(work).rejects.toThrow('txtest.one returned 0 rows instead of one');
    expect(await noteCount()).toBe(0);
    expect(await fresh.owner.maybe(one, [7])).toBeUndefined();
  });

  test('refuses a value that cannot be sent exactly, and rolls back', async () => {
    const work = fresh.owner.transaction(async (tx) => {
      await tx.run(insert, [1, 'a']);
      await tx.run(insert, [1.5, 'b']);
    });
    await expect(work).rejects.toThrow('parameter $1');
    expect(await noteCount()).toBe(0);
  });

  test('refuses statements after its end', async () => {
    let late = async (): Promise<unknown> => undefined;
    await fresh.owner.transaction(async (tx) => {
      late = () => tx.run(insert, [9, 'late']);
    });
    await expect(late()).rejects.toThrow('after its transaction');
    expect(await noteCount()).toBe(0);
  });

  test('fails when a constraint is violated at COMMIT', async () => {
    const orphan = defineStatement({
      name: 'txtest.orphan',
      text: 'insert into late (id, parent) values (1, 99)',
      params: [],
    });
    const work = fresh.owner.transaction(async (tx) => {
      await tx.run(insert, [1, 'a']);
      await tx.run(orphan, []);
    });
    await expect(work).rejects.toThrow('foreign key');
    expect(await noteCount()).toBe(0);
  });

  test('fails when the server answers COMMIT with ROLLBACK', async () => {
    const client = await rawClient();
    try {
      const work = inTransaction(
        client,
        'begin isolation level read committed read write',
        async () => {
          // Fails the transaction without the handle's knowledge, which therefore sends COMMIT.
          await client.query('select 1 / 0').catch(() => undefined);
        },
      );
      await expect(work).rejects.toThrow('COMMIT was answered with ROLLBACK');
    } finally {
      await client.end();
    }
  });

  test('cannot have a partial effect when BEGIN fails', async () => {
    const leave = defineStatement({ name: 'txtest.leave', text: 'rollback', params: [] });
    const work = fresh.owner.transaction(async (tx) => {
      void tx.run(leave, []);
      void tx.run(insert, [1, 'a']);
    });
    await expect(work).rejects.toThrow('read-only');
    expect(await noteCount()).toBe(0);
  });

  test('has an unknown outcome when the connection is lost at COMMIT', async () => {
    const cut = defineStatement({
      name: 'txtest.cut',
      text: 'insert into cutting values (1)',
      params: [],
    });
    const work = fresh.owner.transaction((tx) => tx.run(cut, []));
    await expect(work).rejects.toBeInstanceOf(UnknownOutcome);
    expect(await noteCount()).toBe(0);
  });

  test('fails when the connection is lost before COMMIT', async () => {
    const work = fresh.owner.transaction(async (tx) => {
      await tx.run(insert, [1, 'a']);
      await tx.one(killSelf, []);
    });
    await expect(work).rejects.not.toBeInstanceOf(UnknownOutcome);
    expect(await noteCount()).toBe(0);
  });

  test('refuses the use of the root handle inside', async () => {
    const nested = fresh.owner.transaction(() => fresh.owner.one(count, []));
    await expect(nested).rejects.toThrow('root handle');
    const doubled = fresh.owner.transaction(() => fresh.owner.transaction(async () => 1));
    await expect(doubled).rejects.toThrow('root handle');
    expect(await noteCount()).toBe(0);
  });
});

describe('the root handle', () => {
  test('cannot write outside a transaction', async () => {
    const sneak = defineQuery({
      name: 'txtest.sneak',
      text: 'insert into note (id, body) values ($1, $2) returning id',
      params: [int4, text],
      row: { id: int4 },
    });
    await expect(fresh.owner.one(sneak, [1, 'a'])).rejects.toThrow('read-only');
    await expect(fresh.owner.snapshot((r) => r.one(sneak, [1, 'a']))).rejects.toThrow('read-only');
    expect(await noteCount()).toBe(0);
  });

  test('reads a consistent snapshot', async () => {
    const [before, after] = await fresh.owner.snapshot(async (reader) => {
      const first = await reader.one(count, []);
      await writeFromElsewhere();
      return [first, await reader.one(count, [])];
    });
    expect(after).toEqual(before);
    expect(await noteCount()).toBe(1);
  });
});

async function rawClient(): Promise<Client> {
  const client = new Client(fresh.ownerTarget);
  await client.connect();
  return client;
}

async function writeFromElsewhere(): Promise<void> {
  const client = await rawClient();
  await client.query(`insert into note values (5, 'e')`);
  await client.end();
}
