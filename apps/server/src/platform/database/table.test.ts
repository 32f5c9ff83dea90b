import { expect, test } from 'vitest';
import { amount, int8, nullable, text, timestamptz } from './columns.ts';
import type { Tx } from './database.ts';
import type { Query } from './query.ts';
import { arraysOf, defineTable, excluded, type TableRow } from './table.ts';

const cards = defineTable('cards', {
  id: int8,
  memberId: int8,
  holder: text,
  most: nullable(amount),
  createdAt: timestamptz,
});

/** A transaction that remembers what it was asked. */
function recording() {
  const asked: { text: string; params: readonly unknown[] }[] = [];
  const ask = (query: Query<never, unknown>, params: readonly unknown[]) => {
    asked.push({ text: query.text, params });
    return Promise.resolve({ id: 7 });
  };
  return { asked, tx: { run: ask, one: ask } as unknown as Tx };
}

const keysOf = (query: Query<never, unknown>) => query.columns.map(([key]) => key);

test('a query reads all columns in the order in which the table declares them', () => {
  const byId = cards.select('tabletest.byId', 'where id = $1', [int8]);
  expect(byId.text).toBe('select id, member_id, holder, most, created_at from cards where id = $1');
  expect(keysOf(byId)).toEqual(['id', 'memberId', 'holder', 'most', 'createdAt']);
  const row: TableRow<typeof cards> = {
    id: 1,
    memberId: 2,
    holder: 'A',
    most: null,
    createdAt: 3,
  };
  expect(Object.keys(row)).toEqual(keysOf(byId));
});

test('a query reads a part of the columns, in the order of that part, or all but some', () => {
  const picked = cards.pick('holder', 'id').select('tabletest.picked', '', []);
  expect([picked.text, keysOf(picked)]).toEqual(['select holder, id from cards', ['holder', 'id']]);
  const rest = cards.omit('memberId', 'createdAt').update('tabletest.rest', 'most = null', []);
  expect(rest.text).toBe('update cards set most = null returning id, holder, most');
});

test('an alias is written before each column, and an expression in place of its column', () => {
  const named = cards
    .as('c')
    .omit('createdAt', 'most')
    .with({ holder: text, uses: int8 }, { holder: 'upper(c.holder)', uses: 'count(u)' });
  expect(named.select('tabletest.named', 'left join uses u on u.card_id = c.id', []).text).toBe(
    'select c.id, c.member_id, upper(c.holder) as holder, count(u) as uses from cards c left join uses u on u.card_id = c.id',
  );
  expect(named.count('tabletest.count', 'where c.id > $1', [int8]).text).toBe(
    'select count(*)::int as total from cards c where c.id > $1',
  );
});

test('an insert takes its values by name, whatever else the object has', async () => {
  const { asked, tx } = recording();
  const insert = cards.insert('tabletest.insert', ['memberId', 'createdAt', 'holder'], {
    also: { most: '0', expiresAt: `$createdAt + interval '1 year'` },
    onConflict: `(holder) do update set ${excluded('memberId', 'createdAt')}`,
  });
  await insert(tx, { holder: 'A', createdAt: 5, memberId: 2, id: 9 } as never);
  expect(asked).toEqual([
    {
      text:
        "insert into cards (member_id, created_at, holder, most, expires_at) values ($1, $2, $3, 0, $2 + interval '1 year')" +
        ' on conflict (holder) do update set member_id = excluded.member_id, created_at = excluded.created_at',
      params: [2, 5, 'A'],
    },
  ]);
});

test('an insert returns the columns that are read', async () => {
  const { asked, tx } = recording();
  const insert = cards.as('c').pick('id').insertReturning('tabletest.returning', ['holder']);
  expect(await insert(tx, { holder: 'A' })).toEqual({ id: 7 });
  expect(asked[0]?.text).toBe('insert into cards as c (holder) values ($1) returning c.id');
});

test('many rows are inserted by one statement, each column as an array', async () => {
  const { asked, tx } = recording();
  const insertMany = cards.insertMany('tabletest.many', ['memberId', 'most'], {
    onConflict: 'do nothing',
  });
  await insertMany(tx, [
    { memberId: 1, most: null },
    { memberId: 2, most: null },
  ]);
  expect(asked[0]?.text.replaceAll(/\s+/g, ' ')).toBe(
    'insert into cards (member_id, most) select * from unnest($1::bigint[], $2::numeric[]) on conflict do nothing',
  );
  expect(asked[0]?.params).toEqual([
    [1, 2],
    [null, null],
  ]);
  expect(arraysOf({ id: int8 }, [])).toEqual([[]]);
});
