/** HTX's settings calls: the reference data once more, under the short names that newer clients ask for. */
import { type Static, Type } from 'typebox';

const Code = Type.String({ description: 'lower case: btc' });
const MarketState = Type.Union([Type.Literal('online'), Type.Literal('suspend')]);
const Milliseconds = Type.Integer({ description: 'since 1970' });
const Rank = Type.Integer({ description: 'place in our lists, the first highest' });
const Never = Type.Literal(false);
const Nothing = Type.Null();

/** Names, state and precisions that both generations of the symbols share; `ttp`, `tap`, `tpp`, `fp` are decimal places. */
const symbolBasics = {
  bc: Code,
  bcdn: Type.String({ description: 'BTC' }),
  qc: Code,
  qcdn: Type.String({ description: 'USDT' }),
  state: MarketState,
  cd: Never,
  te: Type.Boolean({ description: 'orders are taken' }),
  toa: Milliseconds,
  sp: Type.Literal('main'),
  w: Rank,
  ttp: Type.Integer({ description: 'of a value' }),
  tap: Type.Integer({ description: 'of an amount' }),
  tpp: Type.Integer({ description: 'of a price' }),
  fp: Type.Integer({ description: 'of a fee' }),
  tags: Type.String(),
  d: Nothing,
  elr: Nothing,
};

/** `/v1/settings/common/symbols` */
export const HtxSymbolSettings = Type.Object({
  symbol: Type.String({ description: 'btcusdt' }),
  sn: Type.String({ description: 'BTC/USDT' }),
  ...symbolBasics,
  ve: Type.Literal(true),
  we: Never,
  dl: Never,
  ce: Type.Boolean({ description: 'orders can be cancelled' }),
  tet: Milliseconds,
  tm: Type.Literal('PRO'),
});
export type HtxSymbolSettings = Static<typeof HtxSymbolSettings>;

/** `/v2/settings/common/symbols` */
export const HtxTradingSymbol = Type.Object({
  sc: Type.String({ description: 'btcusdt' }),
  dn: Type.String({ description: 'BTC/USDT' }),
  ...symbolBasics,
  whe: Never,
});
export type HtxTradingSymbol = Static<typeof HtxTradingSymbol>;

/** `/v1/settings/common/market-symbols`: bounds of orders; the four rates are ratios to the reference price. */
export const HtxMarketSymbol = Type.Object({
  symbol: Type.String({ description: 'btcusdt' }),
  state: MarketState,
  bc: Code,
  qc: Code,
  pp: Type.Integer({ description: 'places of a price' }),
  ap: Type.Integer({ description: 'places of an amount' }),
  vp: Type.Integer({ description: 'places of a value' }),
  sp: Type.Literal('main'),
  minoa: Type.Number({ description: 'least amount of an order' }),
  maxoa: Type.Number({ description: 'largest' }),
  minov: Type.Number({ description: 'least value of an order' }),
  maxov: Type.Number({ description: 'largest' }),
  lominoa: Type.Number({ description: 'the same for limit orders' }),
  lomaxoa: Type.Number(),
  lomaxba: Type.Number(),
  lomaxsa: Type.Number(),
  smminoa: Type.Number({ description: 'for sales at market' }),
  smmaxoa: Type.Number(),
  bmmaxov: Type.Number({ description: 'for purchases at market' }),
  blmlt: Type.Number({
    description: 'the price of a limit purchase is at most this many times the reference',
  }),
  slmgt: Type.Number({ description: 'that of a limit sale at least' }),
  mbormlt: Type.Number({ description: 'how far a market purchase may go from the reference' }),
  msormlt: Type.Number({ description: 'and a market sale' }),
  at: Type.Union([Type.Literal('enabled'), Type.Literal('disabled')]),
  tags: Type.String(),
});
export type HtxMarketSymbol = Static<typeof HtxMarketSymbol>;

/** What both generations of the currencies share. The least amounts are those of the cheapest network. */
const currencyBasics = {
  dn: Type.String({ description: 'BTC' }),
  fn: Type.String({ description: 'Bitcoin' }),
  wp: Type.Integer({ description: 'places of a withdrawal' }),
  dma: Type.String({ description: 'least deposit' }),
  wma: Type.String({ description: 'least withdrawal' }),
  sp: Type.String({ description: 'places shown' }),
  w: Rank,
  qc: Type.Boolean({ description: 'others are priced in it' }),
  state: Type.Literal('online'),
  v: Type.Literal(true),
  whe: Never,
  cd: Never,
  de: Type.Boolean({ description: 'some network takes deposits' }),
  cawt: Type.Boolean({ description: 'some network needs a memo with the address' }),
  fc: Type.Integer({ description: 'confirmations' }),
  sc: Type.Integer({ description: 'confirmations' }),
  swd: Nothing,
  wd: Nothing,
  sdd: Nothing,
  dd: Nothing,
  svd: Nothing,
  tags: Type.String(),
};

/** `/v1/settings/common/currencys` */
export const HtxCurrencySettings = Type.Object({
  name: Code,
  ...currencyBasics,
  we: Type.Boolean({ description: 'some network takes withdrawals' }),
  iqc: Type.Boolean(),
  oe: Type.Literal(1),
  cp: Type.Literal('all'),
  ss: Type.Array(Type.String()),
  cao: Never,
});
export type HtxCurrencySettings = Static<typeof HtxCurrencySettings>;

/** `/v2/settings/common/currencies` */
export const HtxTradingCurrency = Type.Object({
  cc: Code,
  ...currencyBasics,
  wed: Type.Boolean({ description: 'some network takes withdrawals' }),
  at: Type.Integer({ description: '1 virtual, 2 fiat' }),
});
export type HtxTradingCurrency = Static<typeof HtxTradingCurrency>;

/** `/v1/settings/common/chains` */
export const HtxChainSettings = Type.Object({
  chain: Type.String({ description: 'trc20usdt' }),
  code: Type.String({ description: 'the same' }),
  currency: Code,
  ct: Type.Literal('live'),
  ac: Type.String({ description: 'the network: trc20' }),
  default: Type.Integer({ description: '1 for the first of a currency' }),
  dma: Type.String({ description: 'least deposit' }),
  wma: Type.String({ description: 'least withdrawal' }),
  de: Type.Boolean({ description: 'takes deposits' }),
  we: Type.Boolean({ description: 'takes withdrawals' }),
  wp: Type.Integer({ description: 'places of a withdrawal' }),
  ft: Type.Literal('fixed'),
  dn: Type.String({ description: 'TRC20' }),
  fn: Type.String({ description: 'TRON (TRC-20)' }),
  awt: Type.Boolean({ description: 'needs a memo with the address' }),
  adt: Type.Boolean({ description: 'the same' }),
  ao: Never,
  fc: Type.Integer({ description: 'confirmations' }),
  sc: Type.Integer({ description: 'confirmations' }),
  v: Type.Literal(true),
  sda: Nothing,
  swa: Nothing,
});
export type HtxChainSettings = Static<typeof HtxChainSettings>;

/** The envelope of these calls: `ts` is text, and always everything is told (`full`). */
export const HtxSettings = <R extends ReturnType<typeof Type.Object>>(row: R) =>
  Type.Object({
    status: Type.Literal('ok'),
    data: Type.Array(row),
    ts: Type.String(),
    full: Type.Literal(1),
  });
