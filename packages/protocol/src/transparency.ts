/** Wire of transparency: public data to verify prices and contracts without trusting us (rules §2). */
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

/** Most heads in one response. */
export const HEADS_MAX = 100;
/** Most ticks in one response: one hour. */
export const TICKS_MAX = 3_600;

const SigningKeyRow = Type.Object({
  ID: Type.Integer({ minimum: 1 }),
  CreatedAt: Time(),
  algorithm: Type.Literal('Ed25519'),
  publicKey: Hash('the public key, hexadecimal'),
});

const ChainHeadRow = Type.Object({
  symbol: Type.String(),
  seq: Type.Integer({ description: 'sequence number of the newest tick it covers' }),
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
      description: 'only for backfilled ticks: when they were made, Unix milliseconds',
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
    summary: 'Lists the keys that sign heads, receipts and seed commitments, newest first.',
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
      'Lists signed heads of the tick chains, one per minute: the newest of every symbol, or those of one symbol from a time on, oldest first.',
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
    summary: 'Lists up to 3,600 reference ticks of a symbol from a time on, oldest first.',
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
      'Lists the seeds of simulated prices by day, newest first: committed before the day, revealed after it.',
    auth: 'public',
    movesMoney: false,
    rate: 'read',
    input: Fields(pageFields),
    output: ListOf(MarketSeedRow),
    codes: [],
  }),
};
