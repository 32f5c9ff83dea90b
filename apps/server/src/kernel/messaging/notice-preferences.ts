/** A member's preferences for notices: switches by category and channel, quiet hours, details in pushes (ADR 46). */
import { bool, int4, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import {
  categoryChannels,
  type NoticeCategory,
  type NoticeChannel,
  noticeChannels,
  usedCategories,
} from './notice-kinds.ts';

/** Minutes after local midnight, never equal; `until` may be on the next day. */
export interface QuietHours {
  from: number;
  until: number;
}

export interface NoticeSettings {
  /** Undefined: none. */
  quiet: QuietHours | undefined;
  /** An IANA name such as `Europe/Berlin`. */
  timeZone: string;
  /** Whether pushes show titles and amounts, also on a locked screen. */
  showsDetails: boolean;
}

export interface NoticeSwitch {
  category: NoticeCategory;
  channel: NoticeChannel;
  isOn: boolean;
  isLocked: boolean;
}

const switchesOf = defineQuery({
  name: 'kernel.notificationSwitches',
  text: 'select category, channel, is_on from notification_switches where member_id = $1',
  params: [int8],
  row: { category: text, channel: text, isOn: bool },
});

const putSwitch = defineStatement({
  name: 'kernel.putNotificationSwitch',
  text: `insert into notification_switches (member_id, category, channel, is_on, updated_at)
    values ($1, $2, $3, $4, $5)
    on conflict (member_id, category, channel)
      do update set is_on = excluded.is_on, updated_at = excluded.updated_at`,
  params: [int8, text, text, bool, timestamptz],
});

const settingsOf = defineQuery({
  name: 'kernel.notificationSettings',
  text: 'select quiet_from, quiet_until, time_zone, shows_details from notification_settings where member_id = $1',
  params: [int8],
  row: {
    quietFrom: nullable(int4),
    quietUntil: nullable(int4),
    timeZone: text,
    showsDetails: bool,
  },
});

const putQuiet = defineStatement({
  name: 'kernel.putQuietHours',
  text: `insert into notification_settings as n
      (member_id, quiet_from, quiet_until, time_zone, shows_details, updated_at)
    values ($1, $2, $3, $4, false, $5)
    on conflict (member_id) do update set quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, time_zone = excluded.time_zone, updated_at = excluded.updated_at`,
  params: [int8, nullable(int4), nullable(int4), text, timestamptz],
});

const putDetails = defineStatement({
  name: 'kernel.putPushDetails',
  text: `insert into notification_settings (member_id, time_zone, shows_details, updated_at)
    values ($1, 'UTC', $2, $3)
    on conflict (member_id) do update set shows_details = excluded.shows_details, updated_at = excluded.updated_at`,
  params: [int8, bool, timestamptz],
});

/** Every category that has notices, and channel. */
export async function noticeSwitches(reader: Reader, memberId: number): Promise<NoticeSwitch[]> {
  const changed = await reader.many(switchesOf, [memberId]);
  return usedCategories().flatMap((category) =>
    noticeChannels.map((channel) => {
      const { isOn, isLocked } = categoryChannels[category][channel];
      const own = changed.find((each) => each.category === category && each.channel === channel);
      return { category, channel, isOn: own?.isOn ?? isOn, isLocked };
    }),
  );
}

/** @throws a database error when a locked one is switched off */
export async function setNoticeSwitch(
  tx: Tx,
  change: { memberId: number; category: NoticeCategory; channel: NoticeChannel; isOn: boolean },
  at: number,
): Promise<void> {
  const { memberId, category, channel, isOn } = change;
  await tx.run(putSwitch, [memberId, category, channel, isOn, at]);
}

/** Until the member changes them: no quiet hours, and no details in pushes. */
export async function noticeSettings(reader: Reader, memberId: number): Promise<NoticeSettings> {
  const found = await reader.maybe(settingsOf, [memberId]);
  if (found === undefined) return { quiet: undefined, timeZone: 'UTC', showsDetails: false };
  const { quietFrom: from, quietUntil: until, timeZone, showsDetails } = found;
  const quiet = from === null || until === null ? undefined : { from, until };
  return { quiet, timeZone, showsDetails };
}

export async function setQuietHours(
  tx: Tx,
  change: { memberId: number; quiet: QuietHours | undefined; timeZone: string },
  at: number,
): Promise<void> {
  const { memberId, quiet, timeZone } = change;
  await tx.run(putQuiet, [memberId, quiet?.from ?? null, quiet?.until ?? null, timeZone, at]);
}

export async function setPushDetails(
  tx: Tx,
  change: { memberId: number; showsDetails: boolean },
  at: number,
): Promise<void> {
  await tx.run(putDetails, [change.memberId, change.showsDetails, at]);
}
