/** The devices that logged in to the account. */
import { type Device, devicesOfMember, forgetDevice as forget } from '../../kernel/members/devices.ts';
import { lockMember } from '../../kernel/members/members.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** The caller's own device first: the newest login has the only session. */
export async function listDevices(database: Database, clock: Clock, memberId: number) {
  const devices = await devicesOfMember(database, memberId);
  return devices.map((device, index) => deviceRow(device, index === 0 ? clock.now() : undefined));
}

function deviceRow(device: Device, now: number | undefined) {
  return {
    ID: device.id,
    name: device.name,
    address: device.address,
    method: device.method,
    firstSeenAt: isoTime(device.firstSeenAt),
    lastSeenAt: isoTime(now ?? device.lastSeenAt),
    isCurrent: now !== undefined,
  };
}

/** Fails with: not-found, not-available for the device that is logged in. */
export async function forgetDevice(database: Database, memberId: number, id: number) {
  await database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const [current] = await devicesOfMember(tx, memberId);
    if (current?.id === id) throw new Refusal('not-available');
    if (!(await forget(tx, memberId, id))) throw new Refusal('not-found');
  });
}
