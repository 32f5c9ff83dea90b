/** API of the product catalogue: versions of terms that two operators approve, orders, obligations, treasury money. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  Lang,
  ListOf,
  NoData,
  NoFields,
  pageFields,
  RequestId,
  Time,
} from '../../fields.ts';
import { FundedAccount } from '../money/exchange-accounts.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const TermValue = Type.Union(
  [
    Type.String({ maxLength: 10_000 }),
    Type.Number(),
    Type.Boolean(),
    Type.Null(),
    Type.Record(Type.String({ maxLength: 8 }), Type.String({ maxLength: 10_000 }), {
      maxProperties: 20,
    }),
  ],
  { description: 'decimals and times as text; a text in several languages by language' },
);
export type TermValue = Static<typeof TermValue>;
const Terms = Type.Record(Type.String({ maxLength: 40 }), TermValue, {
  maxProperties: 100,
  description: 'all terms by name',
});

/** A field of the form of one kind of products. */
export const TermFieldRow = Type.Object({
  name: Type.String(),
  input: Type.Union([
    Type.Literal('amount'),
    Type.Literal('price'),
    Type.Literal('rate'),
    Type.Literal('count'),
    Type.Literal('clock'),
    Type.Literal('text'),
    Type.Literal('texts'),
    Type.Literal('asset'),
    Type.Literal('time'),
    Type.Literal('flag'),
    Type.Literal('choice'),
  ]),
  label: Type.String(),
  unit: Type.String({ description: 'days, or @name of the term that has the asset' }),
  note: Type.String(),
  isOptional: Type.Boolean(),
  choices: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
});
export type TermFieldRow = Static<typeof TermFieldRow>;

const ProductKindRow = Type.Object({
  kind: Type.String({ description: 'slug: offering, staking, earn, loan' }),
  label: Type.String(),
  fields: Type.Array(TermFieldRow),
});
export type ProductKindRow = Static<typeof ProductKindRow>;

const Stage = Type.Union(
  [Type.Literal('draft'), Type.Literal('scheduled'), Type.Literal('open'), Type.Literal('closed')],
  { description: 'scheduled: a version is proposed or awaits its time' },
);
export type ProductStage = Static<typeof Stage>;

const VersionState = Type.Union([
  Type.Literal('draft'),
  Type.Literal('proposed'),
  Type.Literal('scheduled'),
  Type.Literal('inForce'),
  Type.Literal('replaced'),
  Type.Literal('rejected'),
  Type.Literal('withdrawn'),
]);

export const ProductRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  kind: Type.String(),
  name: Type.String(),
  coinname: Type.String(),
  stage: Stage,
  version: Type.Integer({ description: 'in force, else the newest' }),
  pendingVersion: OrNull(Type.Integer({ description: 'draft, proposed or scheduled' })),
  pendingState: OrNull(VersionState),
  effectiveAt: OrNull(Time('of the pending version, else of the one in force')),
  by: Type.String({ description: 'who wrote the version; empty: part of the installation' }),
  orders: Type.Integer(),
  holders: Type.Integer({ description: 'members with running orders' }),
});
export type ProductRow = Static<typeof ProductRow>;

export const ProductPreview = Type.Object(
  {
    page: Type.String({ description: 'of the members’ app, with its query' }),
    answers: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'the data of each call that the page sends when it opens, by its path',
    }),
  },
  { description: 'what a member will see who has bought nothing of the product' },
);
export type ProductPreview = Static<typeof ProductPreview>;

const Shortage = Type.Object(
  {
    coinname: Type.String(),
    amount: AmountOut(),
    date: Type.String({ description: 'UTC date on which the last of it is due, YYYY-MM-DD' }),
  },
  {
    description:
      'what the exchange lacks for one order of the largest size, or of the coins to sell',
  },
);

export const ProductVersionRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  version: Type.Integer(),
  terms: Terms,
  takesOrders: Type.Boolean({ description: 'false: no new orders' }),
  state: VersionState,
  effectiveAt: OrNull(Time()),
  reason: Type.String(),
  proposedBy: Type.String({ description: 'empty: part of the installation' }),
  reviewId: OrNull(Id()),
  decidedBy: Type.String({ description: 'who approved or rejected it; empty until then' }),
  decidedAt: OrNull(Time()),
  preview: OrNull(ProductPreview),
  short: OrNull(Shortage),
});
export type ProductVersionRow = Static<typeof ProductVersionRow>;

const ProductOrderRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  memberId: Id(),
  recordNo: Type.String(),
  coinname: Type.String(),
  amount: AmountOut(),
  status: Type.String({ description: 'in English' }),
  endsAt: OrNull(Time()),
});
export type ProductOrderRow = Static<typeof ProductOrderRow>;

const ACCOUNTS = [
  Type.Literal('yields'),
  Type.Literal('loans'),
  Type.Literal('offerings'),
  Type.Literal('rewards'),
] as const;

const TreasuryRow = Type.Object({
  account: Type.Union([...ACCOUNTS], {
    description:
      'what pays yields; what is lent; new coins to sell; what pays rewards of invitations, only coins in which some wait',
  }),
  coinname: Type.String(),
  total: AmountOut(),
  reserved: AmountOut(
    'promised to running orders, lent, or kept for new coins on sale or coming or for pending rewards',
  ),
  free: AmountOut('for further products'),
  owed: AmountOut(
    'yields that running orders are still owed, new coins that can still be sold, pending rewards; 0 for loans',
  ),
  since: OrNull(Time('of rewards: since when the oldest waits')),
});
export type TreasuryRow = Static<typeof TreasuryRow>;

const ObligationRow = Type.Object({
  date: Type.String({ description: 'UTC date, YYYY-MM-DD' }),
  coinname: Type.String(),
  payouts: AmountOut('yields, paid by the exchange'),
  principals: AmountOut('what members put in, held for them: it is theirs'),
});
export type ObligationRow = Static<typeof ObligationRow>;

const Reason = () => Type.String({ minLength: 1, maxLength: 500, description: 'for operators' });
const Kind = () => Type.String({ minLength: 1, maxLength: 40 });
const Version = () => Type.Integer({ minimum: 1, maximum: 1_000_000 });

const read = { auth: 'operator', movesMoney: false, rate: 'read', needs: ['offer.read'] } as const;

export const operatorProductCalls = {
  productKinds: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/product/kinds',
    summary: 'Lists the kinds of products with the fields of their terms.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(ProductKindRow) }),
    codes: [],
  }),
  products: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/product/list',
    summary: 'Lists every product with its stage, newest first.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(ProductRow) }),
    codes: [],
  }),
  findProduct: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/product/find',
    summary: 'Returns one product with its versions, newest first; current ones with a preview.',
    input: Fields({ ID: IdIn(), lang: Type.Optional(Lang()) }),
    output: Type.Object({
      reproduct: Type.Object({
        ...ProductRow.properties,
        versions: Type.Array(ProductVersionRow),
      }),
    }),
    codes: [5007],
  }),
  checkProduct: defineCall({
    ...read,
    needs: ['products.propose'],
    method: 'POST',
    path: '/operator/product/check',
    summary: 'Returns what is wrong with terms, or the product as members would see it.',
    input: Fields({
      kind: Kind(),
      ID: Type.Optional(IdIn()),
      terms: Terms,
      lang: Type.Optional(Lang()),
    }),
    output: Type.Object({
      problems: Type.Array(Type.Object({ field: Type.String(), text: Type.String() })),
      preview: OrNull(ProductPreview),
      short: OrNull(Shortage),
    }),
    codes: [5007],
  }),
  writeProduct: defineCall({
    ...operatorAct('products.propose'),
    path: '/operator/product/write',
    summary: 'Writes the draft of a new product, or of the next version of one.',
    input: Fields({
      kind: Kind(),
      ID: Type.Optional(IdIn()),
      terms: Terms,
      takesOrders: Type.Optional(Type.Boolean({ description: 'absent: yes' })),
      seenAt: Type.Optional(Time('UpdatedAt of the draft that is overwritten')),
    }),
    output: Type.Object({ ID: Id(), version: Type.Integer() }),
    codes: [5007, 5033, 5034],
  }),
  proposeProduct: defineCall({
    ...operatorAct('products.propose'),
    path: '/operator/product/propose',
    summary:
      'Proposes a draft and its start time. It takes effect then, if a second person has approved it.',
    input: Fields({
      ID: IdIn(),
      version: Version(),
      seenAt: Time('UpdatedAt of the draft as read'),
      effectiveAt: Type.Optional(Time('absent: on approval')),
      reason: Reason(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5007, 5033, 5034],
  }),
  withdrawProduct: defineCall({
    ...operatorAct('products.propose'),
    path: '/operator/product/withdraw',
    summary: 'Withdraws a version that has not taken effect.',
    input: Fields({ ID: IdIn(), version: Version(), reason: Reason() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  closeProduct: defineCall({
    ...operatorAct('products.propose'),
    path: '/operator/product/close',
    summary:
      'Stops new orders immediately. Running orders keep their terms, a pending version is withdrawn.',
    input: Fields({ ID: IdIn(), reason: Reason() }),
    output: Type.Object({ version: Type.Integer() }),
    codes: [5007, 5034],
  }),
  productOrders: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/product/orders',
    summary: 'Lists the orders of a product, newest first.',
    input: Fields({ ...pageFields, ID: IdIn() }),
    output: ListOf(ProductOrderRow),
    codes: [5007],
  }),
  productTreasury: defineCall({
    ...operatorRead('offer.read'),
    path: '/operator/product/house',
    summary: 'Returns the treasury for products, and what falls due in the next 30 days.',
    input: NoFields(),
    output: Type.Object({
      days: Type.Array(Type.String(), { description: 'UTC dates from today on, YYYY-MM-DD' }),
      house: Type.Array(TreasuryRow),
      obligations: Type.Array(ObligationRow, { description: 'by date and coin' }),
    }),
    codes: [],
  }),
  proposeFunding: defineCall({
    ...operatorAct('products.propose'),
    path: '/operator/product/fund',
    summary:
      'Proposes money for an exchange account: paper money, or in live mode a receipt at the bank. The proposal is the first approval.',
    input: Fields({
      account: FundedAccount(),
      bankReference: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 140,
          description: "live mode: the bank's reference of the receipt; refused in paper mode",
        }),
      ),
      coinname: Type.String({ minLength: 1, maxLength: 20 }),
      amount: AmountIn(),
      reason: Reason(),
      requestId: RequestId(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019, 5007, 5016, 5034],
  }),
};
