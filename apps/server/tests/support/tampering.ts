/** Changes made with every right and all guards disabled, and what the audit then finds. */
import { Client } from 'pg';
import { expect } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import type { Finding } from '../../src/audit/ledger.ts';
import { invariants } from '../../src/audit/invariants.ts';
import { type Invariant, NO_END, type Since } from '../../src/kernel/invariants/invariant.ts';
import { piecesOf } from '../../src/kernel/invariants/pieces.ts';
import { int8, nullable, text } from '../../src/platform/database/columns.ts';
import type { Database, Reader } from '../../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import type { FreshDatabase } from './database.ts';
import { openRewindable } from './rewindable.ts';
import { clusterAdmin } from './cluster.ts';

let named = 0;
const statement = (sql: string) => {
  named += 1;
  return defineStatement({ name: `test.tampered${named}`, text: sql, params: [] });
};

/** Commits a statement with every right and all guards disabled. */
export async function withoutGuards(fresh: FreshDatabase, sql: string): Promise<void> {
  const client = new Client({ ...clusterAdmin(), database: fresh.appTarget.database! });
  await client.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  } finally {
    await client.end();
  }
}

/** The failed rules after these statements, which are rolled back; the last one must have changed a row. */
export function failedRulesAfter(
  fresh: FreshDatabase,
  ...statements: readonly string[]
): Promise<string[]> {
  return failedRulesOf(auditBooks, fresh, statements);
}

/** The same of a part of the audit, for a table of cases: the whole one takes ten times as long. */
export async function failedRulesOf(
  audit: (database: Database) => Promise<readonly Finding[]>,
  fresh: FreshDatabase,
  statements: readonly string[],
): Promise<string[]> {
  const target = { ...clusterAdmin(), database: fresh.appTarget.database! };
  const { database, close } = await openRewindable(target, () => () => undefined);
  try {
    let changed = 0;
    await database.transaction(async (tx) => {
      await tx.run(statement('set local session_replication_role = replica'), []);
      for (const each of statements) changed = await tx.run(statement(each), []);
    });
    expect(changed).toBeGreaterThan(0);
    const findings = await audit(database);
    return findings.filter(({ faults }) => faults.length > 0).map(({ rule }) => rule);
  } finally {
    await close();
  }
}

const sinceQuery = defineQuery({
  name: 'test.checkedSince',
  text: `select p.entries_through, p.postings_through, r.id, coalesce(r.own_through, 0)::int8 as own_through
    from invariant_progress p left join invariant_results r on true`,
  params: [],
  row: { entriesThrough: int8, postingsThrough: int8, id: nullable(text), ownThrough: int8 },
});

/** Some entries: a few pieces of what a test writes. */
const PIECE = 12;

/** What a check of all entries at once finds, which must be what one in pieces finds. */
async function faultsOf(reader: Reader, { id, find, isOfEntries }: Invariant, since: Since) {
  const whole = await find(reader, since);
  if (isOfEntries !== true) return whole;
  const found: string[] = [];
  for (const piece of await piecesOf(reader, since, { through: NO_END, size: PIECE })) {
    found.push(...(await find(reader, { ...piece, own: 0 })));
  }
  expect([id, found.toSorted()]).toEqual([id, whole.toSorted()]);
  return whole;
}

/** The invariants that the next check finds broken after these statements, which are rolled back. */
export async function brokenInvariantsAfter(
  fresh: FreshDatabase,
  ...statements: readonly string[]
): Promise<string[]> {
  const target = { ...clusterAdmin(), database: fresh.appTarget.database! };
  const { database, close } = await openRewindable(target, () => () => undefined);
  try {
    await database.transaction(async (tx) => {
      await tx.run(statement('set local session_replication_role = replica'), []);
      for (const each of statements) await tx.run(statement(each), []);
    });
    const checked = await database.many(sinceQuery, []);
    const broken: string[] = [];
    for (const rule of invariants) {
      const { id } = rule;
      const { entriesThrough: entry, postingsThrough: posting } = checked[0]!;
      const own = checked.find((each) => each.id === id)?.ownThrough ?? 0;
      if ((await faultsOf(database, rule, { entry, posting, own })).length > 0) broken.push(id);
    }
    return broken;
  } finally {
    await close();
  }
}
