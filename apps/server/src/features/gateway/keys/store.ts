/** The SQL of API keys. */
import {
  arrayOf,
  bool,
  bytea,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const apiKeys = defineTable('api_keys', {
  id: int8,
  memberId: int8,
  name: text,
  accessKey: text,
  sealedSecret: bytea,
  canTrade: bool,
  addresses: arrayOf(text),
  passwordMark: text,
  lastUsedAt: nullable(timestamptz),
  createdAt: timestamptz,
});

const keyByAccessKey = apiKeys.select('keys.byAccessKey', 'where access_key = $1', [text]);

const keysOfMember = apiKeys.select(
  'keys.ofMember',
  'where member_id = $1 and password_mark = $2 order by id',
  [int8, text],
);

const insertRow = apiKeys.insertReturning('keys.insert', [
  'memberId',
  'name',
  'accessKey',
  'sealedSecret',
  'canTrade',
  'addresses',
  'passwordMark',
  'createdAt',
]);

const deleteKeyQuery = defineQuery({
  name: 'keys.delete',
  text: 'delete from api_keys where id = $1 and member_id = $2 returning name',
  params: [int8, int8],
  row: { name: text },
});

const deleteInvalidStatement = defineStatement({
  name: 'keys.deleteVoid',
  text: 'delete from api_keys where member_id = $1 and password_mark <> $2',
  params: [int8, text],
});

const touchKeyStatement = defineStatement({
  name: 'keys.touch',
  text: 'update api_keys set last_used_at = $2 where id = $1',
  params: [int8, timestamptz],
});

export type ApiKey = RowOf<typeof keyByAccessKey>;

export function findKey(reader: Reader, accessKey: string): Promise<ApiKey | undefined> {
  return reader.maybe(keyByAccessKey, [accessKey]);
}

/** Oldest first, without keys of an earlier password. */
export function findKeysOf(
  reader: Reader,
  memberId: number,
  passwordMark: string,
): Promise<ApiKey[]> {
  return reader.many(keysOfMember, [memberId, passwordMark]);
}

export type NewKey = Omit<ApiKey, 'id' | 'lastUsedAt' | 'createdAt'>;

export const insertKey = (tx: Tx, key: NewKey, at: number): Promise<ApiKey> =>
  insertRow(tx, { ...key, createdAt: at });

/** Returns its name; undefined when the member has no such key. */
export async function removeKey(tx: Tx, id: number, memberId: number): Promise<string | undefined> {
  return (await tx.maybe(deleteKeyQuery, [id, memberId]))?.name;
}

/** Removes keys of an earlier password. */
export async function removeInvalidKeys(
  tx: Tx,
  memberId: number,
  passwordMark: string,
): Promise<void> {
  await tx.run(deleteInvalidStatement, [memberId, passwordMark]);
}

export async function touchKey(tx: Tx, id: number, at: number): Promise<void> {
  await tx.run(touchKeyStatement, [id, at]);
}
