/** API of terms for operators: limits, fees and switches of networks and currencies (ADR 25). */
import { Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountIn, Fields, Id, NoData, NoFields, Time } from '../../fields.ts';
import { TermsRow, Way } from '../../terms.ts';
import { InnerReason, Message } from '../two-texts.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const Key = () =>
  Type.String({ minLength: 1, maxLength: 80, description: 'network.USDT.TRC20, currency.EUR' });
const BoundIn = () => Type.Optional(AmountIn());
const SwitchIn = () => Type.Optional(Type.Boolean());

export const operatorTermsCalls = {
  terms: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/terms/list',
    summary:
      'Lists every network and currency with its current terms, pauses and announced changes.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(TermsRow) }),
    codes: [],
  }),
  proposeTerms: defineCall({
    ...operatorAct('terms.propose'),
    path: '/operator/terms/propose',
    summary:
      'Proposes new limits, fees or switches and their start time. They are announced once a second person approves.',
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
      message: Message(),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007],
  }),
  pauseTerms: defineCall({
    ...operatorAct('markets.halt'),
    path: '/operator/terms/pause',
    summary: 'Pauses new requests immediately, for up to 72 hours. Submitted requests continue.',
    input: Fields({
      key: Key(),
      way: Way(),
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 72 })),
      message: Message(),
      reason: InnerReason(),
    }),
    output: Type.Object({ until: Time() }),
    codes: [5007, 5032],
  }),
  resumeTerms: defineCall({
    ...operatorAct('markets.halt'),
    path: '/operator/terms/resume',
    summary: 'Ends a pause early.',
    input: Fields({ key: Key(), way: Way(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
