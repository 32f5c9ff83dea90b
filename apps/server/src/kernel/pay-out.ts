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
} from '../platform/database/columns.ts';
import type { Tx } from '../platform/database/database.ts';
import { defineStatement } from '../platform/database/query.ts';

/** Readers of the outbox look through a row for their own. */
const MEMBERS_PER_ROW = 200;

/** The balances are told as `balanceRow` of `balances.ts` writes them: the house's row is locked, and nobody waits for us. */
const payOutStatement = defineStatement({
  name: 'kernel.payOut',
  text: `with paid as materialized (
      select p.position::int as entry, p.owner, $13::text || ':' || p.id as reference, s.principal, s.gain, s.remainder
      from unnest($1::bigint[], $2::bigint[], $3::int[]) with ordinality as p(owner, id, share, position)
      join unnest($4::numeric[], $5::numeric[], $6::numeric[]) with ordinality as s(principal, gain, remainder, share)
        on s.share = p.share
    ), lines as materialized (
      select p.entry, l.kind, l.owner, l.amount from paid p cross join lateral (values
        ($7::smallint, p.owner, p.principal), ($8::smallint, p.owner, p.gain),
        (case when p.gain > 0 then $8::smallint else $7::smallint end, $9::bigint, -p.principal - p.gain - p.remainder),
        ($8::smallint, $10::bigint, p.remainder)) as l(kind, owner, amount)
      where l.amount <> 0
    ), entries as (
      select array_agg(case when gain > 0 then $8::smallint else $7::smallint end order by entry) as kinds,
        array_agg(reference order by entry) as references, array_agg(''::text) as notes,
        array_agg($12::timestamptz) as times
      from paid
    ), columns as (
      select array_agg(entry) as entries, array_agg(kind) as kinds, array_agg(owner) as owners,
        array_agg($11::text) as assets, array_agg(amount) as amounts, array_agg(0::numeric) as zeros
      from lines
    ), told as (
      select b.owner_id, (row_number() over () - 1) / ${MEMBERS_PER_ROW} as part,
        '{"memberId":' || b.owner_id || ',"topic":"assets.balance","data":[{"coinname":' || to_json($11::text)
          || ',"available":"' || trim_scale(b.available) || '","frozen":"' || trim_scale(b.held + b.locked + b.staked + b.financed)
          || '","total":"' || trim_scale(b.available + b.held + b.locked + b.staked + b.financed + b.loan) || '"}]}' as event
      from entries e, columns c, ledger_post(e.kinds, e.references, e.notes, e.times, c.entries, c.kinds, c.owners, c.assets,
        c.amounts, c.zeros, c.zeros, c.zeros, c.zeros, c.zeros) b
      where b.owner_id > 0
    )
    insert into member_events (member_ids, events, created_at)
    select array_agg(owner_id), ('[' || string_agg(event, ',') || ']')::json, $12 from told group by part`,
  params: [
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int4),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
    int2,
    int2,
    int8,
    int8,
    text,
    timestamptz,
    text,
  ],
});

/** What one payout consists of; equal ones are one share. */
export interface Share {
  /** What returns to the member. */
  readonly principal: Amount;
  /** What the member gets besides. */
  readonly gain: Amount;
  /** What rounding kept, for the house's rounding book. */
  readonly remainder: Amount;
}

export interface PayOut {
  readonly asset: string;
  /** The book of the house that pays. */
  readonly book: number;
  /** An entry is of the gain's kind when there is one; a member reads principal and gain as records of their own. */
  readonly kinds: { readonly principal: RecordType; readonly gain: RecordType };
  readonly shares: readonly Share[];
  /** What the entries are about: `<subject>:<id>` is the reference. */
  readonly subject: string;
  /** Who is paid for which id which share, by its place in `shares`. */
  readonly owners: readonly number[];
  readonly ids: readonly number[];
  readonly shareOf: readonly number[];
}

/**
 * One entry per payout, all or none; each balance that changed is told in the outbox. Make it the last statement but for
 * other rows of the house, as `postEntries`, and it fails as that does. Every share must be more than nothing.
 */
export async function payOut(tx: Tx, paid: PayOut, at: number): Promise<void> {
  if (paid.owners.length === 0) return;
  const { shares, asset } = paid;
  await tx.run(payOutStatement, [
    paid.owners,
    paid.ids,
    paid.shareOf.map((place) => place + 1),
    shares.map((share) => share.principal),
    shares.map((share) => share.gain),
    shares.map((share) => share.remainder),
    paid.kinds.principal,
    paid.kinds.gain,
    paid.book,
    houseBooks.rounding,
    asset,
    at,
    paid.subject,
  ]);
}
