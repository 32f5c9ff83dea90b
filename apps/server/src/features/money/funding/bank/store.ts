/** The tables of bank statements: what a bank said, and which record each entry belongs to (ADR 99). */
import {
  amount,
  arrayOf,
  bool,
  bytea,
  date,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';

const statements = defineTable('bank_statements', {
  id: int8,
  asset: text,
  account: text,
  number: text,
  format: text,
  opening: amount,
  closing: amount,
  openedOn: date,
  closedOn: date,
  entries: int4,
  contentHash: bytea,
  previousId: nullable(int8),
  importedBy: nullable(int8),
  importedAt: timestamptz,
});

export const insertStatement = statements.insertReturning('bank.insertStatement', [
  'asset',
  'account',
  'number',
  'format',
  'opening',
  'closing',
  'openedOn',
  'closedOn',
  'entries',
  'contentHash',
  'previousId',
  'importedBy',
  'importedAt',
]);

/** Does not hold up wires and payouts of the currency. */
export const lockCurrency = defineQuery({
  name: 'bank.lockCurrency',
  text: 'select asset from fiat_currencies where asset = $1 for no key update',
  params: [text],
  row: { asset: text },
});

export const statementNumbered = statements.select(
  'bank.statementNumbered',
  'where account = $1 and asset = $2 and number = $3',
  [text, text, text],
);

export const newestStatement = statements.select(
  'bank.newestStatement',
  'where account = $1 and asset = $2 order by id desc limit 1',
  [text, text],
);

const OPEN = 'not exists (select from bank_entries_matched m where m.entry_id = e.id)';

const shown = statements.as('s').with(
  { open: int4 },
  {
    open: `(select count(*)::int from bank_entries e where e.statement_id = s.id and ${OPEN})`,
  },
);
export const statementPages = {
  list: shown.select('bank.statements', 'order by s.id desc limit $1 offset $2', [int8, int8]),
  count: shown.count('bank.countStatements', '', []),
};
export type ShownStatement = RowOf<typeof statementPages.list>;

const entryColumns = {
  id: int8,
  statementId: int8,
  account: text,
  asset: text,
  place: int4,
  isCredit: bool,
  amount,
  bookedOn: date,
  valueDate: date,
  entryKey: text,
  bankReference: text,
  endToEndId: text,
  party: text,
  details: text,
  returnCode: text,
} as const;
const entries = defineTable('bank_entries', entryColumns);

export const insertEntries = entries.insertMany('bank.insertEntries', [
  'statementId',
  'account',
  'asset',
  'place',
  'isCredit',
  'amount',
  'bookedOn',
  'valueDate',
  'entryKey',
  'bankReference',
  'endToEndId',
  'party',
  'details',
  'returnCode',
]);

/** Which of these the account has from other statements. */
export const entriesKnown = defineQuery({
  name: 'bank.entriesKnown',
  text: `select s.number, e.place from bank_entries e join bank_statements s on s.id = e.statement_id
    where e.account = $1 and e.asset = $2 and e.entry_key = any($3) order by e.id limit 1`,
  params: [text, text, arrayOf(text)],
  row: { number: text, place: int4 },
});

const found = entries.as('e').with(
  { number: text, importedAt: timestamptz },
  {
    number: '(select s.number from bank_statements s where s.id = e.statement_id)',
    importedAt: '(select s.imported_at from bank_statements s where s.id = e.statement_id)',
  },
);

export const entryById = found.select('bank.entryById', 'where e.id = $1', [int8]);
export type FoundEntry = RowOf<typeof entryById>;

/** `$1` is contained in the names and texts of the entry, or is its amount; empty for all. */
const LISTED = `where ${OPEN} and ($1 = '' or position(lower($1) in lower(e.party || ' ' || e.details || ' ' || e.bank_reference || ' '
  || e.end_to_end_id || ' ' || trim_scale(e.amount)::text)) > 0)`;
export const openEntryPages = {
  list: found.select(
    'bank.openEntries',
    `${LISTED} order by e.booked_on, e.id limit $2 offset $3`,
    [text, int8, int8],
  ),
  count: found.count('bank.countOpenEntries', LISTED, [text]),
};

export const openSums = defineQuery({
  name: 'bank.openSums',
  text: `select coalesce(sum(e.amount) filter (where e.is_credit), 0) as came_in,
      coalesce(sum(e.amount) filter (where not e.is_credit), 0) as went_out
    from bank_entries e where e.account = $1 and e.asset = $2 and ${OPEN}`,
  params: [text, text],
  row: { cameIn: amount, wentOut: amount },
});

export const openEntriesAfter = found.select(
  'bank.openEntriesAfter',
  `where e.id > $1 and ${OPEN} order by e.id limit $2`,
  [int8, int8],
);

const matches = defineTable('bank_matches', {
  id: int8,
  entryId: int8,
  kind: text,
  subjectId: nullable(int8),
  reason: text,
  matchedBy: nullable(int8),
  createdAt: timestamptz,
});
export const insertMatch = matches.insert('bank.insertMatch', [
  'entryId',
  'kind',
  'subjectId',
  'reason',
  'matchedBy',
  'createdAt',
]);

/** Of a wire: the entry by which its money came. */
export const entryOfRecord = found.select(
  'bank.entryOfRecord',
  'where e.id = (select m.entry_id from bank_matches m where m.kind = $1 and m.subject_id = $2)',
  [text, int8],
);

/** What an operator recorded by hand with this reference of the bank. */
export const recordedByHand = defineQuery({
  name: 'bank.recordedByHand',
  text: `select 'wire' as kind, w.id from wires w where $4 and w.asset = $1 and w.bank_reference <> '' and w.state <> 'rejected'
      and bank_reference_key(w.bank_reference) = bank_reference_key($2) and w.received = $3
    union all select 'payout', o.id from payouts o where not $4 and o.currency = $1 and o.bank_reference <> ''
      and bank_reference_key(o.bank_reference) = bank_reference_key($2) and o.received = $3`,
  params: [text, text, amount, bool],
  row: { kind: text, id: int8 },
});

export const isReceiptRecorded = defineQuery({
  name: 'bank.isReceiptRecorded',
  text: `select exists (select from bank_transfers_recorded r where r.asset = $1 and r.bank_key = bank_reference_key($2)) as is_recorded`,
  params: [text, text],
  row: { isRecorded: bool },
});

/** Waiting wires of the currency, those of these references and this amount first. */
export const waitingWires = defineQuery({
  name: 'bank.waitingWires',
  text: `select id, member_id, amount, reference, created_at from wires
    where asset = $1 and state = 'reviewed' and received is null
    order by reference = any($2) desc, amount = $3 desc, abs(amount - $3), id limit 50`,
  params: [text, arrayOf(text), amount],
  row: { id: int8, memberId: int8, amount, reference: text, createdAt: timestamptz },
});

/** Payouts in `$4` of the currency: of this number, or of this amount. */
export const payoutsLikeEntry = defineQuery({
  name: 'bank.payoutsLikeEntry',
  text: `select id, member_id, received as amount, account_name, created_at from payouts
    where currency = $1 and state = $4 and (id = $2 or received = $3) order by id = $2 desc nulls last, id desc limit 5`,
  params: [text, nullable(int8), amount, text],
  row: { id: int8, memberId: int8, amount, accountName: text, createdAt: timestamptz },
});

/** What waits in a currency: wires without a receipt, and approved payouts. */
export const expectedMoney = defineQuery({
  name: 'bank.expectedMoney',
  text: `(select 'wire' as kind, w.id, w.member_id, w.amount, w.reference, '' as party from wires w
      where w.asset = $1 and w.state = 'reviewed' and w.received is null order by w.id limit 20)
    union all (select 'payout', o.id, o.member_id, o.received, '', o.account_name from payouts o
      where o.currency = $1 and o.state = 'approved' order by o.id limit 20)`,
  params: [text],
  row: { kind: text, id: int8, memberId: int8, amount, reference: text, party: text },
});
