/** Checks after the load: a clean audit, and every acknowledged order and cancellation in the database. */
import { auditBooks } from '../../../apps/server/src/audit/books.ts';
import { arrayOf, int4, int8 } from '../../../apps/server/src/platform/database/columns.ts';
import type { ConnectionTarget } from '../../../apps/server/src/platform/database/connection.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';

const missing = defineQuery({
  name: 'bench.missingOrders',
  text: `select count(*)::int as count from unnest($1::bigint[]) as acknowledged(id)
    where not exists (select 1 from spot_orders o where o.id = acknowledged.id)`,
  params: [arrayOf(int8)],
  row: { count: int4 },
});

const notCancelled = defineQuery({
  name: 'bench.notCancelled',
  text: `select count(*)::int as count from unnest($1::bigint[]) as acknowledged(id)
    where not exists (select 1 from spot_orders o where o.id = acknowledged.id and o.status = 3)`,
  params: [arrayOf(int8)],
  row: { count: int4 },
});

const trades = defineQuery({
  name: 'bench.tradeCount',
  text: 'select count(*) as count from spot_trades',
  params: [],
  row: { count: int8 },
});

export async function tradeCount(database: Database): Promise<number> {
  return (await database.one(trades, [])).count;
}

export interface Acknowledged {
  readonly placed: number[];
  readonly cancelled: number[];
}

/** Returns the amount checked. @throws Error that lists the failed checks */
export async function verifyMoney(
  connection: ConnectionTarget,
  acknowledged: Acknowledged,
): Promise<string> {
  const database = await openDatabase({ connection, poolSize: 2, statementTimeoutMs: 0 });
  try {
    const startedAt = performance.now();
    const findings = await auditBooks(database);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const faults = findings.flatMap(({ rule, faults }) =>
      faults.map((fault) => `${rule}: ${fault}`),
    );
    const lost = await database.one(missing, [acknowledged.placed]);
    const undone = await database.one(notCancelled, [acknowledged.cancelled]);
    if (lost.count > 0) faults.push(`${lost.count} acknowledged orders are missing`);
    if (acknowledged.cancelled.length === 0) faults.push('the load cancelled nothing');
    if (undone.count > 0) faults.push(`${undone.count} acknowledged cancellations did not stay`);
    if (faults.length > 0) throw new Error(`the books do not hold:\n${faults.join('\n')}`);
    const postings = findings.find(({ rule }) => rule.includes('history'))?.checked ?? 0;
    const { count: tradesPosted } = await database.one(trades, []);
    return (
      `${postings} postings sum to zero and to the balances, ${acknowledged.placed.length} acknowledged orders ` +
      `and ${acknowledged.cancelled.length} cancellations present; the whole audit, ${tradesPosted} trades included, took ${seconds} s`
    );
  } finally {
    await database.close();
  }
}
