/** API of terms: limits, fees and switches of networks and currencies, and their changes (ADR 25). */
import { Type } from 'typebox';
import { AmountOut, Id, Time } from './fields.ts';

const TermsKind = () =>
  Type.Union([Type.Literal('network'), Type.Literal('currency')], {
    description: 'a network of a coin, or a fiat currency',
  });

/** Called way, not direction: a timed contract has a direction too. */
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
  from: Type.String({ description: 'exact decimal, on or off; empty if unknown' }),
  to: Type.String({ description: 'exact decimal, on or off' }),
});

const VersionFieldChange = Type.Object({
  field: Type.Union([
    ...TermsField().anyOf,
    Type.Literal('makerFee'),
    Type.Literal('takerFee'),
    Type.Literal('jumpBound'),
  ]),
  from: Type.String({ description: 'exact decimal, on or off; empty if unknown' }),
  to: Type.String({ description: 'exact decimal, on or off; a ratio for a market' }),
});

/** The subject of a version, beside its key and value. */
export const termsVersionFields = {
  kind: Type.Union([
    Type.Literal('setting'),
    Type.Literal('network'),
    Type.Literal('currency'),
    Type.Literal('market'),
  ]),
  coinname: Type.String({ description: 'BTC/USDT for a market; empty for a setting' }),
  czline: Type.String({ description: 'network; empty for others' }),
  changes: Type.Array(VersionFieldChange, { description: 'changed terms; none for a setting' }),
};

const place = {
  key: Type.String({ description: 'network.USDT.TRC20, currency.EUR' }),
  kind: TermsKind(),
  coinname: Type.String(),
  czline: Type.String({ description: 'empty for a currency' }),
};

/** An announced change that is not in force yet. */
export const ComingTerms = Type.Object({
  ID: Id(),
  ...place,
  effectiveAt: Time(),
  reason: Type.String(),
  changes: Type.Array(TermsFieldChange),
});

/** A network or currency that accepts no new requests. */
export const StoppedTerms = Type.Object({
  ...place,
  way: Way(),
  until: Type.Union([Time('when it ends automatically'), Type.Null()]),
  reason: Type.String({ description: 'as staff wrote it; may be empty' }),
});

const Pause = Type.Union([
  Type.Object({ reason: Type.String(), until: Time(), by: Type.String() }),
  Type.Null(),
]);

/** For operators: a network or currency with its current and announced terms. */
export const TermsRow = Type.Object({
  ...place,
  name: Type.String(),
  places: Type.Integer({ description: 'decimal places of its amounts' }),
  without: Type.Array(TermsField(), { description: 'terms that do not apply to it' }),
  terms: Type.Object({
    inMin: AmountOut(),
    inMax: AmountOut(),
    inFee: AmountOut(),
    outMin: AmountOut(),
    outMax: AmountOut(),
    outFee: AmountOut(),
    takesIn: Type.Boolean({ description: 'regardless of pauses' }),
    takesOut: Type.Boolean(),
  }),
  pausedIn: Pause,
  pausedOut: Pause,
  coming: Type.Array(ComingTerms),
});
