/** API of staff activity on the member's account, and of announced changes of limits and fees. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, ListOf, NoFields, pageFields, Time } from '../fields.ts';
import { ComingTerms, StoppedTerms, termsVersionFields } from '../terms.ts';
import { memberRead, publicRead } from '../presets.ts';

export const StaffActionRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  action: Type.String({
    description:
      'review.approve, review.reject, review.hold, member.ban, member.unban, member.freeze, member.unfreeze, member.verify, member.unverify',
  }),
  office: Type.Union([Type.Literal('review'), Type.Literal('support'), Type.Literal('rule')], {
    description: 'who acted, without names; rule: automatic',
  }),
  kind: Type.String({
    description: 'kind of review: deposit, withdrawal, manual …; empty for others',
  }),
  recordNo: Type.String({ description: 'reviewed record: D-20418; empty for others' }),
  reason: Type.String(),
  until: Type.Union([Time('end of a hold or freeze'), Type.Null()]),
});
export type StaffActionRow = Static<typeof StaffActionRow>;

export const AnnouncedChange = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  key: Type.String(),
  name: Type.String({ description: 'of a setting, in English; empty for others' }),
  effect: Type.String({ description: 'what a setting does, in English; empty for others' }),
  value: Type.String({ description: 'JSON' }),
  lines: Type.Array(
    Type.Object({
      what: Type.String({ description: 'which value: "30 s"; empty if there is only one' }),
      from: Type.String({ description: 'with its unit; empty if it is new' }),
      to: Type.String({ description: 'with its unit; empty if it is removed' }),
    }),
    { description: 'changed values of a setting, in English; none for others' },
  ),
  ...termsVersionFields,
  reason: Type.String(),
  effectiveAt: Time(),
  state: Type.String({ description: 'announced or inForce' }),
});

export const operatorsCalls = {
  staffActions: defineCall({
    ...memberRead,
    path: '/user/staffActions',
    summary: "Lists staff activity on the member's account, newest first.",
    input: Fields({ ...pageFields }),
    output: ListOf(StaffActionRow),
    codes: [],
  }),
  announcedChanges: defineCall({
    ...publicRead,
    path: '/base/announcedChanges',
    summary:
      'Lists approved changes of limits and fees, newest first, including those not yet in force.',
    input: Fields({ ...pageFields }),
    output: ListOf(AnnouncedChange),
    codes: [],
  }),
  termsChanges: defineCall({
    ...publicRead,
    path: '/base/termsChanges',
    summary:
      'Lists networks and currencies with announced changes, and those that accept no new requests, with reasons.',
    input: NoFields(),
    output: Type.Object({ coming: Type.Array(ComingTerms), stopped: Type.Array(StoppedTerms) }),
    codes: [],
  }),
};
