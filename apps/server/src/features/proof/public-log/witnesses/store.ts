/** The SQL of witnesses: what they answered, and the checkpoint published with their cosignatures. */
import { int4, int8, nullable, text, timestamptz } from '../../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';
import type { WitnessAnswerKind } from './ask-witness.ts';

const allWitnesses = defineQuery({
  name: 'public-log.witnesses',
  text: 'select key, asked_at, answer, size, cosigned_at, failures, retry_at from public_log_witnesses',
  params: [],
  row: {
    key: text,
    askedAt: timestamptz,
    answer: text,
    size: int8,
    cosignedAt: nullable(timestamptz),
    failures: int4,
    retryAt: timestamptz,
  },
});
/** What is known of a witness. */
export type WitnessRow = Omit<RowOf<typeof allWitnesses>, 'answer'> & {
  readonly answer: WitnessAnswerKind;
};

const putWitnessStatement = defineStatement({
  name: 'public-log.putWitness',
  text: `insert into public_log_witnesses (key, asked_at, answer, size, cosigned_at, failures, retry_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (key) do update set asked_at = excluded.asked_at, answer = excluded.answer, size = excluded.size,
      cosigned_at = excluded.cosigned_at, failures = excluded.failures, retry_at = excluded.retry_at`,
  params: [text, timestamptz, text, int8, nullable(timestamptz), int4, timestamptz],
});

/** By key. */
export async function findWitnesses(reader: Reader): Promise<ReadonlyMap<string, WitnessRow>> {
  const rows = (await reader.many(allWitnesses, [])) as WitnessRow[];
  return new Map(rows.map((row) => [row.key, row]));
}

export async function putWitness(tx: Tx, row: WitnessRow): Promise<void> {
  const { key, askedAt, answer, size, cosignedAt, failures, retryAt } = row;
  await tx.run(putWitnessStatement, [key, askedAt, answer, size, cosignedAt, failures, retryAt]);
}

const publicLogPublished = defineTable('public_log_published', {
  size: int8,
  checkpoint: text,
  signedAt: timestamptz,
});

const publishedQuery = publicLogPublished.select('public-log.published', '', []);
export type Published = RowOf<typeof publishedQuery>;

const lockPublishedQuery = publicLogPublished.select('public-log.lockPublished', 'for update', []);

const putPublishedStatement = defineStatement({
  name: 'public-log.putPublished',
  text: `insert into public_log_published (size, checkpoint, signed_at, submitted_at) values ($1, $2, $3, to_timestamp(0))
    on conflict (is_only) do update set size = excluded.size, checkpoint = excluded.checkpoint, signed_at = excluded.signed_at`,
  params: [int8, text, timestamptz],
});

const claimSubmissionStatement = defineStatement({
  name: 'public-log.claimSubmission',
  text: 'update public_log_published set submitted_at = $1 where submitted_at <= $2',
  params: [timestamptz, timestamptz],
});

/** The checkpoint published with cosignatures; undefined in a log that never had a witness. */
export function findPublished(reader: Reader): Promise<Published | undefined> {
  return reader.maybe(publishedQuery, []);
}

export function lockPublished(tx: Tx): Promise<Published | undefined> {
  return tx.maybe(lockPublishedQuery, []);
}

/** The database refuses a smaller one than was published before. */
export async function putPublished(
  tx: Tx,
  { size, checkpoint, signedAt }: Published,
): Promise<void> {
  await tx.run(putPublishedStatement, [size, checkpoint, signedAt]);
}

/** False when another process, or this one, submitted after `before`. Units: epoch milliseconds. */
export async function claimSubmission(tx: Tx, at: number, before: number): Promise<boolean> {
  return (await tx.run(claimSubmissionStatement, [at, before])) === 1;
}
