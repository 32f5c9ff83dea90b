/** Notices in the language of the request, and preferences, in the API. */
import { notificationCalls } from '@tern/protocol';
import { pageOf } from '../../../kernel/requests/page.ts';
import { categoryOf, describeNotice, linkOf } from '../../../kernel/messaging/notice-kinds.ts';
import {
  countUnread,
  findNotification,
  listNotifications,
  markAllRead,
  markRead,
  type Notification,
} from '../../../kernel/messaging/read-notifications.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { noticeText } from './notice-text.ts';
import {
  addDevice,
  changeDetails,
  changeQuietHours,
  changeSwitch,
  type PreferenceDeps,
  type Preferences,
  preferencesOf,
  removeDevice,
} from './preferences.ts';
import { clockOf } from './quiet-hours.ts';

interface RouteDeps extends PreferenceDeps {
  /** For lists. */
  lists: Reader;
  /** The public VAPID key, with which browsers subscribe. */
  pushKey: () => string;
}

/** @throws not-found, also for another member's notice */
function rowOf(notification: Notification | undefined, lang: string) {
  if (notification === undefined) throw new Refusal('not-found');
  const { id, createdAt, readAt, kind, about, aboutId } = notification;
  return {
    ID: id,
    CreatedAt: isoTime(createdAt),
    UpdatedAt: isoTime(readAt ?? createdAt),
    kind,
    ...noticeText(notification, langOf(lang)),
    isRead: readAt !== null,
    category: categoryOf(kind, about),
    isUrgent: describeNotice(kind).isUrgent === true,
    about: aboutId === 0 ? null : { kind: about, ID: aboutId },
    link: linkOf({ kind, about, aboutId }),
  };
}

function preferencesOut(preferences: Preferences, pushKey: string) {
  const { switches, quiet, timeZone, showsDetails, devices } = preferences;
  const hours = quiet && { from: clockOf(quiet.from), until: clockOf(quiet.until) };
  return { switches, quiet: hours ?? null, timeZone, showsDetails, devices, pushKey };
}

export function notificationRoutes(deps: RouteDeps): Route[] {
  return [...listRoutes(deps), ...preferenceRoutes(deps)];
}

function preferenceRoutes(deps: RouteDeps): Route[] {
  const out = (preferences: Preferences) => preferencesOut(preferences, deps.pushKey());
  return [
    route(notificationCalls.noticePreferences, async ({ caller: { memberId } }) =>
      out(await preferencesOf(deps.database, memberId)),
    ),
    route(notificationCalls.setNoticeSwitch, async ({ caller: { memberId }, input }) =>
      out(await changeSwitch(deps, memberId, input)),
    ),
    route(notificationCalls.setQuietHours, async ({ caller: { memberId }, input }) =>
      out(await changeQuietHours(deps, memberId, input)),
    ),
    route(notificationCalls.setPushDetails, async ({ caller: { memberId }, input }) =>
      out(await changeDetails(deps, memberId, input.isOn)),
    ),
    route(notificationCalls.addPushDevice, async ({ caller: { memberId }, input, lang }) =>
      out(await addDevice(deps, memberId, { ...input, lang: langOf(lang) })),
    ),
    route(notificationCalls.removePushDevice, async ({ caller: { memberId }, input }) =>
      out(await removeDevice(deps, memberId, { endpoint: input.endpoint, isOthers: false })),
    ),
    route(notificationCalls.removeOtherPushDevices, async ({ caller: { memberId }, input }) =>
      out(await removeDevice(deps, memberId, { endpoint: input.endpoint ?? '', isOthers: true })),
    ),
  ];
}

function listRoutes({ database, lists, clock }: RouteDeps): Route[] {
  return [
    route(notificationCalls.notices, async ({ caller: { memberId }, input, lang }) => {
      const page = pageOf(input);
      const [{ notifications, total }, unread] = await Promise.all([
        listNotifications(lists, memberId, { ...page, group: input.group }),
        countUnread(lists, memberId),
      ]);
      const list = notifications.map((each) => rowOf(each, lang));
      return { list, total, page: page.number, pageSize: page.limit, unread };
    }),
    route(notificationCalls.findNotice, async ({ caller, input, lang }) => ({
      renotice: rowOf(await findNotification(lists, caller.memberId, Number(input.ID)), lang),
    })),
    route(notificationCalls.unreadNotices, async ({ caller }) => ({
      unread: await countUnread(lists, caller.memberId),
    })),
    route(notificationCalls.readNotice, ({ caller: { memberId }, input, lang }) =>
      database.transaction(async (tx) => {
        const marked = await markRead(tx, { memberId, id: Number(input.ID) }, clock.now());
        return { renotice: rowOf(marked, lang), unread: await countUnread(tx, memberId) };
      }),
    ),
    route(notificationCalls.readAllNotices, ({ caller: { memberId }, input }) =>
      database.transaction(async (tx) => {
        await markAllRead(tx, { memberId, through: Number(input.ID) }, clock.now());
        return { unread: await countUnread(tx, memberId) };
      }),
    ),
  ];
}
