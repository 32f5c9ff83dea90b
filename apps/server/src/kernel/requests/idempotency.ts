/** Idempotency of money calls: key, request hash and answer are stored in the transaction of the effect. */
import { createHash } from 'node:crypto';
import { arrayOf, int8, jsonb, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

/** The idempotency key of a member's request; `requestHash` shows whether a later request is the same. */
export interface RequestKey {
  memberId: number;
  key: string;
  requestHash: string;
}

const keysByMember = defineQuery({
  name: 'kernel.idempotencyKeys',
  text: `select i.member_id, i.key, i.request_hash, i.answer
    from unnest($1::bigint[], $2::text[]) as k(member_id, key)
    join idempotency_keys i on i.member_id = k.member_id and i.key = k.key`,
  params: [arrayOf(int8), arrayOf(text)],
  row: { memberId: int8, key: text, requestHash: text, answer: jsonb() },
});

const insertKeys = defineStatement({
  name: 'kernel.insertIdempotencyKeys',
  text: `insert into idempotency_keys (member_id, key, request_hash, answer, created_at)
    select k.member_id, k.key, k.request_hash, k.answer::jsonb, $5
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as k(member_id, key, request_hash, answer)`,
  params: [arrayOf(int8), arrayOf(text), arrayOf(text), arrayOf(text), timestamptz],
});

/** An empty hash, which no request has, refuses every request with the key. */
const claimKey = defineStatement({
  name: 'kernel.claimIdempotencyKey',
  text: `insert into idempotency_keys (member_id, key, request_hash, answer, created_at)
    values ($1, $2, '', 'null', $3) on conflict do nothing`,
  params: [int8, text, timestamptz],
});

const deleteBefore = defineStatement({
  name: 'kernel.deleteIdempotencyKeysBefore',
  text: `delete from idempotency_keys where (member_id, key) in (
      select member_id, key from idempotency_keys where created_at < $1 order by created_at limit 5000)`,
  params: [timestamptz],
});

/** The hash of a call and its whole input; the order of fields does not matter, at any depth. */
export function requestHash(callName: string, input: object): string {
  const body = JSON.stringify(input, sortFields);
  return createHash('sha256').update(`${callName}\n${body}`).digest('base64url');
}

function sortFields(_field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The stored requests of these keys. */
export function finishedRequests(reader: Reader, keys: readonly RequestKey[]) {
  return reader.many(keysByMember, [keys.map((key) => key.memberId), keys.map((key) => key.key)]);
}

/** Stores the answers. @throws a unique violation when a key was stored meanwhile */
export function storeAnswers(
  tx: Tx,
  answers: readonly (RequestKey & { answer: unknown })[],
  at: number,
): Promise<unknown> {
  if (answers.length === 0) return Promise.resolve();
  return tx.run(insertKeys, [
    answers.map((each) => each.memberId),
    answers.map((each) => each.key),
    answers.map((each) => each.requestHash),
    answers.map((each) => JSON.stringify(each.answer)),
    at,
  ]);
}

/**
 * Takes a key whose request has no answer, so that the request can have no effect any more; waits for one that is being
 * committed. False when it has an answer.
 */
export async function claimRequest(
  tx: Tx,
  { memberId, key }: Pick<RequestKey, 'memberId' | 'key'>,
  at: number,
): Promise<boolean> {
  return (await tx.run(claimKey, [memberId, key, at])) === 1;
}

/** Deletes a batch of keys older than `before` and returns how many; 0 when none is left. */
export function pruneRequests(tx: Tx, before: number): Promise<number> {
  return tx.run(deleteBefore, [before]);
}
