/** What follows a login: its device becomes known, and its owner is notified of one that was not (ADR 43). */
import { recordDevice } from '../../../kernel/members/devices.ts';
import { markOnOperatorDevice } from '../../../kernel/operators/staff-accounts.ts';
import type { FactorMethod } from '@tern/protocol';
import type { Member } from '../../../kernel/members/members.ts';
import { recordSecurityEvent } from '../../../kernel/members/security-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { hashSecret } from '../../../platform/secret-box.ts';
import type { Alerts } from './alerts.ts';
import { maskAddress } from './rules.ts';
import type { LoginPlace } from './sessions.ts';

export interface NewLogin {
  member: Member;
  login: LoginPlace;
  /** Kept by the browser; absent for other clients. */
  key: string | undefined;
  /** Of a login with a second factor, that factor. */
  method: 'password' | 'registration' | FactorMethod;
  /** It ended a session on another device. */
  hasEnded: boolean;
  at: number;
}

/** Longest device name in a notice's title. */
const DEVICE_MAX = 40;

/** Call with the member locked, and wake the delivery after the commit. The device of a registration is not reported. */
export async function recordLogin(
  tx: Tx,
  { alerts }: { alerts: Pick<Alerts, 'send'> },
  given: NewLogin,
): Promise<void> {
  const { member, key, method, hasEnded, at } = given;
  const { address } = given.login;
  const memberId = member.id;
  const name = given.login.device.slice(0, DEVICE_MAX);
  const keyHash = key === undefined ? null : hashSecret('device', key);
  const network = maskAddress(address);
  const device = { memberId, keyHash, name, address, network, method };
  const isNew = await recordDevice(tx, device, at);
  if (keyHash !== null) await markOnOperatorDevice(tx, { memberId, keyHash }, at);
  const values = { address, device: name };
  if (isNew && method !== 'registration') {
    await notify(tx, { memberId, kind: 'security.newDevice', values }, at);
    const place = [name, address].filter((part) => part !== '').join(', ');
    await alerts.send(tx, { member, kind: 'newDevice', values: { place } }, at);
  } else if (hasEnded) {
    await notify(tx, { memberId, kind: 'security.login', values }, at);
  } else {
    await recordSecurityEvent(tx, { memberId, kind: 'security.login', values }, at);
  }
}
