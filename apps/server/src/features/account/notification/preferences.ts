/** A member's preferences for notices, and the browsers that take their pushes. */
import {
  categoryChannels,
  type NoticeCategory,
  type NoticeChannel,
} from '../../../kernel/messaging/notice-kinds.ts';
import {
  noticeSettings,
  type NoticeSettings,
  type NoticeSwitch,
  noticeSwitches,
  setNoticeSwitch,
  setPushDetails,
  setQuietHours,
} from '../../../kernel/messaging/notice-preferences.ts';
import {
  addPushDevice,
  countPushDevices,
  removePushDevice,
  removePushDevices,
  sealTarget,
} from '../../../kernel/messaging/push-devices.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { PushSender, PushTarget } from '../../../kernel/messaging/channels.ts';
import { isTimeZone, minuteOf } from './quiet-hours.ts';

export interface PreferenceDeps {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  sender: PushSender;
}

export interface Preferences extends NoticeSettings {
  switches: NoticeSwitch[];
  /** How many browsers take pushes. */
  devices: number;
}

export async function preferencesOf(reader: Reader, memberId: number): Promise<Preferences> {
  const [switches, settings, devices] = [
    await noticeSwitches(reader, memberId),
    await noticeSettings(reader, memberId),
    await countPushDevices(reader, memberId),
  ];
  return { switches, ...settings, devices };
}

/** Writes, then returns what is stored now. */
function change(
  { database }: PreferenceDeps,
  memberId: number,
  write: (tx: Tx) => Promise<void>,
): Promise<Preferences> {
  return database.transaction(async (tx) => {
    await write(tx);
    return preferencesOf(tx, memberId);
  });
}

/** @throws switch-locked for one that stays on */
export function changeSwitch(
  deps: PreferenceDeps,
  memberId: number,
  input: { category: NoticeCategory; channel: NoticeChannel; isOn: boolean },
): Promise<Preferences> {
  if (categoryChannels[input.category][input.channel].isLocked && !input.isOn) {
    throw new Refusal('switch-locked', { fields: ['isOn'] });
  }
  const at = deps.clock.now();
  return change(deps, memberId, (tx) => setNoticeSwitch(tx, { memberId, ...input }, at));
}

/** Without times, quiet hours are off. @throws invalid-request naming the field */
export function changeQuietHours(
  deps: PreferenceDeps,
  memberId: number,
  input: { from?: string | undefined; until?: string | undefined; timeZone: string },
): Promise<Preferences> {
  const { timeZone } = input;
  if (!isTimeZone(timeZone)) throw new Refusal('invalid-request', { fields: ['timeZone'] });
  const quiet = quietHoursOf(input);
  const at = deps.clock.now();
  return change(deps, memberId, (tx) => setQuietHours(tx, { memberId, quiet, timeZone }, at));
}

function quietHoursOf(input: { from?: string | undefined; until?: string | undefined }) {
  if (input.from === undefined && input.until === undefined) return undefined;
  const [from, until] = [minuteOf(input.from ?? ''), minuteOf(input.until ?? '')];
  if (from === undefined) throw new Refusal('invalid-request', { fields: ['from'] });
  if (until === undefined || until === from) {
    throw new Refusal('invalid-request', { fields: ['until'] });
  }
  return { from, until };
}

export function changeDetails(
  deps: PreferenceDeps,
  memberId: number,
  showsDetails: boolean,
): Promise<Preferences> {
  const at = deps.clock.now();
  return change(deps, memberId, (tx) => setPushDetails(tx, { memberId, showsDetails }, at));
}

/** @throws invalid-request for an endpoint of another service, or keys that nothing can be encrypted with */
export function addDevice(
  deps: PreferenceDeps,
  memberId: number,
  device: PushTarget & { lang: string },
): Promise<Preferences> {
  const { lang, ...target } = device;
  const { endpoint } = target;
  if (!deps.sender.allows(endpoint)) throw new Refusal('invalid-request', { fields: ['endpoint'] });
  if (!isUsableTarget(target)) throw new Refusal('invalid-request', { fields: ['p256dh', 'auth'] });
  const sealed = sealTarget(deps.secretBox, target);
  const at = deps.clock.now();
  return change(deps, memberId, (tx) =>
    addPushDevice(tx, { memberId, endpoint, sealed, lang }, at),
  );
}

/** `isOthers`: every device but this one. */
export function removeDevice(
  deps: PreferenceDeps,
  memberId: number,
  { endpoint, isOthers }: { endpoint: string; isOthers: boolean },
): Promise<Preferences> {
  const given = { memberId, endpoint };
  return change(deps, memberId, (tx) =>
    isOthers ? removePushDevices(tx, given) : removePushDevice(tx, given),
  );
}

const KEY_BYTES = 65;
const AUTH_BYTES = 16;

/** Whether the keys have the lengths that encryption needs. */
function isUsableTarget({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const key = Buffer.from(p256dh, 'base64url');
  return (
    key.length === KEY_BYTES && key[0] === 4 && Buffer.from(auth, 'base64url').length >= AUTH_BYTES
  );
}
