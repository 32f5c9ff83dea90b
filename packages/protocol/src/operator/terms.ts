/** Wire of terms for operators: bounds, fees and switches of networks and currencies (ADR 25). */
import { Type } from 'typebox';
import { defineCall, type OperatorRole } from '../call.ts';
import { AmountIn, Fields, Id, NoData, NoFields, Time } from '../fields.ts';
import { TermsRow, Way } from '../terms.ts';

const Key = () =>
  Type.String({ minLength: 1, maxLength: 80, description: 'network.USDT.TRC20, currency.EUR' });
const Reason = () => Type.String({ minLength: 1, maxLength: 500, description: 'members read it' });
const BoundIn = () => Type.Optional(AmountIn());
const SwitchIn = () => Type.Optional(Type.Boolean());

const readers: readonly OperatorRole[] = ['reviewer', 'approver', 'auditor'];
const deciders: readonly OperatorRole[] = ['reviewer', 'approver'];
const act = { auth: 'operator', movesMoney: false, rate: 'money', roles: deciders } as const;

export const operatorTermsCalls = {
  terms: defineCall({
    method: 'GET',
    path: '/operator/terms/list',
    summary: 'Every network and currency: what holds, what is paused, what is announced.',
    auth: 'operator',
    roles: readers,
    movesMoney: false,
    rate: 'read',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(TermsRow) }),
    codes: [],
  }),
  proposeTerms: defineCall({
    ...act,
    method: 'POST',
    path: '/operator/terms/propose',
    summary:
      'Proposes other bounds, fees or switches from a time on; announced once a second person agrees.',
    input: Fields({
      key: Key(),
      inMin: BoundIn(),
      inMax: BoundIn(),
      inFee: BoundIn(),
      outMin: BoundIn(),
      outMax: BoundIn(),
      outFee: BoundIn(),
      takesIn: SwitchIn(),
      takesOut: SwitchIn(),
      effectiveAt: Time(),
      reason: Reason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007],
  }),
  pauseTerms: defineCall({
    ...act,
    method: 'POST',
    path: '/operator/terms/pause',
    summary: 'Takes nothing new from now on, for 72 hours at most; what was submitted goes on.',
    input: Fields({
      key: Key(),
      way: Way(),
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 72 })),
      reason: Reason(),
    }),
    output: Type.Object({ until: Time() }),
    codes: [5007, 5032],
  }),
  resumeTerms: defineCall({
    ...act,
    method: 'POST',
    path: '/operator/terms/resume',
    summary: 'Ends a pause before its time.',
    input: Fields({ key: Key(), way: Way(), reason: Reason() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
