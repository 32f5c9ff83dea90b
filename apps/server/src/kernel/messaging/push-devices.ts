/** Browsers that take push messages, and the key pair that authenticates this deployment to push services (RFC 8292). */
import { bytea, int4, int8, text, timestamptz } from '../../platform/database/columns.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { hashSecret, type SecretBox } from '../../platform/secret-box.ts';
import type { PushTarget, VapidKeys } from './channels.ts';

/** More than anyone uses; the oldest is replaced. */
const DEVICES_MAX = 10;

const putDevice = defineStatement({
  name: 'kernel.putPushDevice',
  text: `insert into push_devices (member_id, endpoint_hash, sealed, lang, created_at) values ($1, $2, $3, $4, $5)
    on conflict (endpoint_hash) do update
      set member_id = excluded.member_id, sealed = excluded.sealed, lang = excluded.lang`,
  params: [int8, text, bytea, text, timestamptz],
});

const removeOldest = defineStatement({
  name: 'kernel.removeOldestPushDevices',
  text: `delete from push_devices where id in (
      select id from push_devices where member_id = $1 order by id desc offset ${DEVICES_MAX})`,
  params: [int8],
});

const removeOne = defineStatement({
  name: 'kernel.removePushDevice',
  text: 'delete from push_devices where member_id = $1 and endpoint_hash = $2',
  params: [int8, text],
});

const removeById = defineStatement({
  name: 'kernel.removeGonePushDevice',
  text: 'delete from push_devices where id = $1',
  params: [int8],
});

const removeOthers = defineStatement({
  name: 'kernel.removeOtherPushDevices',
  text: 'delete from push_devices where member_id = $1 and endpoint_hash <> $2',
  params: [int8, text],
});

const countDevices = defineQuery({
  name: 'kernel.countPushDevices',
  text: 'select count(*)::int as devices from push_devices where member_id = $1',
  params: [int8],
  row: { devices: int4 },
});

const insertKeys = defineStatement({
  name: 'kernel.insertPushKeys',
  text: `insert into push_keys (id, public_key, sealed, created_at) values (1, $1, $2, $3)
    on conflict (id) do nothing`,
  params: [text, bytea, timestamptz],
});

const readKeys = defineQuery({
  name: 'kernel.pushKeys',
  text: 'select public_key, sealed from push_keys where id = 1',
  params: [],
  row: { publicKey: text, sealed: bytea },
});

const CONTEXT = 'push device';
const KEY_CONTEXT = 'push key';

const hashOf = (endpoint: string) => hashSecret('push', endpoint);

export function sealTarget(secretBox: SecretBox, target: PushTarget): Uint8Array {
  return secretBox.seal(JSON.stringify(target), CONTEXT);
}

/** @throws Error if it was sealed with another key */
export function openTarget(secretBox: SecretBox, sealed: Uint8Array): PushTarget {
  return JSON.parse(secretBox.open(sealed, CONTEXT)) as PushTarget;
}

/** Adds a device, or takes it over from the member who used it before. `lang` is the language of its pushes. */
export async function addPushDevice(
  tx: Tx,
  device: { memberId: number; endpoint: string; sealed: Uint8Array; lang: string },
  at: number,
): Promise<void> {
  const { memberId, endpoint, sealed, lang } = device;
  await tx.run(putDevice, [memberId, hashOf(endpoint), sealed, lang, at]);
  await tx.run(removeOldest, [memberId]);
}

/** Does nothing if the device is unknown or another member's. */
export async function removePushDevice(
  tx: Tx,
  { memberId, endpoint }: { memberId: number; endpoint: string },
): Promise<void> {
  await tx.run(removeOne, [memberId, hashOf(endpoint)]);
}

/** Removes all devices of a member but one; without `endpoint`, all. Call it when all sessions of a member end. */
export async function removePushDevices(
  tx: Tx,
  { memberId, endpoint = '' }: { memberId: number; endpoint?: string },
): Promise<void> {
  await tx.run(removeOthers, [memberId, hashOf(endpoint)]);
}

/** The push service says that the device no longer takes messages. */
export async function removeGoneDevice(tx: Tx, deviceId: number): Promise<void> {
  await tx.run(removeById, [deviceId]);
}

export async function countPushDevices(reader: Reader, memberId: number): Promise<number> {
  return (await reader.one(countDevices, [memberId])).devices;
}

/**
 * The key pair of this deployment; made at the first start, by whichever instance is first.
 * The server cannot replace it.
 * @throws Error that says what to do when it was sealed with a lost key
 */
export async function pushKeys(
  { database, secretBox }: { database: Database; secretBox: SecretBox },
  make: () => VapidKeys,
  at: number,
): Promise<VapidKeys> {
  const found =
    (await database.maybe(readKeys, [])) ??
    (await database.transaction(async (tx) => {
      const { publicKey, privateKey } = make();
      await tx.run(insertKeys, [publicKey, secretBox.seal(privateKey, KEY_CONTEXT), at]);
      return tx.one(readKeys, []);
    }));
  try {
    return { publicKey: found.publicKey, privateKey: secretBox.open(found.sealed, KEY_CONTEXT) };
  } catch (error) {
    throw new Error(
      'The key of push messages was sealed with another secrets.key. If that is lost, "Keep copies" in docs/handbook.md says which rows go with it.',
      { cause: error },
    );
  }
}
