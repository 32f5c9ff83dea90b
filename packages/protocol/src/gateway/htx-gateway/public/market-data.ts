/** HTX's envelopes and market data over REST. Times are epoch milliseconds, except `id` of candles; numbers are exact decimals. */
import { type Static, type TSchema, Type } from 'typebox';

/** Market data is in `data` or in `tick`; `ch` is the socket topic of the same data. */
export const HtxData = <D extends TSchema>(data: D) =>
  Type.Object({
    status: Type.Literal('ok'),
    ch: Type.Optional(Type.String()),
    ts: Type.Optional(Type.Integer()),
    data,
  });

export const HtxTick = <T extends TSchema>(tick: T) =>
  Type.Object({ status: Type.Literal('ok'), ch: Type.String(), ts: Type.Integer(), tick });

export const HtxError = Type.Object({
  ts: Type.Integer(),
  status: Type.Literal('error'),
  'err-code': Type.String({ description: 'invalid-parameter, rate-too-many-requests …' }),
  'err-msg': Type.String(),
  data: Type.Null(),
});

/** `code` 200 is success. */
export const HtxV2 = <D extends TSchema>(data: D) =>
  Type.Object({ code: Type.Integer(), message: Type.Optional(Type.String()), data });

/** [price, size] */
const Level = Type.Tuple([Type.Number(), Type.Number()]);

const day = {
  open: Type.Number(),
  close: Type.Number(),
  low: Type.Number(),
  high: Type.Number(),
  amount: Type.Number({ description: 'volume in base' }),
  vol: Type.Number({ description: 'volume in quote' }),
  count: Type.Integer({ description: 'number of trades' }),
};

export const HtxTicker = Type.Object({
  symbol: Type.String(),
  ...day,
  bid: Type.Number(),
  bidSize: Type.Number(),
  ask: Type.Number(),
  askSize: Type.Number(),
});

/** The last 24 hours. */
export const HtxDetail = Type.Object({ id: Type.Integer(), version: Type.Integer(), ...day });
export type HtxDetail = Static<typeof HtxDetail>;

export const HtxMerged = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  ...day,
  bid: Level,
  ask: Level,
});
export type HtxMerged = Static<typeof HtxMerged>;

/** Best prices first. */
export const HtxDepth = Type.Object({
  ts: Type.Integer(),
  version: Type.Integer(),
  bids: Type.Array(Level),
  asks: Type.Array(Level),
});

/** `id` is the start of the candle in Unix seconds. */
export const HtxCandle = Type.Object({ id: Type.Integer(), ...day });

export const HtxTrades = Type.Object({
  id: Type.Integer(),
  ts: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ts: Type.Integer(),
      'trade-id': Type.Integer(),
      amount: Type.Number(),
      price: Type.Number(),
      direction: Type.Union([Type.Literal('buy'), Type.Literal('sell')], {
        description: 'side of the taker',
      }),
    }),
  ),
});
export type HtxTrades = Static<typeof HtxTrades>;
