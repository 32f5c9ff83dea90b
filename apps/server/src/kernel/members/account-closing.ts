/** Closing an account: the request, its waiting time, and the end (ADR 48). The database refuses all that must not be. */
import { int8, text, timestamptz } from '../../platform/database/columns.ts';
import { isCheckViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';

const accountClosings = defineTable('account_closings', {
  id: int8,
  memberId: int8,
  requestedAt: timestamptz,
  endsAt: timestamptz,
});

const waitingQuery = accountClosings.select(
  'kernel.waitingClosing',
  `where member_id = $1 and state = 'waiting'`,
  [int8],
);

const dueQuery = accountClosings.select(
  'kernel.dueClosings',
  `where state = 'waiting' and ends_at <= $1 order by ends_at limit 100`,
  [timestamptz],
);

const insertClosing = defineQuery({
  name: 'kernel.insertClosing',
  text: `insert into account_closings (member_id, requested_at, ends_at) values ($1, $2, $3) returning ${accountClosings.columns}`,
  params: [int8, timestamptz, timestamptz],
  row: accountClosings.row,
});

const decideStatement = defineStatement({
  name: 'kernel.decideClosing',
  text: `update account_closings set state = $2, decided_at = $3 where id = $1 and state = 'waiting'`,
  params: [int8, text, timestamptz],
});

const closeStatement = defineStatement({
  name: 'kernel.closeMember',
  text: `update members set closed_at = $2, updated_at = $2, is_frozen = true, email = 'closed.' || id, country_code = '', phone = '',
      registered_country_code = '', phone_proven_at = null, password_hash = '', pay_password_hash = null
    where id = $1`,
  params: [int8, timestamptz],
});

const openReviewsQuery = defineQuery({
  name: 'kernel.openReviewsOfMember',
  text: `select kind, count(*)::int8 as reviews from reviews where member_id = $1 and state = 'open' group by kind order by kind`,
  params: [int8],
  row: { kind: text, reviews: int8 },
});

const closedBeforeQuery = defineQuery({
  name: 'kernel.closedBefore',
  text: 'select id from members where closed_at < $1 and id > $2 order by id limit $3',
  params: [timestamptz, int8, int8],
  row: { id: int8 },
});

/** The next members by id whose accounts were closed before a time. */
export async function closedBefore(
  reader: Reader,
  { before, afterId, limit }: { before: number; afterId: number; limit: number },
): Promise<number[]> {
  return (await reader.many(closedBeforeQuery, [before, afterId, limit])).map(({ id }) => id);
}

/** A request to close an account. */
export type Closing = RowOf<typeof waitingQuery>;

/** The request that waits for its time, if any. */
export function waitingClosing(reader: Reader, memberId: number): Promise<Closing | undefined> {
  return reader.maybe(waitingQuery, [memberId]);
}

/** Requests whose time has come, a hundred at most. */
export function dueClosings(reader: Reader, at: number): Promise<Closing[]> {
  return reader.many(dueQuery, [at]);
}

/** Call with the member locked, and without an earlier request. */
export function requestClosing(
  tx: Tx,
  closing: { memberId: number; requestedAt: number; endsAt: number },
): Promise<Closing> {
  return tx.one(insertClosing, [closing.memberId, closing.requestedAt, closing.endsAt]);
}

/** Ends the wait without closing. Returns whether it was still waiting. */
export async function endClosing(
  tx: Tx,
  end: { id: number; state: 'kept' | 'stopped' },
  at: number,
): Promise<boolean> {
  return (await tx.run(decideStatement, [end.id, end.state, at])) === 1;
}

/**
 * Closes the account of a member, which must be locked: from here on the ledger refuses every posting to them. E-mail, phone and
 * passwords are removed, so that their owner can register anew. Call it before reading what is left: it locks all balances.
 * @throws a check violation; see `isNotEmpty`
 */
export async function closeMember(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(closeStatement, [memberId, at]);
}

/** The request was carried out. */
export async function markClosed(tx: Tx, closingId: number, at: number): Promise<void> {
  await tx.run(decideStatement, [closingId, 'closed', at]);
}

/** Whether the database refused to close an account because of money or a review. */
export function isNotEmpty(error: unknown): boolean {
  return (
    isCheckViolation(error, 'ledger_balances_closed') ||
    isCheckViolation(error, 'account_not_empty')
  );
}

/** The open reviews of a member by kind. */
export function openReviewsOf(reader: Reader, memberId: number) {
  return reader.many(openReviewsQuery, [memberId]);
}

const insertExport = defineStatement({
  name: 'kernel.insertAccountExport',
  text: 'insert into account_exports (member_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4)',
  params: [int8, text, timestamptz, timestamptz],
});

const accountExports = defineTable('account_exports', {
  createdAt: timestamptz,
  memberId: int8,
});

const oldestExport = accountExports.pick('createdAt').select(
  'kernel.nthNewestExport',
  `where member_id = $1 and created_at > $2
    order by id desc offset $3 limit 1`,
  [int8, timestamptz, int8],
);

const takeExportQuery = accountExports
  .pick('memberId')
  .update(
    'kernel.takeAccountExport',
    'downloaded_at = $2 where token_hash = $1 and downloaded_at is null and expires_at > $2',
    [text, timestamptz],
  );

export async function addExport(
  tx: Tx,
  ticket: { memberId: number; tokenHash: string; expiresAt: number },
  at: number,
): Promise<void> {
  await tx.run(insertExport, [ticket.memberId, ticket.tokenHash, at, ticket.expiresAt]);
}

/** When the `limit`th newest export since a time was made; undefined if there were fewer. */
export async function exportAtLimit(
  reader: Reader,
  { memberId, since, limit }: { memberId: number; since: number; limit: number },
): Promise<number | undefined> {
  return (await reader.maybe(oldestExport, [memberId, since, limit - 1]))?.createdAt;
}

/** Uses up the token of an export; returns its member, undefined if it is unknown, used or expired. */
export async function takeExport(
  tx: Tx,
  tokenHash: string,
  at: number,
): Promise<number | undefined> {
  return (await tx.maybe(takeExportQuery, [tokenHash, at]))?.memberId;
}
