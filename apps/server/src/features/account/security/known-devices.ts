/** The devices that logged in to the account. */
import {
  type Device,
  devicesOfMember,
  forgetDevice as forget,
} from '../../../kernel/members/devices.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';

/** The caller's own device first: the newest login has the only session. */
export async function listDevices(reader: Reader, memberId: number) {
  const devices = await devicesOfMember(reader, memberId);
  return devices.map((device, index) => deviceRow(device, index === 0));
}

function deviceRow(device: Device, isCurrent: boolean) {
  return {
    ID: device.id,
    name: device.name,
    address: device.address,
    method: device.method,
    firstSeenAt: isoTime(device.firstSeenAt),
    lastSeenAt: isoTime(device.lastSeenAt),
    isCurrent,
  };
}

/** @throws not-found, not-available for the device that is logged in */
export async function forgetDevice(database: Database, memberId: number, id: number) {
  await database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const [current] = await devicesOfMember(tx, memberId);
    if (current?.id === id) throw new Refusal('not-available');
    if (!(await forget(tx, memberId, id))) throw new Refusal('not-found');
  });
}
