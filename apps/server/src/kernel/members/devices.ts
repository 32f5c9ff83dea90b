/** Browsers and programs from which members logged in: a login from an unknown one is reported (ADR 43). */
import { arrayOf, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';

const memberDevices = defineTable('member_devices', {
  id: int8,
  memberId: int8,
  keyHash: nullable(text),
  name: text,
  address: text,
  network: text,
  method: text,
  firstSeenAt: timestamptz,
  lastSeenAt: timestamptz,
}).omit('memberId', 'keyHash', 'network');
const NEWEST_FIRST = 'order by logged_in_at desc, id desc';

const devicesQuery = memberDevices.select(
  'kernel.devicesOfMember',
  `where member_id = $1 ${NEWEST_FIRST}`,
  [int8],
);

/** By its key; without one, by its name and network among those without a key. */
const knownQuery = memberDevices.pick('id').select(
  'kernel.knownDevice',
  `where member_id = $1
      and (key_hash = $2 or ($2::text is null and key_hash is null and name = $3 and network = $4))
    ${NEWEST_FIRST} limit 1`,
  [int8, nullable(text), text, text],
);

const insertDevice = memberDevices.insert(
  'kernel.insertDevice',
  ['memberId', 'keyHash', 'name', 'address', 'network', 'method', 'firstSeenAt'],
  { also: { lastSeenAt: '$firstSeenAt', loggedInAt: '$firstSeenAt' } },
);

const updateDevice = defineStatement({
  name: 'kernel.updateDevice',
  text: `update member_devices set name = $2, address = $3, network = $4, method = $5, last_seen_at = $6, logged_in_at = $6
    where id = $1`,
  params: [int8, text, text, text, text, timestamptz],
});

const deleteOldest = defineStatement({
  name: 'kernel.deleteOldestDevices',
  text: `delete from member_devices where id in (
      select id from member_devices where member_id = $1 ${NEWEST_FIRST} offset $2)`,
  params: [int8, int8],
});

const seeStatement = defineStatement({
  name: 'kernel.seeDevice',
  text: `update member_devices set last_seen_at = greatest(last_seen_at, $2)
    where id = (select id from member_devices where member_id = $1 ${NEWEST_FIRST} limit 1)`,
  params: [int8, timestamptz],
});

const forgetStatement = defineStatement({
  name: 'kernel.forgetDevice',
  text: 'delete from member_devices where id = $1 and member_id = $2',
  params: [int8, int8],
});

/** An address of more members says nothing about any of them: a company, a mobile network. */
const ADDRESS_SHARED_MAX = 20;

const sharersQuery = defineQuery({
  name: 'kernel.membersSharingDevices',
  text: `with own as (
      select member_id, key_hash, address from member_devices where member_id = any($1::bigint[]) and last_seen_at > $2
    ), addresses as (
      select d.address from member_devices d where d.address in (select address from own where address <> '')
      group by d.address having count(distinct d.member_id) <= ${ADDRESS_SHARED_MAX}
    )
    select distinct own.member_id, d.member_id as other_id from own join member_devices d
      on (d.key_hash = own.key_hash or (d.address = own.address and d.address in (select address from addresses)))
      and d.member_id <> own.member_id and d.last_seen_at > $2
    order by 1, 2`,
  params: [arrayOf(int8), timestamptz],
  row: { memberId: int8, otherId: int8 },
});

/** Pairs of members who have signed in from one device or one address since a time (epoch ms). */
export function membersSharingDevices(
  reader: Reader,
  ids: readonly number[],
  since: number,
): Promise<{ memberId: number; otherId: number }[]> {
  return reader.many(sharersQuery, [ids, since]);
}

export type Device = RowOf<typeof devicesQuery>;

/** Enough to recognise all of them. */
const DEVICES_MAX = 30;

export interface DeviceLogin {
  memberId: number;
  /** SHA-256 of the key that the browser keeps; null without one. */
  keyHash: string | null;
  /** "Chrome, Windows"; empty if unknown. */
  name: string;
  address: string;
  /** The address without its end, which changes often. */
  network: string;
  /** How it logged in: "password". */
  method: string;
}

/** Newest login first: the first one has the session, if any. */
export function devicesOfMember(reader: Reader, memberId: number): Promise<Device[]> {
  return reader.many(devicesQuery, [memberId]);
}

/** Records a login. Returns whether the member did not know the device. Call with the member locked. */
export async function recordDevice(tx: Tx, login: DeviceLogin, at: number): Promise<boolean> {
  const { memberId, keyHash, name, address, network, method } = login;
  const known = await tx.maybe(knownQuery, [memberId, keyHash, name, network]);
  if (known !== undefined) {
    await tx.run(updateDevice, [known.id, name, address, network, method, at]);
    return false;
  }
  await insertDevice(tx, { ...login, firstSeenAt: at });
  await tx.run(deleteOldest, [memberId, DEVICES_MAX]);
  return true;
}

/** The last use of the session that ends now. */
export async function seeDevice(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(seeStatement, [memberId, at]);
}

/** Returns false if the member has no such device. */
export async function forgetDevice(tx: Tx, memberId: number, id: number): Promise<boolean> {
  return (await tx.run(forgetStatement, [id, memberId])) === 1;
}

/** Of one device. */
const USERS_MAX = 50;

/** Accounts that logged in for the first time from `$2` to `$3` with a device of one of these members, itself too; oldest first. */
export const sharedDevices = defineQuery({
  name: 'kernel.sharedDevices',
  text: `select own.member_id as of_member, d.member_id, d.key_hash as value, d.first_seen_at as at
    from member_devices own cross join lateral (
      select d.member_id, d.key_hash, d.first_seen_at from member_devices d
      where d.key_hash = own.key_hash and d.first_seen_at >= $2 and d.first_seen_at <= $3 order by d.first_seen_at desc limit ${USERS_MAX}
    ) d where own.member_id = any($1) and own.key_hash is not null order by d.first_seen_at, d.member_id`,
  params: [arrayOf(int8), timestamptz, timestamptz],
  row: { ofMember: int8, memberId: int8, value: text, at: timestamptz },
});
