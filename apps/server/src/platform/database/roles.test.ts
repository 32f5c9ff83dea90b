/** The rights of each database role, and the preparation of an operator's own server. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdmin, type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { clusterAdmin, MIGRATIONS } from '../../../tests/support/cluster.ts';
import type { ConnectionTarget } from './connection.ts';
import { text } from './columns.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { defineQuery } from './query.ts';
import { prepareServer, withSession } from './roles.ts';

const whoAmI = defineQuery({
  name: 'roletest.who',
  text: 'select current_user::text as role, session_user::text as login',
  params: [],
  row: { role: text, login: text },
});

async function attempt(target: ConnectionTarget, sql: string): Promise<string> {
  const client = new Client(target);
  await client.connect();
  try {
    await client.query(sql);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}

const FORBIDDEN = '42501';

test('the error for an unreachable server names the setting DATABASE_URL', async () => {
  const nowhere = prepareServer({ url: 'postgres://someone@127.0.0.1:1/tern' });
  await expect(nowhere).rejects.toThrow(/DATABASE_URL cannot be used: .*ECONNREFUSED/);
});

describe('the role of the running server', () => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase();
    expect(await attempt(fresh.ownerTarget, 'create table owned (id int primary key)')).toBe(
      'allowed',
    );
    const makeFunction = `create function owned_work() returns int language sql as 'select 1'`;
    expect(await attempt(fresh.ownerTarget, makeFunction)).toBe('allowed');
  });
  afterAll(() => fresh.drop());

  test.each([
    ['read a table that is not granted', 'select * from owned'],
    ['write it', 'insert into owned values (1)'],
    ['truncate it', 'truncate owned'],
    ['drop it', 'drop table owned'],
    ['change it', 'alter table owned add column extra int'],
    ['run a function that is not granted', 'select owned_work()'],
    ['create tables', 'create table mine (id int)'],
    ['create temporary tables', 'create temp table mine (id int)'],
    ['create schemas', 'create schema mine'],
    ['create functions', `create function mine() returns int language sql as 'select 1'`],
    ['create roles', 'create role mine'],
    ['read the history of migrations', 'select * from schema_migrations'],
    ['become the owner', 'set role tern_owner'],
  ])('cannot %s', async (_what, sql) => {
    expect(await attempt(fresh.appTarget, sql)).toBe(FORBIDDEN);
  });

  test('has the rights that a migration grants', async () => {
    await attempt(fresh.ownerTarget, 'grant select on owned to tern_app');
    expect(await attempt(fresh.appTarget, 'select * from owned')).toBe('allowed');
  });
});

describe("an operator's own server", () => {
  const suffix = randomBytes(4).toString('hex');
  const name = `own_${suffix}`;
  const urlOf = (user: string): string => {
    const { host, port } = clusterAdmin();
    return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`;
  };
  beforeAll(() =>
    asAdmin(
      `create role ${name} login createrole`,
      `create role ${name}_plain login`,
      `create role ${name}_member login`,
      `create role ${name}_creator login createrole`,
      `create database ${name} owner ${name}`,
      `grant tern_app to ${name}_member`,
      `grant tern_app to ${name} with admin option`,
    ),
  );
  afterAll(() =>
    asAdmin(
      `drop database ${name} with (force)`,
      `drop role ${name}, ${name}_plain, ${name}_member, ${name}_creator`,
    ),
  );

  test('runs migrations as its login and the server as the restricted role', async () => {
    const access = await prepareServer({ url: urlOf(name) });
    await migrate({ owner: access.owner, folder: MIGRATIONS });
    const database = await openDatabase({ connection: access.app, allowUnsafe: true });
    try {
      expect(await database.one(whoAmI, [])).toEqual({ role: 'tern_app', login: name });
    } finally {
      await database.close();
    }
  });

  test('may use one login for migrations and another for the server', async () => {
    const access = await prepareServer({ url: urlOf(`${name}_plain`), ownerUrl: urlOf(name) });
    const database = await openDatabase({ connection: access.app, allowUnsafe: true });
    try {
      expect(await database.one(whoAmI, [])).toEqual({
        role: 'tern_app',
        login: `${name}_plain`,
      });
    } finally {
      await database.close();
      await asAdmin(`revoke tern_app from ${name}_plain granted by ${name}`);
    }
  });

  test('needs no special rights after an administrator has prepared it', async () => {
    const access = await prepareServer({ url: urlOf(`${name}_member`) });
    expect(access.app).toEqual({ url: urlOf(`${name}_member`), role: 'tern_app' });
  });

  test('grants the role to a login that created it, and so may grant it but not switch to it', async () => {
    await asAdmin(`grant tern_app to ${name}_creator with admin option, set false`);
    const creator = { url: urlOf(`${name}_creator`) };
    expect(await prepareServer(creator)).toMatchObject({ app: { role: 'tern_app' } });
  });

  test('grants nothing to a login that has the role already', async () => {
    const owner = { url: urlOf(name) };
    await prepareServer({ url: urlOf(`${name}_member`), ownerUrl: owner.url });
    const grants = await withSession(owner, (client) =>
      client.query('select grantor from pg_auth_members where member = $1::regrole', [
        `${name}_member`,
      ]),
    );
    expect(grants.rowCount).toBe(1);
  });

  test('is refused, with the commands to run, when the login may not prepare it', async () => {
    await expect(prepareServer({ url: urlOf(`${name}_plain`) })).rejects.toThrow(
      `create role tern_app nologin;\ngrant tern_app to "${name}_plain";`,
    );
  });

  test('is refused when it can lose acknowledged work', async () => {
    await expect(openDatabase({ connection: { url: urlOf(name) } })).rejects.toThrow(
      'fsync, synchronous_commit, full_page_writes is off',
    );
  });
});
