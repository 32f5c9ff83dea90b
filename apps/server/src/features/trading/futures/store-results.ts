/** The SQL of counted results: ended contracts, the counts, and the counting cursor. */
import type { ResultSequence, ResultSubject } from '@tern/settlement';
import {
  amount,
  arrayOf,
  int2,
  int8,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable, excluded } from '../../../platform/database/table.ts';
import { futuresContracts } from './store.ts';

const readCursor = defineQuery({
  name: 'futures.resultCursor',
  text: 'select counted_to from futures_result_cursor',
  params: [],
  row: { countedTo: int8 },
});

const moveCursor = defineStatement({
  name: 'futures.moveResultCursor',
  text: 'update futures_result_cursor set counted_to = $2 where counted_to = $1',
  params: [int8, int8],
});

const contractsBehind = futuresContracts
  .pick(
    'id',
    'memberId',
    'instrumentId',
    'stake',
    'payoutRatio',
    'status',
    'outcome',
    'profit',
    'acceptedAt',
    'openAfterMs',
    'openWithinMs',
    'dueAt',
  )
  .select('futures.contractsBehind', 'where id > $1 order by id limit $2', [int8, int8]);

const resultSequences = defineTable('futures_result_sequences', {
  subject: text,
  subjectId: int8,
  period: timestamptz,
  sequence: int2,
  knownAt: timestamptz,
  wins: int8,
  losses: int8,
  ties: int8,
  net: amount,
  expectedNet: amount,
  squares: amount,
});

const sequencesOf = resultSequences.select(
  'futures.resultSequencesOf',
  `join unnest($1::text[], $2::bigint[], $3::timestamptz[]) as requested(subject, subject_id, period)
      using (subject, subject_id, period)
    order by sequence`,
  [arrayOf(text), arrayOf(int8), arrayOf(timestamptz)],
);

const FIGURES = ['knownAt', 'wins', 'losses', 'ties', 'net', 'expectedNet', 'squares'] as const;

const putSequences = resultSequences.insertMany(
  'futures.putResultSequences',
  ['subject', 'subjectId', 'period', 'sequence', ...FIGURES],
  { onConflict: `(subject, subject_id, period, sequence) do update set ${excluded(...FIGURES)}` },
);

const dropOldSequencesQuery = defineStatement({
  name: 'futures.dropPastResultSequences',
  text: `delete from futures_result_sequences where ctid = any(array(
      select ctid from futures_result_sequences where period < $1 or (period < $2 and subject = 'account') limit $3))`,
  params: [timestamptz, timestamptz, int8],
});

export type CountedRow = RowOf<typeof contractsBehind>;

/** The subject and period of a sequence. Units: `period` epoch ms; `id` is 0 for the exchange. */
export interface ResultKey {
  readonly subject: ResultSubject;
  readonly id: number;
  readonly period: number;
}

/** Id of the last counted contract. */
export async function findCountedTo(reader: Reader): Promise<number> {
  return (await reader.one(readCursor, [])).countedTo;
}

/** False when another process has counted meanwhile, so that the rows read are stale. Holds locks: the cursor's row. */
export async function moveCountedTo(tx: Tx, from: number, to: number): Promise<boolean> {
  return (await tx.run(moveCursor, [from, to])) === 1;
}

/** Ordered by id. */
export function contractsAfter(reader: Reader, id: number, limit: number): Promise<CountedRow[]> {
  return reader.many(contractsBehind, [id, limit]);
}

export type StoredSequence = ResultKey & {
  readonly sequence: number;
  readonly counted: ResultSequence;
};

/** Each subject's sequences in order, without a gap. */
export async function findSequences(
  reader: Reader,
  keys: readonly ResultKey[],
): Promise<StoredSequence[]> {
  const rows = await reader.many(sequencesOf, [
    keys.map(({ subject }) => subject),
    keys.map(({ id }) => id),
    keys.map(({ period }) => period),
  ]);
  return rows.map(({ subject, subjectId, period, sequence, ...counted }) => ({
    subject: subject as ResultSubject,
    id: subjectId,
    period,
    sequence,
    counted,
  }));
}

export async function writeSequences(tx: Tx, sequences: readonly StoredSequence[]): Promise<void> {
  await putSequences(
    tx,
    sequences.map(({ id, counted, ...sequence }) => ({ ...sequence, ...counted, subjectId: id })),
  );
}

/** Removes some of the sequences of earlier periods; returns their number. Units: epoch ms. */
export function dropSequences(
  tx: Tx,
  before: { readonly year: number; readonly month: number },
  limit: number,
): Promise<number> {
  return tx.run(dropOldSequencesQuery, [before.year, before.month, limit]);
}
