/** API of limits and fees: every change is a version with a reason, a second approval and a start time. */
import { Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, ListOf, NoData, NoFields, pageFields, Time } from '../../fields.ts';
import { termsVersionFields } from '../../terms.ts';
import { InnerReason, Message } from '../two-texts.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { SettingForm } from './setting-forms.ts';

const Value = () =>
  Type.String({ minLength: 1, maxLength: 10_000, description: 'JSON, of the type of the setting' });

const SettingVersion = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  key: Type.String(),
  value: Value(),
  replaced: Type.Union([Value(), Type.Null()], {
    description: 'the previous value; null until it is in force',
  }),
  ...termsVersionFields,
  reason: Type.String(),
  effectiveAt: Time(),
  state: Type.Union([
    Type.Literal('proposed'),
    Type.Literal('announced'),
    Type.Literal('inForce'),
    Type.Literal('rejected'),
    Type.Literal('withdrawn'),
  ]),
  proposedBy: Type.String(),
});

export const operatorSettingCalls = {
  settings: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/setting/list',
    summary: 'Lists every limit and fee that operators may change, with the value in force.',
    input: NoFields(),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          key: Type.String(),
          name: Type.String({ description: 'in English, for people' }),
          effect: Type.String({ description: 'a sentence of what the value does' }),
          form: SettingForm,
          range: Type.String({ description: 'which values are possible, and why these' }),
          value: Value(),
          fallback: Value(),
        }),
      ),
    }),
    codes: [],
  }),
  settingVersions: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/setting/versions',
    summary: 'Lists versions of limits and fees, newest first.',
    input: Fields({ ...pageFields, key: Type.Optional(Type.String({ maxLength: 80 })) }),
    output: ListOf(SettingVersion),
    codes: [],
  }),
  proposeSetting: defineCall({
    ...operatorAct('terms.propose'),
    path: '/operator/setting/propose',
    summary:
      'Proposes a new value and its start time. It is announced once a second person approves. A value that is not possible is refused (5001) with the possible ones in `data.range`.',
    input: Fields({
      key: Type.String({ minLength: 1, maxLength: 80 }),
      value: Value(),
      effectiveAt: Time(),
      message: Message(),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007],
  }),
  withdrawVersion: defineCall({
    ...operatorAct('terms.propose'),
    path: '/operator/setting/withdraw',
    summary:
      'Withdraws an announced version of a setting or of terms before its time. One person can: what is in force stays.',
    input: Fields({
      ID: IdIn(),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'shown in the audit log' }),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
