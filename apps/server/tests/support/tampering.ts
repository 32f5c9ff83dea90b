/** Changes made with every right and all guards disabled, and what the audit then finds. */
import { expect, inject } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { defineStatement } from '../../src/platform/database/query.ts';
import type { FreshDatabase } from './database.ts';
import { openRewindable } from './rewindable.ts';

let named = 0;
const statement = (text: string) => {
  named += 1;
  return defineStatement({ name: `test.tampered${named}`, text, params: [] });
};

/** The failed rules after these statements, which are rolled back; the last one must have changed a row. */
export async function failedRulesAfter(
  fresh: FreshDatabase,
  ...statements: readonly string[]
): Promise<string[]> {
  const target = { ...inject('clusterAdmin'), database: fresh.appTarget.database! };
  const { database, close } = await openRewindable(target, () => () => undefined);
  try {
    let changed = 0;
    await database.transaction(async (tx) => {
      await tx.run(statement('set local session_replication_role = replica'), []);
      for (const each of statements) changed = await tx.run(statement(each), []);
    });
    expect(changed).toBeGreaterThan(0);
    const findings = await auditBooks(database);
    return findings.filter(({ faults }) => faults.length > 0).map(({ rule }) => rule);
  } finally {
    await close();
  }
}
