/** Postings by hand, for tests of the journal. */
import {
  type Entry,
  exchangeAccounts,
  type Posting,
  type Purpose,
  purposes,
  recordTypes,
  transfer,
} from '@tern/ledger';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import { postEntries } from '../../src/kernel/ledger/post-entries.ts';
import { linesOf } from '../../src/kernel/ledger/journal-lines.ts';
import {
  amount,
  arrayOf,
  int2,
  int8,
  jsonb,
  text as textKind,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import type { Database, Tx } from '../../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { ownerOf } from './database.ts';

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

/** An entry of these postings with a new reference. */
export function entryOf(postings: Posting[], over: Partial<Entry> = {}): Entry {
  count += 1;
  return { kind: recordTypes.increase, reference: `test:${count}`, postings, ...over };
}

/** Posts entries without facts, which only the owner of the database can do. */
export function post(database: Database, ...entries: Entry[]) {
  return ownerOf(database).transaction((tx) => postUnfounded(tx, entries, NOON));
}

const unfounded = defineStatement({
  name: 'test.postUnfounded',
  text: `with lines as (select * from jsonb_to_recordset($4) as l(position int, kind smallint, owner bigint, asset text, available numeric,
      held numeric, locked numeric, staked numeric, financed numeric, loan numeric))
    select ledger_write($1, $2, array_fill(''::text, array[cardinality($2::text[])]),
      array_fill($3::timestamptz, array[cardinality($2::text[])]),
      array_agg(position), array_agg(kind), array_agg(owner), array_agg(asset), array_agg(available), array_agg(held), array_agg(locked),
      array_agg(staked), array_agg(financed), array_agg(loan)) from lines`,
  params: [arrayOf(int2), arrayOf(textKind), timestamptz, jsonb<object>()],
});

/** In the owner's own transaction. */
export function postUnfounded(tx: Tx, entries: readonly Entry[], at: number): Promise<unknown> {
  const lines = linesOf(entries).map(({ position, kind, owner, asset, ...line }) => {
    const amounts = purposes.map((purpose) => [purpose, formatDecimal(line[purpose])] as const);
    return { position, kind, owner, asset, ...Object.fromEntries(amounts) };
  });
  const kinds = entries.map(({ kind }) => kind);
  const references = entries.map(({ reference }) => reference);
  return tx.run(unfounded, [kinds, references, at, lines]);
}

const grant = defineStatement({
  name: 'test.grantPaper',
  text: `insert into paper_grants (member_id, asset, amount, granted_at)
    select $1, f.key, f.value::numeric, $3 from jsonb_each_text($2) f`,
  params: [int8, jsonb<object>(), timestamptz],
});

/** Paper money of any amount, with its fact. In the owner's own transaction. */
export async function grantFunds(
  tx: Tx,
  { memberId, funds }: { memberId: number; funds: Record<string, string> },
  at: number,
): Promise<void> {
  const postings = Object.entries(funds).flatMap(([asset, amount]) =>
    transfer({
      from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
      to: { owner: memberId, purpose: 'available' },
      asset,
      amount: decimal<Amount>(amount),
    }),
  );
  if (postings.length === 0) return;
  await tx.run(grant, [memberId, funds, at]);
  const reference = `member:${memberId}`;
  await postEntries(tx, [{ kind: recordTypes.paperFundsGranted, reference, postings }], at);
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

/** Amount and balance of each posting of an owner, oldest first. */
export function historyOf(database: Database, owner: number, asset: string) {
  return database.many(linesOfOwner, [owner, asset]);
}

const approvedEntry = defineQuery({
  name: 'test.approvedEntry',
  text: `with people as (
      insert into operators (login, password_hash, created_at)
      select 'hand ' || n || ' of ' || gen_random_uuid(), '', $4 from generate_series(1, 2) n returning id
    ), entry as (
      insert into manual_entries (member_id, side, asset, amount, reason, proposed_by, created_at)
      select $1, case when $3::numeric > 0 then 'credit' else 'debit' end, $2, abs($3), 'by hand', min(id), $4 from people returning id
    ), review as (
      insert into reviews (kind, subject_id, member_id, asset, amount, approvals, facts, facts_hash, first_by, first_hash, first_at,
        created_at, updated_at)
      select 'manual', entry.id, $1, $2, abs($3), 2, '{}', 'same', (select min(id) from people), 'same', $4, $4, $4 from entry returning id
    ), logged as (
      insert into audit_log (operator_id, operator_login, action, subject, member_id, reason, detail, address, is_shown, created_at)
      select (select max(id) from people), 'hand', 'review.approve', 'review:' || id, $1, '', '{}', '', false, $4 from review
    ), listed as (
      insert into deposits (member_id, asset, amount, fee, source, manual_entry_id, state, due_at, created_at, decided_at, updated_at)
      select $1, $2, $3, 0, 'platform', id, 'completed', $4, $4, $4, $4 from entry where $3 > 0
    )
    select entry.id, review.id as review_id, (select max(id) from people) as second_id from entry, review`,
  params: [int8, textKind, amount, timestamptz],
  row: { id: int8, reviewId: int8, secondId: int8 },
});

const approve = defineStatement({
  name: 'test.approveEntry',
  text: `update reviews set state = 'approved', decided_by = $2, decided_hash = 'same', decided_at = $3 where id = $1`,
  params: [int8, int8, timestamptz],
});

/** A manual credit or debit that two operators approved. In the owner's own transaction. */
export async function moveByHand(
  tx: Tx,
  moved: { memberId: number; asset: string; amount: Amount },
  at: number,
): Promise<void> {
  const { memberId, asset } = moved;
  const entry = await tx.one(approvedEntry, [memberId, asset, moved.amount, at]);
  await tx.run(approve, [entry.reviewId, entry.secondId, at]);
  const isCredit = moved.amount > 0n;
  const kind = isCredit ? recordTypes.agentDeposit : recordTypes.agentBalanceDeduction;
  const exchange = { owner: exchangeAccounts.paperIssuance, purpose: 'available' } as const;
  const to = { owner: memberId, purpose: 'available' } as const;
  const postings = transfer({ from: exchange, to, asset, amount: moved.amount });
  await postEntries(tx, [{ kind, reference: `manual:${entry.id}`, postings }], at);
}
