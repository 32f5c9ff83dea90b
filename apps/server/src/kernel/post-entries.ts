/** The only door to the journal: posts a batch of entries through the database's own function. */
import { type Entry, netPostings, type Purpose, type RecordType } from '@tern/ledger';
import { type Amount, ZERO } from '@tern/money';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  numeric,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import { isCheckViolation, isUniqueViolation } from '../platform/database/database-errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';

const ledgerPost = defineQuery({
  name: 'kernel.ledgerPost',
  text: `select owner_id, asset, available, held, locked, staked, financed, loan
    from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
  params: [
    arrayOf(int2),
    arrayOf(text),
    arrayOf(text),
    arrayOf(timestamptz),
    arrayOf(int4),
    arrayOf(int2),
    arrayOf(int8),
    arrayOf(text),
    arrayOf(numeric),
    arrayOf(numeric),
    arrayOf(numeric),
    arrayOf(numeric),
    arrayOf(numeric),
    arrayOf(numeric),
  ],
  row: {
    ownerId: int8,
    asset: text,
    available: amount,
    held: amount,
    locked: amount,
    staked: amount,
    financed: amount,
    loan: amount,
  },
});

/**
 * An entry, and what it is called in the records of single owners where that differs from its own kind:
 * one trade is a buy to one member and a sell to the other.
 */
export interface JournalEntry extends Entry {
  readonly recordTypeOf?: ReadonlyMap<number, RecordType>;
}

/** The balance of one owner and asset, by purpose. */
export type Balance = RowOf<typeof ledgerPost>;

const purposes = [
  'available',
  'held',
  'locked',
  'staked',
  'financed',
  'loan',
] as const satisfies readonly Purpose[];

type Line = Record<Purpose, Amount> & LineKey;

interface LineKey {
  position: number;
  kind: RecordType;
  owner: number;
  asset: string;
}

/** One line per entry, owner and asset, with a signed amount for each purpose. */
function linesOf(entries: readonly JournalEntry[]): Line[] {
  const lines: Line[] = [];
  entries.forEach((entry, index) => {
    const ofEntry = new Map<string, Line>();
    for (const posting of netPostings(entry.postings)) {
      const key = `${posting.owner} ${posting.asset}`;
      let line = ofEntry.get(key);
      if (line === undefined) {
        const { owner, asset } = posting;
        line = {
          position: index + 1,
          kind: entry.recordTypeOf?.get(owner) ?? entry.kind,
          owner,
          asset,
          available: ZERO,
          held: ZERO,
          locked: ZERO,
          staked: ZERO,
          financed: ZERO,
          loan: ZERO,
        };
        ofEntry.set(key, line);
        lines.push(line);
      }
      line[posting.purpose] = posting.amount;
    }
  });
  return lines;
}

/**
 * Posts entries that take effect at `at` (epoch ms), all or none, and gives the balances they left behind.
 * Make it the last statement of the transaction: it locks the balance rows it changes, in key order.
 * Fails with: a thrown database error; tell it apart with `isOverdrawn` and `isPostedBefore`.
 */
export async function postEntries(
  tx: Tx,
  entries: readonly JournalEntry[],
  at: number,
): Promise<Balance[]> {
  if (entries.length === 0) return [];
  const lines = linesOf(entries);
  const column = (purpose: Purpose) => lines.map((line) => line[purpose]);
  return tx.many(ledgerPost, [
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.reference),
    entries.map((entry) => entry.note ?? ''),
    entries.map(() => at),
    lines.map((line) => line.position),
    lines.map((line) => line.kind),
    lines.map((line) => line.owner),
    lines.map((line) => line.asset),
    ...(purposes.map(column) as [Amount[], Amount[], Amount[], Amount[], Amount[], Amount[]]),
  ]);
}

/** True when the database refused because a member cannot afford an entry. */
export function isOverdrawn(error: unknown): boolean {
  return isCheckViolation(error, 'ledger_balances_floor');
}

/** True when an entry of the same kind and reference stands already. */
export function isPostedBefore(error: unknown): boolean {
  return isUniqueViolation(error, 'ledger_entries_once');
}
