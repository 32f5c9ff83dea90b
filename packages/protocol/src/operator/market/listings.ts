/** API of listings: a coin and its market, from a draft over its checks and two people to its opening (ADR 101). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { ICON_BYTES_MAX } from '../../images.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

/** The largest picture as base64, with its prefix. */
const UPLOAD_BYTES_MAX = Math.ceil(ICON_BYTES_MAX * 1.5);

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
/** As typed, also half of a number: the checks say what is wrong with it. */
const Typed = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '^[A-Za-z0-9:._+-]*$', description });
const NameTyped = () =>
  Type.String({ maxLength: 40, pattern: "^[A-Za-z0-9 .&'()-]*$", description: 'Ostra' });
const AmountTyped = (description: string) =>
  Type.String({ maxLength: 40, pattern: '^[0-9.]*$', description });

export const ListingNetwork = Fields({
  network: Typed(20, 'code of a network that the exchange has'),
  contract: Typed(100, 'of a token; empty: none'),
  depositMin: AmountTyped('in the coin'),
  depositMax: AmountTyped('in the coin'),
  depositFee: AmountTyped('in the coin'),
  withdrawMin: AmountTyped('in the coin'),
  withdrawMax: AmountTyped('in the coin'),
  withdrawFee: AmountTyped('in the coin'),
});
export type ListingNetwork = Static<typeof ListingNetwork>;

const NETWORKS_MAX = 8;

/** Products that a listed coin may be used in. The first three need a price of sources. */
export const coinUses = [
  'swap',
  'contracts',
  'recurring',
  'earn',
  'staking',
  'loan',
  'offering',
] as const;
export type CoinUse = (typeof coinUses)[number];
const CoinUse = Type.Unsafe<CoinUse>(Type.Union(coinUses.map((use) => Type.Literal(use))));

/** In any script; refused are characters that nobody sees, and those of markup. */
const NameIn = (language: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      pattern:
        '^[^\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f<>]*$',
      description: language,
    }),
  );

/** By language prefix, without English: that is `name`. */
const Names = () =>
  Fields({
    de: NameIn('German'),
    es: NameIn('Spanish'),
    ru: NameIn('Russian'),
    pt: NameIn('Portuguese'),
    fr: NameIn('French'),
    it: NameIn('Italian'),
    id: NameIn('Indonesian'),
    jp: NameIn('Japanese'),
    kr: NameIn('Korean'),
    tr: NameIn('Turkish'),
    vn: NameIn('Vietnamese'),
    zh: NameIn('Chinese, simplified'),
    tw: NameIn('Chinese, traditional'),
  });

export const ListingCoin = Fields({
  code: Typed(10, 'OST'),
  name: NameTyped(),
  scale: Typed(2, 'decimal places of its amounts'),
  names: Type.Optional(Names()),
  uses: Type.Optional(
    Type.Array(CoinUse, {
      maxItems: coinUses.length,
      uniqueItems: true,
      description:
        'products that may use it; absent: all. swap, contracts and recurring only with a market that sources price',
    }),
  ),
  picture: Type.Optional(
    Type.String({
      pattern: '^([0-9a-f]{64})?$',
      maxLength: 64,
      description: 'hash that its upload returned; empty: members see the first letter',
    }),
  ),
  networks: Type.Array(ListingNetwork, { maxItems: NETWORKS_MAX }),
});
export type ListingCoin = Static<typeof ListingCoin>;

export const ListingMarket = Fields({
  base: Typed(10, 'of a listing with a coin: that coin'),
  currency: Typed(10, 'what it is paid with, USDT'),
  step: AmountTyped('smallest step of the price'),
  lot: AmountTyped('smallest step of the quantity'),
  smallest: AmountTyped('order, in the currency'),
  largest: AmountTyped('order, in the currency'),
  farthest: AmountTyped('percent; limit orders are no further from the last price'),
  jump: AmountTyped('percent; a price that moves further within ten seconds halts the market'),
  maker: AmountTyped('fee, percent'),
  taker: AmountTyped('fee, percent'),
  feed: Type.Union([Type.Literal('sources'), Type.Literal('members')], {
    description:
      'members: no source quotes it; its own trades do, and orders name what they pay. No contracts, swaps or market orders there',
  }),
});
export type ListingMarket = Static<typeof ListingMarket>;

export const ListingDraft = Fields({
  coin: OrNull(ListingCoin),
  market: OrNull(ListingMarket),
  startsAt: Typed(40, 'ISO 8601 UTC; empty while it is not known'),
});
export type ListingDraft = Static<typeof ListingDraft>;

export const ListingCheck = Type.Object({
  group: Type.Union([
    Type.Literal('coin'),
    Type.Literal('networks'),
    Type.Literal('market'),
    Type.Literal('sources'),
    Type.Literal('opening'),
  ]),
  name: Type.String({ description: 'stable, such as "orders-replayed"' }),
  isPassed: Type.Boolean({ description: 'one that has not passed stops the opening' }),
  detail: Type.String({ description: 'what was tried and found, in English; may be empty' }),
});
export type ListingCheck = Static<typeof ListingCheck>;

export const ListingRow = Type.Object({
  ID: Id(),
  draft: ListingDraft,
  state: Type.Union([
    Type.Literal('draft'),
    Type.Literal('proposed'),
    Type.Literal('agreed'),
    Type.Literal('waiting'),
    Type.Literal('opened'),
    Type.Literal('stopped'),
    Type.Literal('refused'),
    Type.Literal('withdrawn'),
    Type.Literal('discarded'),
  ]),
  startedBy: Type.String(),
  startedAt: Time(),
  savedAt: Time('of the last change'),
  reason: OrNull(Type.String({ description: 'for operators' })),
  proposedBy: OrNull(Type.String()),
  opensAt: OrNull(Time('from the proposal on')),
  agreedAt: OrNull(Time()),
  endedAt: OrNull(Time('opened, stopped, refused, withdrawn or discarded')),
  recheckedAt: OrNull(Time('when all checks passed within the last hour before it opens')),
  failed: Type.Array(Type.String(), { description: 'names of the checks for which it waits' }),
  reviewId: OrNull(Id('while it awaits a second person')),
  move: OrNull(
    Type.Object(
      { opensAt: Time(), reviewId: Id() },
      {
        description: 'another time that awaits a second person',
      },
    ),
  ),
});
export type ListingRow = Static<typeof ListingRow>;

export const operatorListingCalls = {
  listings: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/listing/list',
    summary: 'Lists drafts and proposals that are not decided, and the last 50 that ended.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(ListingRow) }),
    codes: [],
  }),
  listingChoices: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/listing/choices',
    summary: 'Returns what a listing can choose from: networks, coins that exist, and sources.',
    input: NoFields(),
    output: Type.Object({
      networks: Type.Array(
        Type.Object({
          code: Type.String(),
          name: Type.String(),
          family: Type.String({ description: 'of its addresses' }),
          confirmations: Type.Integer({ minimum: 1 }),
          hasMemo: Type.Boolean(),
        }),
      ),
      coins: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
      sources: Type.Array(Type.String(), { description: 'live ones; none: members only' }),
    }),
    codes: [],
  }),
  saveListing: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/save',
    summary:
      'Saves a draft as it is typed; without an ID it begins one. Nothing is visible to members.',
    input: Fields({ ID: Type.Optional(IdIn()), draft: ListingDraft }),
    output: Type.Object({ ID: Id(), savedAt: Time() }),
    codes: [5007, 5034],
  }),
  uploadCoinPicture: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/uploadPicture',
    summary:
      'Uploads a square PNG, WebP or SVG of up to 512 KiB, of 256 pixels at least, and redraws it as the picture of a coin. It is deleted after a day if no listing names it.',
    bodyBytesMax: UPLOAD_BYTES_MAX,
    input: Fields({
      base64Str: Type.String({
        maxLength: UPLOAD_BYTES_MAX,
        description: 'base64, with or without data:…;base64,; anything else returns 5008',
      }),
    }),
    output: Type.Object({
      picture: Type.String({ description: 'its hash; seen at /coin-pictures/<hash>.png' }),
    }),
    codes: [5008],
  }),
  checkListing: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/check',
    summary:
      'Tries a listing: reads its fields, asks each source, replays orders in two order books, and looks for names that are taken.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      checks: Type.Array(ListingCheck),
      at: Time(),
      tookMs: Type.Integer({ minimum: 0 }),
    }),
    codes: [5007],
  }),
  discardListing: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/discard',
    summary: 'Ends a draft.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  proposeListing: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/propose',
    summary:
      'Proposes a draft, which is fixed from then on. Another person agrees; at its time the checks run once more, and it opens in every instance.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5034, 5036],
  }),
  moveListing: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/move',
    summary:
      'Proposes another time for an agreed listing, also for one that waits because a check failed. Another person agrees; members read both times.',
    input: Fields({
      ID: IdIn(),
      startsAt: Time('when it opens'),
      reason: InnerReason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5034],
  }),
  withdrawListing: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/withdraw',
    summary: 'Withdraws an agreed listing before it opens.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
