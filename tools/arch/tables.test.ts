/** Each table has one owner, and only the owner's files read or write it. */
import { describe, expect, test } from 'vitest';
import { slugs } from './slugs.ts';
import { productFiles, sourceText } from './source-files.ts';
import {
  migrationOwner,
  migrations,
  ownerOfFile,
  tableOwners,
  tablesAhead,
  tablesChanged,
  tablesCreated,
  tablesTouched,
} from './table-owners.ts';

const owners = tableOwners();

/** The audit may read everything. */
const readsEverything = (file: string): boolean =>
  /^apps\/server\/src\/(audit[.]ts|audit\/)/.test(file);

/** Each feature declares in it what its entries need (ADR 9); its own test compares the rows with the files. */
const DECLARATIONS = 'ledger_facts';

describe('the tables of the tree', () => {
  test('exist', () => expect(owners.size).toBeGreaterThan(5));

  test('belong to the feature, kernel or platform named in the first line of their migration', () => {
    const unnamed = migrations().filter((file) => {
      const owner = migrationOwner(sourceText(file));
      return owner === undefined || !(slugs.has(owner) || ['kernel', 'platform'].includes(owner));
    });
    expect(unnamed).toEqual([]);
  });

  test('are changed only by migrations of their owner', () => {
    const foreign = migrations().flatMap((file) => {
      const owner = migrationOwner(sourceText(file));
      return tablesChanged(sourceText(file), owners.keys())
        .filter((table) => owners.get(table) !== owner && table !== DECLARATIONS)
        .map((table) => `${file} changes ${table} of ${owners.get(table)}`);
    });
    expect(foreign).toEqual([]);
  });

  test('are used only by migrations after those that create them, so that each layer uses the ones below', () => {
    const files = migrations().map((name) => ({ name, sql: sourceText(name) }));
    expect(tablesAhead(files)).toEqual([]);
  });

  test('are made by migrations with numbers from 1000 to 1999, and changed by those from 2000 on', () => {
    const numbers = migrations().map((file) => Number(/(\d{4})-[^/]*$/.exec(file)?.[1]));
    expect(numbers.filter((number) => !(number >= 1000))).toEqual([]);
  });

  test('are used only by files of their owner', () => {
    const foreign = productFiles()
      .filter((file) => file.startsWith('apps/server/') && !readsEverything(file))
      .flatMap((file) =>
        tablesTouched(sourceText(file), owners.keys())
          .filter((table) => owners.get(table) !== ownerOfFile(file))
          .map((table) => `${file} touches ${table} of ${owners.get(table)}`),
      );
    expect(foreign).toEqual([]);
  });
});

describe('the table checks', () => {
  const tables = ['spot_orders', 'members'];

  test('find the owner and the tables of a migration', () => {
    const sql =
      '-- feature: spot\ncreate table spot_orders (id int);\n-- create table ghost (id int);';
    expect(migrationOwner(sql)).toBe('spot');
    expect(migrationOwner('-- spot')).toBeUndefined();
    expect(migrationOwner('-- feature: service')).toBe('support');
    expect(tablesCreated(sql)).toEqual(['spot_orders']);
  });

  test('find a table that is read, joined or written, and none in a comment', () => {
    expect(tablesTouched('`select 1 from members m`', tables)).toEqual(['members']);
    expect(tablesTouched('`update spot_orders set x = 1`', tables)).toEqual(['spot_orders']);
    expect(tablesTouched('`select 1 from a join members on true`', tables)).toEqual(['members']);
    expect(tablesTouched('`MERGE INTO public.Members m`', tables)).toEqual(['members']);
    expect(tablesTouched('`truncate table only members`', tables)).toEqual(['members']);
    expect(tablesTouched("defineTable('members', {})", tables)).toEqual(['members']);
    expect(tablesTouched('// taken from members\nconst x = 1;', tables)).toEqual([]);
    expect(tablesTouched('`select 1 from members_of_house`', tables)).toEqual([]);
  });

  test('find a migration that changes a table, and allow one that refers to it', () => {
    expect(tablesChanged('alter table members add x int;', tables)).toEqual(['members']);
    expect(tablesChanged('create table a (m int references members (id));', tables)).toEqual([]);
  });

  test('find a migration that uses a table before it exists, and allow one of the same owner', () => {
    const create = (owner: string, table: string, more = '') => ({
      name: owner,
      sql: `-- feature: ${owner}\ncreate table ${table} (id int);\n${more}`,
    });
    const reads = 'create view v as select 1 from later_orders;';
    expect(tablesAhead([create('spot', 'a', reads), create('loan', 'later_orders')])).toEqual([
      'spot uses later_orders',
    ]);
    expect(tablesAhead([create('spot', 'a', reads), create('spot', 'later_orders')])).toEqual([]);
    const again = create('loan', 'later_orders');
    expect(tablesAhead([again, create('spot', 'a', reads), again])).toEqual([]);
    expect(tablesAhead([create('loan', 'later_orders'), create('spot', 'a', reads)])).toEqual([]);
  });

  test('find the owner of a file', () => {
    expect(ownerOfFile('apps/server/src/features/trading/spot/store.ts')).toBe('spot');
    expect(ownerOfFile('apps/server/src/kernel/members/members.ts')).toBe('kernel');
    expect(ownerOfFile('apps/server/src/main.ts')).toBe('app');
  });
});
