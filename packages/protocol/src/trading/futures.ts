/** API of timed contracts: terms, orders, evidence, the member's limits and results. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoFields,
  pageFields,
  Time,
} from '../fields.ts';
import { memberOrder, memberRead } from '../presets.ts';

export const futuresStatus = { pending: 1, settled: 2, invalid: 3 } as const;
export const futuresOutcome = { open: 0, win: 1, loss: 2, tie: 3 } as const;
/** `cate` in calls. */
export const futuresDirection = { up: 1, down: 2 } as const;
/** Why a contract is invalid: no opening price arrived in time, or the last price before its end was stale. */
export const futuresReason = { none: 0, notOpened: 1, staleClose: 2 } as const;

/** Longest pause in hours. */
export const PAUSE_HOURS_MAX = 8_760;

const DirectionIn = () =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 2 }), Type.String({ pattern: '^[12]$' })], {
    description: '1 up, 2 down',
  });

const SecondsIn = () =>
  Type.Union([
    Type.Integer({ minimum: 1, maximum: 86_400 }),
    Type.String({ pattern: '^[1-9]\\d{0,4}$' }),
  ]);

/** A contract as its owner sees it. Prices and times that are not known yet are empty text; amounts are 0. */
export const FuturesContractRow = Type.Object({
  ID: Id(),
  CreatedAt: Time('acceptance time'),
  UpdatedAt: Time(),
  orderNo: Type.String({ description: 'C followed by the ID' }),
  coinname: Type.String({ description: 'the market, such as btcusdt' }),
  base: Type.String(),
  quote: Type.String(),
  cate: Type.Integer({ description: '1 up, 2 down' }),
  usdt: AmountOut('the stake in USDT'),
  ctime_num: Type.Integer({ description: 'duration in seconds' }),
  ratio: AmountOut('payout ratio: a win pays stake × ratio in addition to the stake'),
  status: Type.Integer({ description: '1 pending settlement, 2 settled, 3 invalid settlement' }),
  outcome: Type.Integer({ description: '0 open, 1 win, 2 loss, 3 tie' }),
  reason: Type.Integer({
    description: 'why status is 3: 1 no opening price in time, 2 the last price was stale; else 0',
  }),
  openPrice: Type.String({
    description: 'open unit price; empty until the first price after acceptance',
  }),
  openAt: Type.String({ description: 'time of the opening price; empty until then' }),
  openNum: Type.String({
    description: 'open quantity: stake / open price, down to 8 places; empty until then',
  }),
  dueAt: Type.String({ description: 'openAt + duration; empty until the opening price' }),
  closePrice: Type.String({ description: 'close unit price; empty until settled' }),
  closeAt: Type.String({ description: 'time of the closing price; empty until settled' }),
  settledAt: Type.String({
    description: 'when it was settled or became invalid; empty until then',
  }),
  payout: AmountOut('stake and profit paid back; 0 until settled'),
  ploss: AmountOut('profit or loss; 0 until settled'),
  rule: Type.Integer({ description: 'version of the settlement rule' }),
  termsHash: Type.String({ description: 'SHA-256 of the frozen terms, hexadecimal' }),
  receipt: Type.String({
    description: 'Ed25519 signature of market, direction, stake, time and terms, hexadecimal',
  }),
});
export type FuturesContractRow = Static<typeof FuturesContractRow>;

/** `data` of the live event `futures.contract`: the whole row when placed, later only changed fields. */
export type FuturesContractEvent = Pick<FuturesContractRow, 'ID' | 'status' | 'UpdatedAt'> &
  Partial<FuturesContractRow> & {
    /** It has just been placed. */
    isNew?: boolean;
  };

const ratios = {
  hy_ykbl: Type.Array(AmountOut(), {
    description: 'profit per stake, one for each of hy_time: 0.8 pays the stake and 80 % of it',
  }),
  breakEven: Type.Array(AmountOut(), {
    description: 'win rate at which profit and loss are zero, one for each of hy_time',
  }),
};

const FuturesConfig = Type.Object({
  hy_time: Type.Array(Type.Integer({ minimum: 1 }), { description: 'durations in seconds' }),
  hy_tzed: Type.Array(AmountOut(), { description: 'suggested stakes, in `coinname`' }),
  ...ratios,
  min: AmountOut('smallest stake'),
  max: AmountOut('largest stake'),
  coinname: Type.String({ description: 'currency of stakes: USDT' }),
  places: Type.Integer({ description: 'decimal places of a stake' }),
  rule: Type.Integer({ description: 'version of the settlement rule' }),
  openWithinMs: Type.Integer({
    description:
      'the stake is returned if no price arrives within this time after acceptance and openAfterMs',
  }),
  staleAfterMs: Type.Integer({
    description: 'the stake is returned if the closing price is older than this',
  }),
  markets: Type.Array(
    Type.Object({
      coinname: Type.String({ description: 'market, for createHyorder' }),
      base: Type.String(),
      quote: Type.String(),
      isOpen: Type.Boolean({ description: 'accepts contracts of its shortest duration now' }),
      hy_time: Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'durations offered on this market, at least one of those above',
      }),
      ...ratios,
      openAfterMs: Type.Integer({
        description:
          'the opening price is later than acceptance by more than this; above 0 for live price sources',
      }),
      opensAt: Type.Union([Time(), Type.Null()], {
        description:
          'when contracts can be placed again; null if they can now, or if the time is unknown',
      }),
    }),
  ),
});
export type FuturesConfig = Static<typeof FuturesConfig>;

/** Limits a member has set; empty text is no limit. */
export const FuturesLimits = Type.Object({
  dailyStake: Type.String({
    description: 'highest total of stakes per day (UTC); empty: no limit',
  }),
  stakedToday: AmountOut('staked since midnight UTC, without invalid contracts'),
  nextDailyStake: Type.String({ description: 'the announced higher limit; empty: no limit' }),
  nextAt: Type.String({ description: 'when nextDailyStake takes effect; empty: no change' }),
  pausedUntil: Type.String({ description: 'no new contracts until then; empty: no pause' }),
});
export type FuturesLimits = Static<typeof FuturesLimits>;

const FuturesResults = Type.Object({
  settled: Type.Integer({ description: 'wins, losses and ties' }),
  wins: Type.Integer(),
  losses: Type.Integer(),
  ties: Type.Integer(),
  invalid: Type.Integer({ description: 'stake returned; not counted elsewhere' }),
  staked: AmountOut('stakes of all settled contracts'),
  ploss: AmountOut('profits minus losses of all settled contracts'),
  winRate: Type.String({
    description: 'wins ÷ (wins + losses), truncated to 4 places; empty if there are none',
  }),
  breakEven: Type.String({
    description:
      'win rate at which these stakes and ratios give zero profit, rounded up to 4 places; empty if there are none',
  }),
});
export type FuturesResults = Static<typeof FuturesResults>;

export const futuresCalls = {
  config: defineCall({
    ...memberRead,
    path: '/hyorder/config',
    summary:
      'Returns the durations, stakes, payout ratios and rule of new contracts; 5011 where they are not offered.',
    input: NoFields(),
    output: FuturesConfig,
    codes: [5011],
  }),
  createHyorder: defineCall({
    ...memberOrder,
    path: '/hyorder/createHyorder',
    summary: 'Places a contract. Its opening price is the first reference price after acceptance.',
    input: Fields({
      cate: DirectionIn(),
      usdt: AmountIn(),
      coinname: Type.String({ pattern: '^[A-Za-z0-9]{2,20}$', description: 'btcusdt, or BTC' }),
      ctime_num: SecondsIn(),
      ratio: Type.Optional(AmountIn()),
    }),
    output: Type.Object({ order: FuturesContractRow }),
    codes: [4006, 4008, 4018, 4019, 4020, 4026, 5002, 5003, 5004, 5005, 5009, 5011, 5012, 5027],
  }),
  myHyorderList: defineCall({
    ...memberRead,
    path: '/hyorder/myHyorderList',
    summary: "Lists the member's contracts, newest first, optionally of one status.",
    input: Fields({
      ...pageFields,
      status: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 0, maximum: 4 }), Type.String({ pattern: '^[0-4]?$' })],
          {
            description:
              '0 or absent all, 1 pending, 2 settled, 3 invalid, 4 done (settled or invalid)',
          },
        ),
      ),
    }),
    output: ListOf(FuturesContractRow),
    codes: [],
  }),
  findHyorder: defineCall({
    ...memberRead,
    path: '/hyorder/findHyorder',
    summary: 'Returns one contract.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rehyorder: FuturesContractRow }),
    codes: [5007],
  }),
  evidence: defineCall({
    ...memberRead,
    path: '/hyorder/evidence',
    summary:
      'Returns the evidence of one contract, verifiable without us; 5009 until the price after its end is known.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      bundle: Type.Record(Type.String(), Type.Unknown(), {
        description: 'input of the verifier in the proofs package',
      }),
    }),
    codes: [5007, 5009],
  }),
  limits: defineCall({
    ...memberRead,
    path: '/hyorder/limits',
    summary: "Returns the member's own limits.",
    input: NoFields(),
    output: FuturesLimits,
    codes: [],
  }),
  setLimits: defineCall({
    method: 'POST',
    path: '/hyorder/setLimits',
    summary:
      "Sets the member's own limits. Lower limits apply immediately, raises after 24 hours; absent fields do not change.",
    auth: 'member',
    movesMoney: false,
    rate: 'order',
    input: Fields({
      dailyStake: Type.Optional(AmountIn()),
      pauseHours: Type.Optional(
        Type.Union([
          Type.Integer({ minimum: 0, maximum: PAUSE_HOURS_MAX }),
          Type.String({ pattern: '^\\d{1,4}$' }),
        ]),
      ),
    }),
    output: FuturesLimits,
    codes: [],
  }),
  results: defineCall({
    ...memberRead,
    path: '/hyorder/results',
    summary: "Returns the member's results so far.",
    input: NoFields(),
    output: FuturesResults,
    codes: [],
  }),
};
