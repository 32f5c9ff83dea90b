/** API of the review queue: lists, one review with its evidence, and the decisions (ADR 24). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import {
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoData,
  NoFields,
  pageFields,
  Time,
} from '../../fields.ts';
import { InnerReason, Message } from '../two-texts.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const Stage = () =>
  Type.Union(
    [Type.Literal('first'), Type.Literal('second'), Type.Literal('held'), Type.Literal('done')],
    { description: 'needs first or second approval, held until a time, or decided' },
  );
const State = Type.Union([
  Type.Literal('open'),
  Type.Literal('approved'),
  Type.Literal('rejected'),
  Type.Literal('cancelled'),
]);
const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

/** An operator as shown to others. */
const Who = Type.Object({ ID: Id(), login: Type.String() });

export const ReviewRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  kind: Type.String({ description: 'deposit, withdrawal, manual …' }),
  recordNo: Type.String({ description: 'D-20418' }),
  subjectId: Id('ID of the record in its own list'),
  memberId: OrNull(Id()),
  coinname: OrNull(Type.String()),
  amount: OrNull(AmountOut()),
  approvals: Type.Integer({ description: 'number of approvals required: 1 or 2' }),
  state: State,
  stage: Stage(),
  claimedBy: OrNull(Who),
  claimUntil: OrNull(Time()),
  isTakeable: Type.Boolean({
    description: 'extended beyond the length of one claim: another operator may claim it',
  }),
  holdUntil: OrNull(Time()),
  holdReason: Type.String(),
  firstBy: OrNull(Who),
  firstAt: OrNull(Time()),
  decidedBy: OrNull(Who),
  decidedAt: OrNull(Time()),
});
export type ReviewRow = Static<typeof ReviewRow>;

const Sign = () =>
  Type.Union(
    [
      Type.Literal('stopped'),
      Type.Literal('accessChanged'),
      Type.Literal('rejectedBefore'),
      Type.Literal('notVerified'),
      Type.Literal('newAccount'),
    ],
    {
      description:
        'the account is frozen or banned; password or second factor changed within a day; a request was rejected within thirty days; identity not verified; opened within seven days',
    },
  );
export type ReviewSign = Static<ReturnType<typeof Sign>>;

export const Risk = Type.Object({
  level: Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')], {
    description: 'no sign, one, more',
  }),
  signs: Type.Array(Sign()),
});
export type Risk = Static<typeof Risk>;

/** A review in the queue. */
export const QueueRow = Type.Object({
  ...ReviewRow.properties,
  dueAt: Time('of a deposit or withdrawal as its member reads it; else by the setting of its kind'),
  isLate: Type.Boolean({ description: 'open, and its time is over' }),
  memberName: Type.String({ description: 'in the documents; empty: none were sent' }),
  isNameVerified: Type.Boolean(),
  risk: Type.Union([Risk, Type.Null()], {
    description: 'of the member; null for proposals of operators',
  }),
});
export type QueueRow = Static<typeof QueueRow>;

const Check = Type.Object({
  name: Type.String({ description: 'stable name of the check' }),
  isPassed: Type.Boolean(),
  level: Type.Union([Type.Literal('warning'), Type.Literal('stop')]),
  detail: Type.String(),
});

const HistoryLine = Type.Object({
  at: Time(),
  action: Type.String(),
  login: Type.String({ description: 'empty: the member or the server' }),
  reason: Type.String(),
});

export const ReviewDetail = Type.Object({
  ...ReviewRow.properties,
  facts: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
    { description: 'the current facts that an approval confirms; of cards and accounts the ends' },
  ),
  hash: Type.String({ description: 'hash of the facts, to send with an approval' }),
  isFirstStanding: Type.Boolean({
    description: 'the first approval was given for exactly these facts',
  }),
  isMemberNotified: Type.Boolean({
    description:
      'the member is sent the message of a hold or rejection; false for a proposal of operators',
  }),
  firstNote: Type.String(),
  decidedNote: Type.String(),
  summary: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Array(
    Type.Object({
      label: Type.String(),
      values: Type.Array(OrNull(Type.String())),
      isEqual: OrNull(Type.Boolean()),
    }),
  ),
  checks: Type.Array(Check),
  images: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      bytes: Type.Integer(),
      sha256: Type.String(),
    }),
  ),
  balance: OrNull(
    Type.Object({
      coinname: Type.String(),
      of: Type.Union([Type.Literal('available'), Type.Literal('total')], {
        description: 'total: for a withdrawal of money that is already held',
      }),
      now: AmountOut(),
      after: AmountOut(),
    }),
  ),
  alsoOpen: Type.Array(ReviewRow, { description: 'other open reviews of the same member' }),
  history: Type.Array(HistoryLine),
  mayDecide: Type.Boolean({ description: 'false if the caller gave the first approval' }),
});
export type ReviewDetail = Static<typeof ReviewDetail>;

export const operatorReviewCalls = {
  counts: defineCall({
    ...operatorRead('reviews.read'),
    path: '/operator/review/counts',
    summary: 'Counts open reviews by kind and stage.',
    input: NoFields(),
    output: Type.Object({
      kinds: Type.Array(
        Type.Object({
          kind: Type.String(),
          letter: Type.String(),
          movesMoney: Type.Boolean(),
          first: Type.Integer(),
          second: Type.Integer(),
          held: Type.Integer(),
          late: Type.Integer(),
          oldestAt: OrNull(Time()),
        }),
      ),
    }),
    codes: [],
  }),
  list: defineCall({
    ...operatorRead('reviews.read'),
    path: '/operator/review/list',
    summary:
      'Lists open reviews, soonest due first; with stage done, decided ones, newest first, of which at most 5,000 are counted.',
    input: Fields({
      ...pageFields,
      stage: Type.Optional(
        Type.Union([...Stage().anyOf, Type.Literal('late')], {
          description: 'as in the rows; late: open ones whose time is over',
        }),
      ),
      kind: Type.Optional(Type.String({ maxLength: 40 })),
      memberId: Type.Optional(IdIn()),
      search: Type.Optional(
        Type.String({
          maxLength: 128,
          description:
            'record number, ID of a review or member, name, e-mail address or phone of a member, transaction, or six letters or more of an address; the newest two hundred, decided ones too',
        }),
      ),
    }),
    output: ListOf(QueueRow),
    codes: [],
  }),
  find: defineCall({
    ...operatorRead('reviews.read'),
    path: '/operator/review/find',
    summary: 'Returns one review with facts, evidence, checks and history. Access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rereview: ReviewDetail }),
    codes: [5007],
  }),
  image: defineCall({
    ...operatorRead('reviews.first', 'reviews.second', 'screening.decide'),
    path: '/operator/review/image',
    summary: 'Returns a private image of the evidence as a data URL. Access is logged.',
    input: Fields({ ID: IdIn(), image: Type.String({ minLength: 1, maxLength: 100 }) }),
    output: Type.Object({ image: Type.String({ description: 'data URL' }) }),
    codes: [5007],
  }),
  numbers: defineCall({
    ...operatorRead('reviews.first', 'reviews.second'),
    path: '/operator/review/numbers',
    summary:
      'Returns the full numbers of the card and bank account that a review pays, or of the details of documents. Access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      list: Type.Array(Type.Object({ label: Type.String(), number: Type.String() })),
    }),
    codes: [5007],
  }),
  claim: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/review/claim',
    summary: 'Claims a review for fifteen minutes, or extends the claim.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5031, 5032, 5034],
  }),
  claimSeveral: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/review/claimSeveral',
    summary:
      'Claims each of these reviews that is free. Those that are not are given with the reason. Each is decided alone.',
    input: Fields({
      IDs: Type.Array(IdIn(), { minItems: 1, maxItems: 50, uniqueItems: true }),
    }),
    output: Type.Object({
      claimed: Type.Array(Id()),
      refused: Type.Array(
        Type.Object({
          ID: Id(),
          recordNo: Type.String({ description: 'D-20418; empty: no such review' }),
          code: Type.Integer({ description: 'as of one claim' }),
          login: Type.String({ description: 'of the operator who has it; else empty' }),
        }),
      ),
    }),
    codes: [],
  }),
  release: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/review/release',
    summary: 'Releases a claimed review.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5031, 5034],
  }),
  hold: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/review/hold',
    summary: 'Puts a review on hold until a time. The member sees the message and the time.',
    input: Fields({ ID: IdIn(), until: Time(), message: Message(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5031, 5032, 5034],
  }),
  approve: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/review/approve',
    summary:
      'Approves the facts with this hash. Money needs two approvals by different people, stage first and second.',
    input: Fields({
      ID: IdIn(),
      stage: Type.Union([Type.Literal('first'), Type.Literal('second')]),
      hash: Type.String({ minLength: 64, maxLength: 64 }),
      note: Type.Optional(Type.String({ maxLength: 500, description: 'internal' })),
      acknowledged: Type.Optional(Type.Boolean({ description: 'the warnings were read' })),
    }),
    output: Type.Object({
      isCarriedOut: Type.Boolean(),
      isVoided: Type.Boolean({
        description: "everything was returned: the rate was below the member's minimum",
      }),
    }),
    codes: [4020, 4026, 5005, 5007, 5009, 5031, 5032, 5033, 5034, 5036],
  }),
  reject: defineCall({
    ...operatorAct('reviews.first', 'reviews.second'),
    path: '/operator/review/reject',
    summary: 'Rejects a review and releases any hold. The member sees the message.',
    input: Fields({ ID: IdIn(), message: Message(), reason: InnerReason() }),
    output: NoData(),
    codes: [5007, 5031, 5034],
  }),
};
