/** The only door to the journal: posts a batch of entries through the database's own function. */
import type { Entry, Purpose, RecordType } from '@tern/ledger';
import { type Amount, add, ZERO } from '@tern/money';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  numeric,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import { isCheckViolation, isUniqueViolation } from '../platform/database/database-errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../platform/database/query.ts';

const ledgerParams = [
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
] as const;

const POSTED = `select owner_id, asset, available, held, locked, staked, financed, loan
    from ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

const ledgerPost = defineQuery({
  name: 'kernel.ledgerPost',
  text: POSTED,
  params: ledgerParams,
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

/** The balances are told as `balanceRow` of `balances.ts` writes them, without a round trip to fetch them first. */
const postAndTell = defineStatement({
  name: 'kernel.postAndTell',
  text: `with balances as materialized (${POSTED}),
    told as (
      select owner_id, string_agg(json_build_object('coinname', asset, 'available', trim_scale(available)::text,
        'frozen', trim_scale(held + locked + staked + financed)::text,
        'total', trim_scale(available + held + locked + staked + financed + loan)::text)::text, ',') as rows
      from balances where owner_id > 0 group by owner_id
    ), all_told as (
      select array_agg(owner_id) as owners,
        string_agg('{"memberId":' || owner_id || ',"topic":"assets.balance","data":[' || rows || ']}', ',') as events
      from told
    )
    insert into member_events (member_ids, events, created_at)
    select array(select unnest($15::bigint[]) union select unnest(owners)),
      ('[' || concat_ws(',', $16::text, events) || ']')::json, $17::timestamptz
    from all_told`,
  params: [...ledgerParams, arrayOf(int8), nullable(text), timestamptz],
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

/** One line per entry, owner and asset, with a signed amount for each purpose; none that moves nothing. */
function linesOf(entries: readonly JournalEntry[]): Line[] {
  const lines: Line[] = [];
  entries.forEach((entry, index) => {
    const first = lines.length;
    for (const { owner, asset, purpose, amount } of entry.postings) {
      let at = first;
      // An entry has a handful of lines: looking through them is cheaper than any index over them.
      while (at < lines.length && (lines[at]!.owner !== owner || lines[at]!.asset !== asset)) at++;
      const line = (lines[at] ??= emptyLine(index + 1, entry, { owner, asset }));
      line[purpose] = add(line[purpose], amount);
    }
    dropEmpty(lines, first);
  });
  return lines;
}

function emptyLine(
  position: number,
  entry: JournalEntry,
  { owner, asset }: Pick<LineKey, 'owner' | 'asset'>,
): Line {
  return {
    position,
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
}

function dropEmpty(lines: Line[], first: number): void {
  let kept = first;
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (purposes.some((purpose) => line[purpose] !== ZERO)) lines[kept++] = line;
  }
  lines.length = kept;
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
  return entries.length === 0 ? [] : tx.many(ledgerPost, paramsOf(entries, at));
}

/**
 * The same, and tells members in the same statement: `events`, each as JSON text, and every balance that changed.
 * `memberIds` are the members of `events`.
 */
export function postAndTellEntries(
  tx: Tx,
  entries: readonly JournalEntry[],
  told: { at: number; events: readonly string[]; memberIds: readonly number[] },
): Promise<unknown> {
  const { at, events, memberIds } = told;
  const text = events.length === 0 ? null : events.join(',');
  return tx.run(postAndTell, [...paramsOf(entries, at), memberIds, text, at]);
}

function paramsOf(entries: readonly JournalEntry[], at: number) {
  const lines = linesOf(entries);
  const column = (purpose: Purpose) => lines.map((line) => line[purpose]);
  return [
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.reference),
    entries.map((entry) => entry.note ?? ''),
    entries.map(() => at),
    lines.map((line) => line.position),
    lines.map((line) => line.kind),
    lines.map((line) => line.owner),
    lines.map((line) => line.asset),
    ...(purposes.map(column) as [Amount[], Amount[], Amount[], Amount[], Amount[], Amount[]]),
  ] as const;
}

/** True when the database refused because a member cannot afford an entry. */
export function isOverdrawn(error: unknown): boolean {
  return isCheckViolation(error, 'ledger_balances_floor');
}

/** True when an entry of the same kind and reference stands already. */
export function isPostedBefore(error: unknown): boolean {
  return isUniqueViolation(error, 'ledger_entries_once');
}
