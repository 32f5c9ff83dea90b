/** Postings by hand, for tests of the journal itself. */
import { type Entry, type Posting, type Purpose, recordTypes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { balancesOf } from '../../src/kernel/balances.ts';
import { postEntries } from '../../src/kernel/post-entries.ts';
import { amount, int8, text as textKind } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');

/** `posting(7, 'USDT', '-1.5', 'held')` */
export function posting(
  owner: number,
  asset: string,
  ...[text, purpose = 'available']: [string, Purpose?]
): Posting {
  return { owner, asset, purpose, amount: decimal<Amount>(text) };
}

let count = 0;

/** An entry of these postings with a reference of its own. */
export function entryOf(postings: Posting[], over: Partial<Entry> = {}): Entry {
  count += 1;
  return { kind: recordTypes.increase, reference: `test:${count}`, postings, ...over };
}

export function post(database: Database, ...entries: Entry[]) {
  return database.transaction((tx) => postEntries(tx, entries, NOON));
}

/** Non-zero amounts by purpose, as decimal text. */
export async function balanceOf(database: Database, owner: number, asset: string) {
  const row = (await balancesOf(database, owner)).find((each) => each.asset === asset);
  const { ownerId: _owner, asset: _asset, ...amounts } = row ?? { ownerId: owner, asset };
  return Object.fromEntries(
    Object.entries(amounts as Record<Purpose, Amount>)
      .filter(([, value]) => value !== 0n)
      .map(([purpose, value]) => [purpose, formatDecimal(value)]),
  );
}

const linesOfOwner = defineQuery({
  name: 'test.linesOfOwner',
  text: `select id, total, total_after, asset from ledger_postings where owner_id = $1 and asset = $2 order by id`,
  params: [int8, textKind],
  row: { id: int8, total: amount, totalAfter: amount, asset: textKind },
});

/** What each posting of an owner changed and left, oldest first. */
export function historyOf(database: Database, owner: number, asset: string) {
  return database.many(linesOfOwner, [owner, asset]);
}
