/** HTX's settings calls: the same reference data under the short names of newer clients. */
import { type Static, Type } from 'typebox';

const Code = Type.String({ description: 'lower case: btc' });
const MarketState = Type.Union([
  Type.Literal('online'),
  Type.Literal('suspend'),
  Type.Literal('offline'),
]);
const Milliseconds = Type.Integer({ description: 'since 1970' });
const Rank = Type.Integer({ description: 'sort weight, highest first' });
const Never = Type.Literal(false);
const Nothing = Type.Null();

/** Names, state and precisions shared by both versions of the symbols; `ttp`, `tap`, `tpp`, `fp` are decimal places. */
const symbolBasics = {
  bc: Code,
  bcdn: Type.String({ description: 'BTC' }),
  qc: Code,
  qcdn: Type.String({ description: 'USDT' }),
  state: MarketState,
  cd: Never,
  te: Type.Boolean({ description: 'orders can be placed' }),
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

/** `/v1/settings/common/market-symbols`: order limits; the four rates are ratios to the reference price. */
export const HtxMarketSymbol = Type.Object({
  symbol: Type.String({ description: 'btcusdt' }),
  state: MarketState,
  bc: Code,
  qc: Code,
  pp: Type.Integer({ description: 'places of a price' }),
  ap: Type.Integer({ description: 'places of an amount' }),
  vp: Type.Integer({ description: 'places of a value' }),
  sp: Type.Literal('main'),
  minoa: Type.Number({ description: 'smallest amount of an order' }),
  maxoa: Type.Number({ description: 'largest' }),
  minov: Type.Number({ description: 'smallest value of an order' }),
  maxov: Type.Number({ description: 'largest' }),
  lominoa: Type.Number({ description: 'the same for limit orders' }),
  lomaxoa: Type.Number(),
  lomaxba: Type.Number(),
  lomaxsa: Type.Number(),
  smminoa: Type.Number({ description: 'for market sells' }),
  smmaxoa: Type.Number(),
  bmmaxov: Type.Number({ description: 'for market buys' }),
  blmlt: Type.Number({
    description: 'highest price of a limit buy, as a multiple of the reference price',
  }),
  slmgt: Type.Number({ description: 'lowest price of a limit sell, likewise' }),
  mbormlt: Type.Number({ description: 'how far a market buy may move from the reference price' }),
  msormlt: Type.Number({ description: 'the same for a market sell' }),
  at: Type.Union([Type.Literal('enabled'), Type.Literal('disabled')]),
  tags: Type.String(),
});
export type HtxMarketSymbol = Static<typeof HtxMarketSymbol>;

/** Fields shared by both versions of the currencies. Minimums are those of the cheapest network. */
const currencyBasics = {
  dn: Type.String({ description: 'BTC' }),
  fn: Type.String({ description: 'Bitcoin' }),
  wp: Type.Integer({ description: 'places of a withdrawal' }),
  dma: Type.String({ description: 'smallest deposit' }),
  wma: Type.String({ description: 'smallest withdrawal' }),
  sp: Type.String({ description: 'places shown' }),
  w: Rank,
  qc: Type.Boolean({ description: 'is a quote currency' }),
  state: Type.Literal('online'),
  v: Type.Literal(true),
  whe: Never,
  cd: Never,
  de: Type.Boolean({ description: 'at least one network accepts deposits' }),
  cawt: Type.Boolean({ description: 'at least one network needs a memo' }),
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
  we: Type.Boolean({ description: 'at least one network accepts withdrawals' }),
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
  wed: Type.Boolean({ description: 'at least one network accepts withdrawals' }),
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
  dma: Type.String({ description: 'smallest deposit' }),
  wma: Type.String({ description: 'smallest withdrawal' }),
  de: Type.Boolean({ description: 'accepts deposits' }),
  we: Type.Boolean({ description: 'accepts withdrawals' }),
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

/** The envelope of these calls: `ts` is text, and the list is always complete (`full`). */
export const HtxSettings = <R extends ReturnType<typeof Type.Object>>(row: R) =>
  Type.Object({
    status: Type.Literal('ok'),
    data: Type.Array(row),
    ts: Type.String(),
    full: Type.Literal(1),
  });
