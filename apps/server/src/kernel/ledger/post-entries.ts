/** The only way into the journal: posts entries through the database function `ledger_post`. */
import type { Entry } from '@tern/ledger';
import {
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  numeric,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { isCheckViolation, isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { arrayKindsOf, arraysOf } from '../../platform/database/table.ts';
import { type MemberEvent, recordMemberEvents } from '../events/member-events.ts';
import { BALANCE, type Balance, balanceColumns, figureNames, figureSql } from './balances.ts';
import { type Line, linesOf, linesOfRound, type Round } from './journal-lines.ts';

/** What `ledger_post` takes, each column as an array: first of the entries, then of their lines. */
const entryColumns = { kind: int2, reference: text, note: text, at: timestamptz } as const;
const lineColumns = {
  position: int4,
  kind: int2,
  owner: int8,
  asset: text,
  available: numeric,
  held: numeric,
  locked: numeric,
  staked: numeric,
  financed: numeric,
  loan: numeric,
  subjectId: int8,
} as const;
const ledgerParams = [...arrayKindsOf(entryColumns), ...arrayKindsOf(lineColumns)] as const;

const POSTED = `select ${BALANCE}
    from ledger_post(${ledgerParams.map((_, at) => `$${at + 1}`).join(', ')})`;

const ledgerPost = defineQuery({
  name: 'kernel.ledgerPost',
  text: POSTED,
  params: ledgerParams,
  row: balanceColumns,
});

/** `balanceRow` in SQL. */
const ROW = `json_build_object('coinname', asset, ${figureNames
  .map((figure) => `'${figure}', ${figureSql(figure)}`)
  .join(', ')})`;

/**
 * Publishes the balances as rows of `assets.balance`. The rows are made in SQL: the balances exist only there before the commit, and
 * a round trip to fetch them would come between a round of orders and its COMMIT.
 */
const postPublished = defineStatement({
  name: 'kernel.postAndPublish',
  text: `with balances as materialized (${POSTED}),
    published as (
      select owner_id, string_agg(${ROW}::text, ',') as rows
      from balances where owner_id > 0 group by owner_id
    ), all_published as (
      select array_agg(owner_id) as owners,
        string_agg('{"memberId":' || owner_id || ',"topic":"assets.balance","data":[' || rows || ']}', ',') as events
      from published
    )
    insert into member_events (member_ids, events, created_at)
    select array(select unnest($16::bigint[]) union select unnest(owners)),
      ('[' || concat_ws(',', $17::text, events) || ']')::json, $18::timestamptz
    from all_published`,
  params: [...ledgerParams, arrayOf(int8), nullable(text), timestamptz],
});

export type { Balance };

/**
 * Posts entries that take effect at `at` (epoch ms), all or none, and returns the changed balances.
 * Make it the last statement of the transaction: it locks the balance rows it changes, in key order.
 * @throws a thrown database error; see `isOverdrawn` and `isPostedBefore`
 */
export async function postEntries(
  tx: Tx,
  entries: readonly Entry[],
  at: number,
): Promise<Balance[]> {
  if (entries.length === 0) return [];
  return tx.many(ledgerPost, paramsOf(entries, linesOf(entries), at));
}

/**
 * Posts entries as `postEntries` does and publishes, in the same statement, `events` and the changed balances to their
 * members. `publishedAt` is now, when they took effect earlier: events are deleted by age. Publish `MEMBER_EVENTS_WAKE` on the
 * bus after the commit.
 */
export async function postAndPublish(
  tx: Tx,
  entries: readonly Entry[],
  {
    at,
    publishedAt = at,
    events = [],
  }: { at: number; publishedAt?: number; events?: readonly MemberEvent[] },
): Promise<void> {
  if (entries.length === 0) {
    await recordMemberEvents(tx, events, publishedAt);
    return;
  }
  await tx.run(postPublished, [
    ...paramsOf(entries, linesOf(entries), at),
    events.map(({ memberId }) => memberId),
    events.length === 0 ? null : events.map((event) => JSON.stringify(event)).join(','),
    publishedAt,
  ]);
}

/**
 * Posts a round as one entry and publishes, in the same statement, `events` (JSON texts) and the changed balances.
 * `memberIds` are the members of `events`.
 * @throws Error before anything is sent, when a fact does not balance; a database error as above
 */
export function postRound(
  tx: Tx,
  round: Round,
  publication: { at: number; events: readonly string[]; memberIds: readonly number[] },
): Promise<unknown> {
  const { at, events, memberIds } = publication;
  const text = events.length === 0 ? null : events.join(',');
  return tx.run(postPublished, [
    ...paramsOf([round], linesOfRound(round), at),
    memberIds,
    text,
    at,
  ]);
}

function paramsOf(
  entries: readonly Pick<Entry, 'kind' | 'reference' | 'note'>[],
  lines: readonly Line[],
  at: number,
) {
  const rows = entries.map(({ kind, reference, note = '' }) => ({ kind, reference, note, at }));
  return [...arraysOf(entryColumns, rows), ...arraysOf(lineColumns, lines)] as const;
}

/** True when a member cannot afford an entry. */
export function isOverdrawn(error: unknown): boolean {
  return isCheckViolation(error, 'ledger_balances_floor');
}

/**
 * Whose balance the entries would take below zero: a member's id, or an exchange account's. Undefined for another error.
 * Source: PostgreSQL's detail of a failed check, which lists the columns of the row in parentheses, the owner first.
 */
export function overdrawnOwner(error: unknown): number | undefined {
  if (!isOverdrawn(error)) return undefined;
  const [, owner] = /\((-?\d+),/.exec((error as { detail?: string }).detail ?? '') ?? [];
  return owner === undefined ? undefined : Number(owner);
}

/** True when an entry of the same kind and reference exists. */
export function isPostedBefore(error: unknown): boolean {
  return isUniqueViolation(error, 'ledger_entries_once');
}
