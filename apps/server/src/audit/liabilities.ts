/** Audits the snapshots of liabilities: published trees are what the log says, and what the journal owed at that round (ADR 53). */
import { type Amount, formatDecimal } from '@tern/money';
import { isSameBytes, liabilitiesEntry, totalPublishedTree } from '@tern/proofs';
import { listPublished, listTrees, readTile } from '../features/proof/liabilities/index.ts';
import { amount, int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import { FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';
import { readEntry } from '../features/proof/public-log/index.ts';

const owedAfter = defineQuery({
  name: 'liabilities.auditOwed',
  text: `select p.asset, sum(p.total - p.loan) as owed
    from ledger_postings p join public_log_journal j on j.entry_id = p.entry_id
    where j.round <= $1 and p.owner_id > 0 group by p.asset having sum(p.total - p.loan) <> 0`,
  params: [int8],
  row: { asset: text, owed: amount },
});

const storedSums = defineQuery({
  name: 'liabilities.auditStored',
  text: `select u.asset, sum(u.amount) as owed
    from liabilities_balances b, unnest(b.assets, b.amounts) as u(asset, amount)
    where b.snapshot = $1 group by u.asset`,
  params: [int8],
  row: { asset: text, owed: amount },
});

/** All published ones, in any realistic life of a deployment. */
const SNAPSHOTS = 100_000;

/** `reader` should be a snapshot. */
export async function auditLiabilities(reader: Reader): Promise<Finding[]> {
  const published = await listPublished(reader, SNAPSHOTS);
  const inTrees: string[] = [];
  const inJournal: string[] = [];
  for (const [place, { snapshot, takenAt, round, entryIndex }] of published.entries()) {
    const trees = await listTrees(reader, [snapshot]);
    const entry = liabilitiesEntry({ snapshot, at: takenAt, round, assets: trees });
    const sealed = await readEntry(reader, entryIndex);
    if (sealed === undefined || !isSameBytes(sealed, entry)) {
      inTrees.push(`snapshot ${snapshot} is not what the public log says`);
    }
    for (const tree of trees) {
      const fault = await totalPublishedTree(tree, ({ level, index }) =>
        readTile(reader, { snapshot, asset: tree.asset, level, index }),
      ).catch((error: Error) => error.message);
      if (fault !== undefined) inTrees.push(`snapshot ${snapshot}: ${fault}`);
    }
    const totals = sumsOf(trees.map(({ asset, total }) => ({ asset, owed: total })));
    if (sumsOf(await reader.many(storedSums, [snapshot])) !== totals) {
      inTrees.push(`the balances of snapshot ${snapshot} do not add up to its totals`);
    }
    // The journal never changes, so the newest snapshot shows whether the server counts what it should.
    if (place === 0 && sumsOf(await reader.many(owedAfter, [round])) !== totals) {
      inJournal.push(`snapshot ${snapshot} is not what the journal owes after round ${round}`);
    }
  }
  return [
    {
      rule: 'published snapshots of liabilities are those in the public log',
      checked: published.length,
      faults: inTrees.slice(0, FAULTS_MAX),
    },
    {
      rule: 'the newest snapshot of liabilities is what the journal owes members',
      checked: Math.min(published.length, 1),
      faults: inJournal,
    },
  ];
}

const sumsOf = (sums: readonly { readonly asset: string; readonly owed: Amount }[]): string =>
  sums
    .map(({ asset, owed }) => `${asset} ${formatDecimal(owed)}`)
    .toSorted()
    .join('\n');
