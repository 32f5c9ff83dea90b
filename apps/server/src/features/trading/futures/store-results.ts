/** The SQL of counted results: ended contracts, the counts, and the counting cursor. */
import type { Amount } from '@tern/money';
import type { ResultSequence, ResultSubject } from '@tern/settlement';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

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

const contractsBehind = defineQuery({
  name: 'futures.contractsBehind',
  text: `select id, member_id, instrument_id, stake, payout_ratio, status, outcome, profit, accepted_at,
      open_after_ms, open_within_ms, due_at
    from futures_contracts where id > $1 order by id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    memberId: int8,
    instrumentId: int2,
    stake: amount,
    payoutRatio: rate,
    status: int2,
    outcome: int2,
    profit: amount,
    acceptedAt: timestamptz,
    openAfterMs: int4,
    openWithinMs: int4,
    dueAt: nullable(timestamptz),
  },
});

const sequencesOf = defineQuery({
  name: 'futures.resultSequencesOf',
  text: `select subject, subject_id, period, sequence, known_at, wins, losses, ties, net, expected_net, squares
    from futures_result_sequences
      join unnest($1::text[], $2::bigint[], $3::timestamptz[]) as requested(subject, subject_id, period)
      using (subject, subject_id, period)
    order by sequence`,
  params: [arrayOf(text), arrayOf(int8), arrayOf(timestamptz)],
  row: {
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
  },
});

const putSequences = defineStatement({
  name: 'futures.putResultSequences',
  text: `insert into futures_result_sequences
      (subject, subject_id, period, sequence, known_at, wins, losses, ties, net, expected_net, squares)
    select * from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::smallint[], $5::timestamptz[], $6::bigint[],
      $7::bigint[], $8::bigint[], $9::numeric[], $10::numeric[], $11::numeric[])
    on conflict (subject, subject_id, period, sequence) do update set known_at = excluded.known_at, wins = excluded.wins,
      losses = excluded.losses, ties = excluded.ties, net = excluded.net, expected_net = excluded.expected_net,
      squares = excluded.squares`,
  params: [
    arrayOf(text),
    arrayOf(int8),
    arrayOf(timestamptz),
    arrayOf(int2),
    arrayOf(timestamptz),
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(amount),
  ],
});

const dropOldSequencesQuery = defineStatement({
  name: 'futures.dropPastResultSequences',
  text: `delete from futures_result_sequences where ctid = any(array(
      select ctid from futures_result_sequences where period < $1 or (period < $2 and subject = 'account') limit $3))`,
  params: [timestamptz, timestamptz, int8],
});

export type CountedRow = RowOf<typeof contractsBehind>;

/** The subject and period of a sequence. Units: `period` epoch ms; `id` is 0 for the house. */
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
  const numbers = (of: 'knownAt' | 'wins' | 'losses' | 'ties') =>
    sequences.map(({ counted }) => counted[of]);
  const amounts = (of: 'net' | 'expectedNet' | 'squares'): Amount[] =>
    sequences.map(({ counted }) => counted[of]);
  await tx.run(putSequences, [
    sequences.map(({ subject }) => subject),
    sequences.map(({ id }) => id),
    sequences.map(({ period }) => period),
    sequences.map(({ sequence }) => sequence),
    numbers('knownAt'),
    numbers('wins'),
    numbers('losses'),
    numbers('ties'),
    amounts('net'),
    amounts('expectedNet'),
    amounts('squares'),
  ]);
}

/** Removes some of the sequences of earlier periods; returns their number. Units: epoch ms. */
export function dropSequences(
  tx: Tx,
  before: { readonly year: number; readonly month: number },
  limit: number,
): Promise<number> {
  return tx.run(dropOldSequencesQuery, [before.year, before.month, limit]);
}
