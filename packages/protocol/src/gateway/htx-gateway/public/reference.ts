/** HTX's reference data: symbols, order limits, currencies and networks. */
import { type Static, Type } from 'typebox';

/** Precisions are decimal places; amounts are in the base currency, values in the quote currency. */
export const HtxSymbol = Type.Object({
  symbol: Type.String({ description: 'btcusdt' }),
  state: Type.Union([Type.Literal('online'), Type.Literal('suspend'), Type.Literal('offline')]),
  'base-currency': Type.String({ description: 'btc' }),
  'quote-currency': Type.String({ description: 'usdt' }),
  'price-precision': Type.Integer(),
  'amount-precision': Type.Integer(),
  'value-precision': Type.Integer(),
  'symbol-partition': Type.Literal('main'),
  'min-order-amt': Type.Number(),
  'max-order-amt': Type.Number(),
  'min-order-value': Type.Number(),
  'max-order-value': Type.Number(),
  'limit-order-min-order-amt': Type.Number(),
  'limit-order-max-order-amt': Type.Number(),
  'limit-order-max-buy-amt': Type.Number(),
  'limit-order-max-sell-amt': Type.Number(),
  'sell-market-min-order-amt': Type.Number(),
  'sell-market-max-order-amt': Type.Number(),
  'buy-market-max-order-value': Type.Number(),
  'api-trading': Type.Union([Type.Literal('enabled'), Type.Literal('disabled')]),
  tags: Type.String(),
});
export type HtxSymbol = Static<typeof HtxSymbol>;

/** Order limits of one symbol. Limits of prices, and of how far a market order may go, are ratios to the reference price. */
export const HtxOrderBounds = Type.Object({
  symbol: Type.String({ description: 'btcusdt' }),
  'buy-limit-must-less-than': Type.Number(),
  'sell-limit-must-greater-than': Type.Number(),
  'limit-order-must-greater-than': Type.Number(),
  'limit-order-must-less-than': Type.Number(),
  'market-buy-order-must-greater-than': Type.Number({ description: 'a value, not an amount' }),
  'market-buy-order-must-less-than': Type.Number({ description: 'a value, not an amount' }),
  'market-sell-order-must-greater-than': Type.Number(),
  'market-sell-order-must-less-than': Type.Number(),
  'market-buy-order-rate-must-less-than': Type.Number(),
  'market-sell-order-rate-must-less-than': Type.Number(),
});
export type HtxOrderBounds = Static<typeof HtxOrderBounds>;

const Allowed = Type.Union([Type.Literal('allowed'), Type.Literal('prohibited')]);

/** A network of a currency. Amounts are exact decimal text in the currency; the withdrawal fee is fixed. */
export const HtxChain = Type.Object({
  chain: Type.String({ description: 'trc20usdt' }),
  displayName: Type.String({ description: 'TRC20' }),
  isDynamic: Type.Literal(false),
  numOfConfirmations: Type.Integer(),
  numOfFastConfirmations: Type.Integer(),
  minDepositAmt: Type.String(),
  depositStatus: Allowed,
  minWithdrawAmt: Type.String(),
  maxWithdrawAmt: Type.String(),
  withdrawPrecision: Type.Integer(),
  withdrawFeeType: Type.Literal('fixed'),
  transactFeeWithdraw: Type.String(),
  withdrawStatus: Allowed,
});
export type HtxChain = Static<typeof HtxChain>;

export const HtxCurrency = Type.Object({
  currency: Type.String({ description: 'btc' }),
  assetType: Type.Integer({ description: '1 virtual, 2 fiat' }),
  chains: Type.Array(HtxChain, {
    description: 'networks of deposits and withdrawals; empty for fiat, which uses wires',
  }),
  instStatus: Type.Literal('normal'),
});
export type HtxCurrency = Static<typeof HtxCurrency>;

export const HtxMarketStatus = Type.Object({
  marketStatus: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
    description: '1 normal, 2 halted, 3 cancel only',
  }),
});
export type HtxMarketStatus = Static<typeof HtxMarketStatus>;
