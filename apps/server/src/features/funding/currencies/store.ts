/** The table of fiat currencies: never cached, because operators may change it at any time. */
import { amount, bool, text } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const BOUNDS = 'asset, wire_min, wire_max, payout_min, payout_max, payout_fee';
const COLUMNS = `${BOUNDS}, takes_wires and not wires_paused as takes_wires,
  takes_payouts and not payouts_paused as takes_payouts`;

const row = {
  asset: text,
  wireMin: amount,
  wireMax: amount,
  payoutMin: amount,
  payoutMax: amount,
  payoutFee: amount,
  takesWires: bool,
  takesPayouts: bool,
} as const;

/** In the order they are shown. */
export const allCurrencies = defineQuery({
  name: 'fiat.allCurrencies',
  text: `select ${COLUMNS} from fiat_currencies order by position`,
  params: [],
  row,
});

export const currencyNamed = defineQuery({
  name: 'fiat.currencyNamed',
  text: `select ${COLUMNS} from fiat_currencies where asset = $1`,
  params: [text],
  row,
});

/** Bounds and fees are in the currency; those of payouts before the fee. A paused direction takes no new requests. */
export type Currency = RowOf<typeof allCurrencies>;

const termsRow = { ...row, wiresPaused: bool, payoutsPaused: bool } as const;
const TERMS = `${BOUNDS}, takes_wires, takes_payouts, wires_paused, payouts_paused`;

/** The approved terms, with pauses in separate columns; in the order they are shown. */
export const allCurrencyTerms = defineQuery({
  name: 'fiat.allCurrencyTerms',
  text: `select ${TERMS} from fiat_currencies order by position`,
  params: [],
  row: termsRow,
});

export type CurrencyTerms = RowOf<typeof allCurrencyTerms>;

export const lockCurrencyTerms = defineQuery({
  name: 'fiat.lockCurrencyTerms',
  text: `select ${TERMS} from fiat_currencies where asset = $1 for update`,
  params: [text],
  row: termsRow,
});

export const putCurrencyTerms = defineStatement({
  name: 'fiat.putCurrencyTerms',
  text: `update fiat_currencies set wire_min = $2, wire_max = $3, payout_min = $4, payout_max = $5, payout_fee = $6,
      takes_wires = $7, takes_payouts = $8
    where asset = $1`,
  params: [text, amount, amount, amount, amount, amount, bool, bool],
});

export const pauseWires = defineStatement({
  name: 'fiat.pauseWires',
  text: 'update fiat_currencies set wires_paused = $2 where asset = $1',
  params: [text, bool],
});

export const pausePayouts = defineStatement({
  name: 'fiat.pausePayouts',
  text: 'update fiat_currencies set payouts_paused = $2 where asset = $1',
  params: [text, bool],
});
