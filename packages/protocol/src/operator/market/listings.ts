/** API of listings: a coin and its market, from a draft over its checks and two people to its opening (ADR 101). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { InnerReason } from '../two-texts.ts';

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

export const ListingCoin = Fields({
  code: Typed(10, 'OST'),
  name: NameTyped(),
  scale: Typed(2, 'decimal places of its amounts'),
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
  failed: Type.Array(Type.String(), { description: 'names of the checks that stopped it' }),
  reviewId: OrNull(Id('while it awaits a second person')),
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
  withdrawListing: defineCall({
    ...operatorAct('markets.propose'),
    path: '/operator/listing/withdraw',
    summary: 'Withdraws an agreed listing before it opens.',
    input: Fields({ ID: IdIn(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
};
