/** Wire of transparency: what anyone may fetch to check prices and contracts without trusting us (rules §2). */
import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { AmountOut, Fields, ListOf, NoFields, pageFields, SymbolIn, Time } from './fields.ts';

const Hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });
const Signature = () =>
  Type.String({ pattern: '^[0-9a-f]{128}$', description: 'Ed25519, hexadecimal' });
const KeyId = () => Type.Integer({ minimum: 1, description: 'ID of the signing key' });
const Moment = () =>
  Type.Union(
    [
      Type.Integer({ minimum: 0, maximum: 9_999_999_999_999 }),
      Type.String({ pattern: '^\\d{1,13}$' }),
    ],
    { description: 'Unix milliseconds' },
  );

/** The most heads of one answer. */
export const HEADS_MAX = 100;
/** The most ticks of one answer: an hour of them. */
export const TICKS_MAX = 3_600;

const SigningKeyRow = Type.Object({
  ID: Type.Integer({ minimum: 1 }),
  CreatedAt: Time(),
  algorithm: Type.Literal('Ed25519'),
  publicKey: Hash('the public key, hexadecimal'),
});

const ChainHeadRow = Type.Object({
  symbol: Type.String(),
  seq: Type.Integer({ description: 'position of the newest tick it covers' }),
  hash: Hash("the chain's hash after that tick"),
  at: Type.Integer({ description: 'when it was signed, Unix milliseconds' }),
  keyId: KeyId(),
  signature: Signature(),
});
export type ChainHeadRow = Static<typeof ChainHeadRow>;

const ReferenceTickRow = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  at: Type.Integer({ description: 'Unix milliseconds' }),
  price: AmountOut(),
  source: Type.String({ description: 'the sources of the price, joined by "+"' }),
  rule: Type.Integer({ description: 'version of the reference rule' }),
  backfilledAt: Type.Optional(
    Type.Integer({
      description: 'only of a tick made after a pause of ours: when, Unix milliseconds',
    }),
  ),
});

const MarketSeedRow = Type.Object({
  day: Type.String({ description: 'a UTC day: 2026-11-21' }),
  commitment: Hash('SHA-256 of "tern market day 1|day|seed"'),
  publishedAt: Type.Integer({ description: 'Unix milliseconds' }),
  keyId: KeyId(),
  signature: Signature(),
  seed: Type.String({ description: 'hexadecimal; empty until the day is over' }),
});
export type MarketSeedRow = Static<typeof MarketSeedRow>;

export const transparencyCalls = {
  signingKeys: defineCall({
    method: 'GET',
    path: '/transparency/keys',
    summary: 'The keys that sign heads, receipts and seed commitments, newest first.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(SigningKeyRow) }),
    codes: [],
  }),
  chainHeads: defineCall({
    method: 'GET',
    path: '/transparency/heads',
    summary:
      'Signed heads of the tick chains, one a minute: of every symbol the newest, or of one symbol those signed from a moment on, oldest first.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: Fields({ symbol: Type.Optional(SymbolIn()), from: Type.Optional(Moment()) }),
    output: Type.Object({ list: Type.Array(ChainHeadRow) }),
    codes: [4019],
  }),
  referenceTicks: defineCall({
    method: 'GET',
    path: '/transparency/ticks',
    summary: 'Reference ticks of a symbol from a moment on, oldest first, at most 3,600.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: Fields({ symbol: SymbolIn(), from: Moment() }),
    output: Type.Object({
      symbol: Type.String(),
      hashBefore: Hash("the chain's hash before the first of the ticks"),
      ticks: Type.Array(ReferenceTickRow),
    }),
    codes: [4019],
  }),
  marketSeeds: defineCall({
    method: 'GET',
    path: '/transparency/seeds',
    summary:
      'Seeds of simulated prices by day, newest first: committed before the day, revealed after.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: Fields(pageFields),
    output: ListOf(MarketSeedRow),
    codes: [],
  }),
};
