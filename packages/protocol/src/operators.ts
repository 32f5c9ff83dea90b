/** Wire of what members learn of operators: what staff did on their account, and announced changes of rules. */
import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { Fields, Id, ListOf, NoFields, pageFields, Time } from './fields.ts';
import { ComingTerms, StoppedTerms, termsVersionFields } from './terms.ts';

export const StaffActionRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  action: Type.String({
    description:
      'review.approve, review.reject, review.hold, member.ban, member.unban, member.freeze, member.unfreeze, member.verify, member.unverify',
  }),
  office: Type.Union([Type.Literal('review'), Type.Literal('support'), Type.Literal('rule')], {
    description: 'who acted, never by name; rule: the program by itself',
  }),
  kind: Type.String({ description: 'of a review: deposit, withdrawal, manual …; else empty' }),
  recordNo: Type.String({ description: 'of a review: D-20418; else empty' }),
  reason: Type.String(),
  until: Type.Union([Time('end of a hold or freeze'), Type.Null()]),
});
export type StaffActionRow = Static<typeof StaffActionRow>;

export const AnnouncedChange = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  key: Type.String(),
  unit: Type.String(),
  value: Type.String({ description: 'JSON' }),
  ...termsVersionFields,
  reason: Type.String(),
  effectiveAt: Time(),
  state: Type.String({ description: 'announced or inForce' }),
});

export const operatorsCalls = {
  staffActions: defineCall({
    method: 'GET',
    path: '/user/staffActions',
    summary: 'What staff did on the own account, newest first, with reason and time.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ...pageFields }),
    output: ListOf(StaffActionRow),
    codes: [],
  }),
  announcedChanges: defineCall({
    method: 'GET',
    path: '/base/announcedChanges',
    summary: 'Changes of limits and fees that were agreed, newest first, also before they hold.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ...pageFields }),
    output: ListOf(AnnouncedChange),
    codes: [],
  }),
  termsChanges: defineCall({
    method: 'GET',
    path: '/base/termsChanges',
    summary:
      'Of networks and currencies: announced changes that do not hold yet, and what takes nothing now, with reasons.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: NoFields(),
    output: Type.Object({ coming: Type.Array(ComingTerms), stopped: Type.Array(StoppedTerms) }),
    codes: [],
  }),
};
