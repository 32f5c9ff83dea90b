/** API of transparency: public data to verify prices and contracts without trusting us. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountOut, Fields, ListOf, NoFields, pageFields, SymbolIn, Time } from '../fields.ts';
import { publicRead } from '../presets.ts';

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
  entry: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'the entry of the public log with all heads of that minute; null if older',
  }),
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

/** Accounts in a group of members below which nothing is published about the group (ADR 51). */
export const GROUP_MEMBERS_MIN = 10;

/** How long accounts existed when they bought a contract: shorter than this, and at least as long as the band before. */
export const accountAges = ['day', 'week', 'month', 'quarter', 'year', 'older'] as const;

/** Kinds of what operators did, in display order. */
export const operatorActs = [
  'approved',
  'refused',
  'held',
  'frozen',
  'banned',
  'byHand',
  'termsChanged',
  'paused',
  'productsChanged',
  'published',
  'answered',
  'looked',
  'other',
] as const;

/** The figures that are also files: `GET /transparency/<name>.csv`, outside of `/api`. */
export const figureFiles = [
  'assets',
  'withdrawals',
  'contracts',
  'operators',
  'feeds',
  'log',
] as const;
export type FigureFile = (typeof figureFiles)[number];

/** Why withdrawals were refused: a reason of the server, or one that an operator wrote for this member alone. */
export const refusalReasons = [
  'written',
  'railAddress',
  'railRefuses',
  'railUndid',
  'rateBelowLeast',
  'byHand',
] as const;

/**
 * What a witness says of the published checkpoint: its cosignature is under it; it refused, because it knows another log of this
 * name; or it gave none for another reason.
 */
export const witnessStates = ['cosigned', 'refused', 'missing'] as const;

const OneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))));
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Milliseconds = (description: string) => Type.Integer({ minimum: 0, description });
const Day = () => Type.String({ description: 'a UTC day: 2026-11-21' });

export const AssetFigures = Type.Object({
  coinname: Type.String(),
  places: Count('decimal places'),
  owed: AmountOut('what members own together; loans are not subtracted'),
  held: AmountOut('received over networks and banks, or issued as paper money, and not paid out'),
  house: AmountOut('held less owed; negative: short by this amount'),
  lent: AmountOut('what borrowers owe the exchange'),
  cover: Type.Union([AmountOut('held as percent of owed, cut to two places'), Type.Null()]),
});

const RailFigures = Type.Object({
  rail: Type.String({
    description: '"USDT, TRC20"; "bank"; empty: all rails that too few members used, together',
  }),
  sent: Count('withdrawals paid out'),
  p50: Type.Union([Milliseconds('half of them took at most this long'), Type.Null()]),
  p95: Type.Union([Milliseconds('95 % of them took at most this long'), Type.Null()]),
});

const Won = {
  wins: Count('contracts won'),
  settled: Count('contracts won, lost, or tied'),
};

const ContractFigures = Type.Object({
  from: Day(),
  accounts: Type.Union([
    Type.Object({
      total: Count('accounts with a settled contract'),
      lost: Count('of them, those that lost money'),
      lostMore: Count('of them, those that lost more than 100 USDT'),
      middle: AmountOut('the result of the account in the middle, USDT'),
    }),
    Type.Null(),
  ]),
  months: Type.Array(
    Type.Object({
      month: Type.String({ description: '2026-11' }),
      total: Count('accounts'),
      lost: Count('accounts'),
    }),
    { description: 'newest first; without months of too few accounts' },
  ),
  stakes: Type.Array(Type.Object({ from: AmountOut('smallest stake, USDT'), ...Won }), {
    description: 'up to ten groups of about equal size, smallest stakes first',
  }),
  ages: Type.Array(
    Type.Object({
      from: OneOf(accountAges),
      to: OneOf(accountAges),
      ...Won,
    }),
  ),
});

const PublicFigures = Type.Object({
  computedAt: Time(),
  entry: Count('the newest entry of the journal'),
  assets: Type.Array(AssetFigures),
  staked: AmountOut('stakes of running contracts, USDT: with the exchange until they end'),
  withdrawals: Type.Object({
    from: Time(),
    sent: Count('withdrawals and bank payouts paid out'),
    cancelled: Count('cancelled by their members'),
    rails: Type.Array(RailFigures),
    refused: Type.Array(
      Type.Object({
        reason: OneOf(refusalReasons),
        count: Count('refused'),
      }),
    ),
  }),
  contracts: ContractFigures,
  operators: Type.Object({
    from: Time(),
    acts: Type.Array(
      Type.Object({
        act: OneOf(operatorActs),
        count: Count('entries of the audit log'),
      }),
    ),
    frozenNow: Count('accounts frozen by operators at this moment'),
    freezesEnded: Count('freezes that ended because nobody renewed them'),
    longestHold: Milliseconds(
      'the longest that a request was put on hold, from its first hold to the end of its last',
    ),
  }),
  feeds: Type.Object({
    from: Time(),
    ticks: Count('reference prices in signed chains, since the beginning'),
    classes: Type.Array(
      Type.Object({
        class: Type.String({ description: 'crypto, metal or forex' }),
        gaps: Count('times without any price while the markets were open'),
        missing: Milliseconds('together'),
        longest: Milliseconds('the longest of them'),
      }),
    ),
  }),
  uptime: Type.Object({
    from: Time(),
    running: Milliseconds('how long the server ran since then'),
    total: Milliseconds('from then until the figures were computed'),
    outages: Type.Array(Type.Object({ from: Time(), to: Time() }), {
      description: 'of more than two minutes, newest first',
    }),
  }),
  log: Type.Object(
    {
      size: Count('entries of the public log'),
      at: Time(),
      root: Type.String({ description: 'of the tree of these entries, base64' }),
      witnesses: Type.Array(
        Type.Object({
          name: Type.String(),
          state: OneOf(witnessStates),
          at: Type.Union([Time(), Type.Null()], {
            description: 'when it cosigned last; null: never',
          }),
        }),
      ),
    },
    { description: 'the published checkpoint' },
  ),
});
export type PublicFigures = Static<typeof PublicFigures>;

export const transparencyCalls = {
  publicFigures: defineCall({
    ...publicRead,
    path: '/transparency/figures',
    summary:
      'Shows the public figures: money owed and held, withdrawals, results of contracts, acts of operators, prices, uptime. Null until first computed.',
    input: NoFields(),
    output: Type.Object({ figures: Type.Union([PublicFigures, Type.Null()]) }),
    codes: [],
  }),
  signingKeys: defineCall({
    ...publicRead,
    path: '/transparency/keys',
    summary: 'Lists the keys that sign heads, receipts and seed commitments, newest first.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(SigningKeyRow) }),
    codes: [],
  }),
  chainHeads: defineCall({
    ...publicRead,
    path: '/transparency/heads',
    summary:
      'Lists signed heads of the tick chains, one per minute: the newest of every symbol, or those of one symbol from a time on, oldest first.',
    input: Fields({ symbol: Type.Optional(SymbolIn()), from: Type.Optional(Moment()) }),
    output: Type.Object({ list: Type.Array(ChainHeadRow) }),
    codes: [4019],
  }),
  referenceTicks: defineCall({
    ...publicRead,
    path: '/transparency/ticks',
    summary: 'Lists up to 3,600 reference ticks of a symbol from a time on, oldest first.',
    input: Fields({ symbol: SymbolIn(), from: Moment() }),
    output: Type.Object({
      symbol: Type.String(),
      hashBefore: Hash("the chain's hash before the first of the ticks"),
      ticks: Type.Array(ReferenceTickRow),
    }),
    codes: [4019],
  }),
  marketSeeds: defineCall({
    ...publicRead,
    path: '/transparency/seeds',
    summary:
      'Lists the seeds of simulated prices by day, newest first: committed before the day, revealed after it.',
    input: Fields(pageFields),
    output: ListOf(MarketSeedRow),
    codes: [],
  }),
};
