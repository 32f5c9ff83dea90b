/** Pays many members of a house book at once: equal amounts are sent to the database once, entries are made there. */
import { houseBooks, type RecordType } from '@tern/ledger';
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

/** Readers of the outbox look through a row for their own. */
const MEMBERS_PER_ROW = 200;

/** The balances are told as `balanceRow` of `balances.ts` writes them, in groups (`event-groups.ts`). */
const payOutStatement = defineStatement({
  name: 'kernel.payOut',
  text: `with paid as (
      select owner_id, trim_scale(available) as available, trim_scale(held + locked + staked + financed) as frozen,
        trim_scale(available + held + locked + staked + financed + loan) as total, (place - 1) / ${MEMBERS_PER_ROW} as part
      from ledger_pay_out($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        with ordinality as b(owner_id, available, held, locked, staked, financed, loan, place)
    )
    insert into member_events (member_ids, events, created_at)
    select array_agg(owner_id), ('[{"topic":"assets.balance","isList":true,"shared":{"coinname":' || to_json($1::text)
      || '},"memberIds":[' || string_agg(owner_id::text, ',') || '],"own":{"available":["' || string_agg(available::text, '","')
      || '"],"frozen":["' || string_agg(frozen::text, '","') || '"],"total":["' || string_agg(total::text, '","') || '"]}}]')::json, $7
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

/** What each payment to these members consists of. */
export interface Share {
  /** What returns to the member. */
  readonly principal: Amount;
  /** What the member gets besides. */
  readonly gain: Amount;
  /** What rounding kept, for the house's rounding book. */
  readonly remainder: Amount;
  /** Who is paid, and for which record, place by place. */
  readonly owners: readonly number[];
  readonly ids: readonly number[];
}

export interface PayOut {
  readonly asset: string;
  /** The book of the house that pays; nothing else may move it together with a member's balance. */
  readonly book: number;
  /** A member reads principal and gain as records of their own; the entry is of the gain's kind when there is one. */
  readonly kinds: { readonly principal: RecordType; readonly gain: RecordType };
  /** What the payments are for: `<subject>:<id>` is the reference of a record. */
  readonly subject: string;
  readonly shares: readonly Share[];
}

/**
 * One entry for all, all or none; each balance that changed is told in the outbox. Make it the last statement but for other
 * rows of the house. Every payment must be more than nothing.
 * Fails with: a thrown database error, also when one of them was paid before.
 */
export async function payOut(tx: Tx, paid: PayOut, at: number): Promise<void> {
  const { shares, asset, kinds } = paid;
  if (shares.length === 0) return;
  await tx.run(payOutStatement, [
    asset,
    paid.subject,
    paid.book,
    houseBooks.rounding,
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
