/** API of files of a customer's timeline, for an authority that asks: one operator proposes a file, another agrees to it. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';
import { TimelineGroup } from './customers.ts';

const DayIn = (description: string) => Type.String({ format: 'date', maxLength: 10, description });
const Day = () => Type.String({ description: 'a UTC day: 2026-11-21' });

const CustomerFile = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  groups: Type.Array(TimelineGroup()),
  from: Day(),
  until: Day(),
  hasAllActs: Type.Boolean({
    description:
      'with acts of operators that the customer is not shown; only who reads compliance notes downloads it',
  }),
  reason: Type.String(),
  by: Type.String({ description: 'login of who proposed it' }),
  reviewId: Id(),
  state: Type.Union(
    [
      Type.Literal('waiting', { description: 'for a second person' }),
      Type.Literal('refused'),
      Type.Literal('making'),
      Type.Literal('ready'),
      Type.Literal('removed', { description: 'a week after it was made' }),
    ],
    {},
  ),
  rows: Type.Integer({ minimum: 0 }),
  hasPdf: Type.Boolean({ description: 'false: too many rows' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.Union([Type.String(), Type.Null()]),
  madeAt: Type.Union([Time(), Type.Null()]),
  isReadable: Type.Boolean({ description: 'the caller may download it now' }),
});
export type CustomerFile = Static<typeof CustomerFile>;

export const operatorCustomerFileCalls = {
  customerFiles: defineCall({
    ...operatorRead('customers.files'),
    path: '/operator/customerFile/list',
    summary: "Lists the newest files of a customer's timeline. Access is logged.",
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ list: Type.Array(CustomerFile, { description: 'fifty at most' }) }),
    codes: [5007],
  }),
  proposeCustomerFile: defineCall({
    ...operatorAct('customers.propose'),
    path: '/operator/customerFile/propose',
    summary:
      "Proposes a file of a customer's timeline. A second person agrees; then it is made in the background and kept for a week. It holds what the proposer reads in the timeline.",
    input: Fields({
      ID: IdIn(),
      groups: Type.Array(TimelineGroup(), { minItems: 1, maxItems: 5, uniqueItems: true }),
      from: DayIn('the first UTC day'),
      until: DayIn('the last UTC day'),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5034],
  }),
  linkCustomerFile: defineCall({
    ...operatorAct('customers.files'),
    path: '/operator/customerFile/link',
    summary: 'Gives the address from which a file is downloaded. It is logged.',
    input: Fields({
      ID: IdIn(),
      format: Type.Optional(
        Type.Union([Type.Literal('csv'), Type.Literal('pdf')], {
          description: 'default csv; a PDF has 10,000 rows at most',
        }),
      ),
    }),
    output: Type.Object({ path: Type.String(), expiresAt: Time() }),
    codes: [5007, 5011],
  }),
};
