/** API of operators' own accounts as members: they do not trade (ADR 87). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const StaffAccount = Type.Object({
  ID: Id(),
  memberId: Id(),
  login: Type.String({ description: 'the operator whose account it is' }),
  ground: Type.Union([Type.Literal('declared'), Type.Literal('name'), Type.Literal('device')], {
    description: 'named by its owner, or found by its verified name or a device of the operator',
  }),
  reason: Type.String({ description: 'of its owner, who named it; empty for one that was found' }),
  since: Time(),
  confirmedBy: OrNull(Type.String()),
  releaseAskedBy: OrNull(Type.String()),
  releasedBy: OrNull(Type.String()),
  releasedAt: OrNull(Time()),
});
export type StaffAccount = Static<typeof StaffAccount>;

export const operatorStaffCalls = {
  staffAccounts: defineCall({
    ...operatorRead('role'),
    path: '/operator/staffAccount/list',
    summary: 'Lists the accounts of members that belong to operators, those in force first.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(StaffAccount) }),
    codes: [],
  }),
  declareStaffAccount: defineCall({
    ...operatorAct('ownAccounts.name'),
    path: '/operator/staffAccount/declare',
    summary: "Names a member's account as the caller's own. From now on it does not trade.",
    input: Fields({ memberId: IdIn(), reason: InnerReason() }),
    output: Type.Object({ ID: Id() }),
    codes: [5007, 5034],
  }),
  confirmStaffAccount: defineCall({
    ...operatorAct('operators.propose'),
    path: '/operator/staffAccount/confirm',
    summary: 'Confirms that an account belongs to the operator who named it.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5032, 5034],
  }),
  releaseStaffAccount: defineCall({
    ...operatorAct('operators.propose'),
    path: '/operator/staffAccount/release',
    summary:
      'Asks to release an account that belongs to no operator any more; the second person who asks releases it. The operator concerned is neither.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: Type.Object({ isReleased: Type.Boolean() }),
    codes: [5007, 5032, 5034],
  }),
};
