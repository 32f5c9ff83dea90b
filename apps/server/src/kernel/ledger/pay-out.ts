/** Pays many members from one exchange account in one statement; equal amounts are sent to the database once. */
import { exchangeAccounts, type RecordType } from '@tern/ledger';
import type { Amount } from '@tern/money';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineStatement } from '../../platform/database/query.ts';
import { figureNames, figureSql } from './balances.ts';

/** Members per outbox row: a reader searches the whole row for its own. */
const MEMBERS_PER_ROW = 200;

/** The figures of `balanceRow`, each as a list with one value per member. */
const FIGURES = figureNames.map((figure) => `${figureSql(figure)} as ${figure}`).join(', ');
const LISTS = figureNames
  .map((figure) => `"${figure}":["' || string_agg(${figure}, '","') || '"]`)
  .join(',');

/** Publishes the balances as batched events of `assets.balance`. */
const payOutStatement = defineStatement({
  name: 'kernel.payOut',
  text: `with paid as (
      select owner_id, ${FIGURES}, (place - 1) / ${MEMBERS_PER_ROW} as part
      from ledger_pay_out($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        with ordinality as b(owner_id, available, held, locked, staked, financed, loan, place)
    )
    insert into member_events (member_ids, events, created_at)
    select array_agg(owner_id), ('[{"topic":"assets.balance","isList":true,"shared":{"coinname":' || to_json($1::text)
      || '},"memberIds":[' || string_agg(owner_id::text, ',') || '],"own":{${LISTS}}}]')::json, $7
    from paid group by part`,
  params: [
    text,
    text,
    int8,
    int8,
    int2,
    int2,
    timestamptz,
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int4),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
  ],
});

/** The payment that each of these members receives. */
export interface Share {
  /** The returned stake. */
  readonly principal: Amount;
  /** The profit. */
  readonly gain: Amount;
  /** The remainder of rounding, for the rounding account. */
  readonly remainder: Amount;
  /** The members, and at the same positions the records they are paid for. */
  readonly owners: readonly number[];
  readonly ids: readonly number[];
}

export interface PayOut {
  readonly asset: string;
  /** The exchange account that pays; no other entry may post to it together with a member's balance (ADR 11). */
  readonly book: number;
  /** Principal and gain are separate records of the member; the entry has the gain's kind if there is any gain. */
  readonly kinds: { readonly principal: RecordType; readonly gain: RecordType };
  /** The first part of references: `<subject>:<id>`. */
  readonly subject: string;
  readonly shares: readonly Share[];
}

/**
 * Posts one entry for all payments, all or none, and publishes the changed balances through the outbox. Make it the last
 * statement that touches members' balances. Every payment must be positive.
 * @throws a thrown database error, also when a record was paid before
 */
export async function payOut(tx: Tx, paid: PayOut, at: number): Promise<void> {
  const { shares, asset, kinds } = paid;
  if (shares.length === 0) return;
  await tx.run(payOutStatement, [
    asset,
    paid.subject,
    paid.book,
    exchangeAccounts.rounding,
    kinds.principal,
    kinds.gain,
    at,
    shares.flatMap(({ owners }) => owners),
    shares.flatMap(({ ids }) => ids),
    shares.map(({ owners }) => owners.length),
    shares.map(({ principal }) => principal),
    shares.map(({ gain }) => gain),
    shares.map(({ remainder }) => remainder),
  ]);
}
