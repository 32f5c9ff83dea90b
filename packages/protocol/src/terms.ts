/** Wire of terms: bounds, fees and switches of networks and currencies, and how a change of them reads (ADR 25). */
import { Type } from 'typebox';
import { AmountOut, Id, Time } from './fields.ts';

const TermsKind = () =>
  Type.Union([Type.Literal('network'), Type.Literal('currency')], {
    description: 'a network of a coin, or a fiat currency',
  });

/** In the words of the wire: a contract has a direction too. */
export const Way = () =>
  Type.Union([Type.Literal('in'), Type.Literal('out')], {
    description: 'in: deposits and wires; out: withdrawals and payouts to a card',
  });

const TermsField = () =>
  Type.Union([
    Type.Literal('inMin'),
    Type.Literal('inMax'),
    Type.Literal('inFee'),
    Type.Literal('outMin'),
    Type.Literal('outMax'),
    Type.Literal('outFee'),
    Type.Literal('takesIn'),
    Type.Literal('takesOut'),
  ]);

const TermsFieldChange = Type.Object({
  field: TermsField(),
  from: Type.String({ description: 'exact decimal, or on and off; empty where it was not kept' }),
  to: Type.String({ description: 'exact decimal, or on and off' }),
});

/** What a version is about, beside its key and value. */
export const termsVersionFields = {
  kind: Type.Union([Type.Literal('setting'), Type.Literal('network'), Type.Literal('currency')]),
  coinname: Type.String({ description: 'empty for a setting' }),
  czline: Type.String({ description: 'of a network; else empty' }),
  changes: Type.Array(TermsFieldChange, { description: 'of terms; none for a setting' }),
};

const place = {
  key: Type.String({ description: 'network.USDT.TRC20, currency.EUR' }),
  kind: TermsKind(),
  coinname: Type.String(),
  czline: Type.String({ description: 'empty for a currency' }),
};

/** An announced change that does not hold yet. */
export const ComingTerms = Type.Object({
  ID: Id(),
  ...place,
  effectiveAt: Time(),
  reason: Type.String(),
  changes: Type.Array(TermsFieldChange),
});

/** What takes nothing new now. */
export const StoppedTerms = Type.Object({
  ...place,
  way: Way(),
  until: Type.Union([Time('it ends by itself'), Type.Null()]),
  reason: Type.String({ description: 'as staff wrote it; empty where none was kept' }),
});

const Pause = Type.Union([
  Type.Object({ reason: Type.String(), until: Time(), by: Type.String() }),
  Type.Null(),
]);

/** For operators: a network or currency with all that holds and comes. */
export const TermsRow = Type.Object({
  ...place,
  name: Type.String(),
  places: Type.Integer({ description: 'decimal places of its amounts' }),
  without: Type.Array(TermsField(), { description: 'what it does not have' }),
  terms: Type.Object({
    inMin: AmountOut(),
    inMax: AmountOut(),
    inFee: AmountOut(),
    outMin: AmountOut(),
    outMax: AmountOut(),
    outFee: AmountOut(),
    takesIn: Type.Boolean({ description: 'as agreed, pauses aside' }),
    takesOut: Type.Boolean(),
  }),
  pausedIn: Pause,
  pausedOut: Pause,
  coming: Type.Array(ComingTerms),
});
