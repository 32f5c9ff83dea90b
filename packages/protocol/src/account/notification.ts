/** API of notifications, in the member's language. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, ListOf, NoFields, pageFields, Time } from '../fields.ts';
import { memberRead } from '../presets.ts';

const Unread = () =>
  Type.Integer({ minimum: 0, description: 'how many are unread; 100 means 100 or more' });

/** What members switch on and off; each kind of notice is in one of them. */
export const NoticeCategory = () =>
  Type.Union([
    Type.Literal('security'),
    Type.Literal('money'),
    Type.Literal('loans'),
    Type.Literal('contracts'),
    Type.Literal('spot'),
    Type.Literal('prices'),
    Type.Literal('yield'),
    Type.Literal('rewards'),
    Type.Literal('service'),
    Type.Literal('news'),
  ]);

export const NoticeRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('publish time'),
  UpdatedAt: Time(),
  kind: Type.String({
    description: 'contract.won, review.rejected, staff.freeze, security.login …',
  }),
  title: Type.String({ description: "in the request's language" }),
  content: Type.String({ description: "in the request's language" }),
  isRead: Type.Boolean(),
  category: NoticeCategory(),
  isUrgent: Type.Boolean({ description: 'the account may be at risk, or the member has to act' }),
  about: Type.Union([
    Type.Object({
      kind: Type.String({ description: 'contract, withdrawal, deposit, wire, payout …' }),
      ID: Id(),
    }),
    Type.Null(),
  ]),
  link: Type.Union([Type.String(), Type.Null()], {
    description: 'the page it opens, with its query: /pages/contract/detail?id=7',
  }),
});

/** `data` of the live event `notification.added`; the text is fetched in the reader's language. */
export interface NotificationEvent {
  ID: number;
  kind: string;
}

const NoticeGroup = () =>
  Type.Union(
    [
      Type.Literal('money'),
      Type.Literal('contracts'),
      Type.Literal('security'),
      Type.Literal('yield'),
      Type.Literal('news'),
    ],
    { description: 'absent: all' },
  );

const NoticeChannel = () => Type.Union([Type.Literal('push'), Type.Literal('email')]);

const TimeOfDay = () =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: '22:00' });

const TimeZone = () => Type.String({ minLength: 1, maxLength: 60, description: 'Europe/Berlin' });

const NoticePreferences = Type.Object({
  switches: Type.Array(
    Type.Object({
      category: NoticeCategory(),
      channel: NoticeChannel(),
      isOn: Type.Boolean(),
      isLocked: Type.Boolean({ description: 'stays on' }),
    }),
  ),
  quiet: Type.Union([Type.Object({ from: TimeOfDay(), until: TimeOfDay() }), Type.Null()], {
    description: 'nothing but security is sent between these times of day',
  }),
  timeZone: TimeZone(),
  showsDetails: Type.Boolean({ description: 'pushes show amounts, also on a locked screen' }),
  devices: Type.Integer({ minimum: 0, description: 'browsers that take pushes' }),
  pushKey: Type.String({ description: 'the VAPID key with which a browser subscribes, base64url' }),
});

const endpoint = { minLength: 1, maxLength: 1_000 } as const;

const member = { auth: 'member', movesMoney: false, rate: 'read' } as const;

export const notificationCalls = {
  notices: defineCall({
    ...memberRead,
    path: '/notice/getNoticeList',
    summary: "Lists the member's notices, newest first, in the language of the request.",
    input: Fields({ ...pageFields, group: Type.Optional(NoticeGroup()) }),
    output: Type.Object({ ...ListOf(NoticeRow).properties, unread: Unread() }),
    codes: [],
  }),
  findNotice: defineCall({
    ...memberRead,
    path: '/notice/findNotice',
    summary: 'Returns one notice.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ renotice: NoticeRow }),
    codes: [5007],
  }),
  unreadNotices: defineCall({
    ...memberRead,
    path: '/notice/getUnread',
    summary: 'Returns the number of unread notices.',
    input: NoFields(),
    output: Type.Object({ unread: Unread() }),
    codes: [],
  }),
  readNotice: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/readNotice',
    summary: 'Marks a notice as read.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ renotice: NoticeRow, unread: Unread() }),
    codes: [5007],
  }),
  readAllNotices: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/readAllNotices',
    summary: 'Marks this notice and all older ones as read.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ unread: Unread() }),
    codes: [],
  }),
  noticePreferences: defineCall({
    ...memberRead,
    path: '/notice/getPreferences',
    summary: 'Returns which notices leave the app, by which channel and when.',
    input: NoFields(),
    output: NoticePreferences,
    codes: [],
  }),
  setNoticeSwitch: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/setSwitch',
    summary:
      'Switches a category on or off for a channel. Security, and emails about loans, stay on.',
    input: Fields({ category: NoticeCategory(), channel: NoticeChannel(), isOn: Type.Boolean() }),
    output: NoticePreferences,
    codes: [5028],
  }),
  setQuietHours: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/setQuietHours',
    summary: 'Sets the quiet hours; without times they are off.',
    input: Fields({
      from: Type.Optional(TimeOfDay()),
      until: Type.Optional(TimeOfDay()),
      timeZone: TimeZone(),
    }),
    output: NoticePreferences,
    codes: [],
  }),
  setPushDetails: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/setPushDetails',
    summary: 'Sets whether pushes show amounts.',
    input: Fields({ isOn: Type.Boolean() }),
    output: NoticePreferences,
    codes: [],
  }),
  addPushDevice: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/addPushDevice',
    summary: "Adds this browser's push subscription; pushes are in the language of the request.",
    input: Fields({
      endpoint: Type.String(endpoint),
      p256dh: Type.String({ minLength: 1, maxLength: 200, description: 'base64url' }),
      auth: Type.String({ minLength: 1, maxLength: 100, description: 'base64url' }),
    }),
    output: NoticePreferences,
    codes: [],
  }),
  removePushDevice: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/removePushDevice',
    summary: 'Removes a push subscription.',
    input: Fields({ endpoint: Type.String(endpoint) }),
    output: NoticePreferences,
    codes: [],
  }),
  removeOtherPushDevices: defineCall({
    ...member,
    method: 'POST',
    path: '/notice/removeOtherPushDevices',
    summary: 'Removes every push subscription but this one.',
    input: Fields({ endpoint: Type.Optional(Type.String(endpoint)) }),
    output: NoticePreferences,
    codes: [],
  }),
};
