/** The table of fiat currencies: never cached, because operators may change it at any time. */
import { termsRow } from '../../../../kernel/terms/terms-registry.ts';
import { amount, bool, text } from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';

const COLUMNS = `asset, wire_min, wire_max, payout_min, payout_max, payout_fee, takes_wires and not wires_paused as takes_wires,
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

const TERMS = `asset, wire_min as in_min, wire_max as in_max, 0::numeric as in_fee,
  payout_min as out_min, payout_max as out_max, payout_fee as out_fee, takes_wires as takes_in, takes_payouts as takes_out,
  wires_paused as is_paused_in, payouts_paused as is_paused_out`;

/** The approved terms, with pauses in separate columns; in display order. Wires are credited without a fee. */
export const allCurrencyTerms = defineQuery({
  name: 'fiat.allCurrencyTerms',
  text: `select ${TERMS} from fiat_currencies order by position`,
  params: [],
  row: { asset: text, ...termsRow },
});

export type CurrencyTerms = RowOf<typeof allCurrencyTerms>;

export const lockCurrencyTerms = defineQuery({
  name: 'fiat.lockCurrencyTerms',
  text: `select ${TERMS} from fiat_currencies where asset = $1 for update`,
  params: [text],
  row: { asset: text, ...termsRow },
});

export const putCurrencyTerms = defineStatement({
  name: 'fiat.putCurrencyTerms',
  text: `update fiat_currencies set wire_min = $2, wire_max = $3, payout_min = $4, payout_max = $5, payout_fee = $6,
      takes_wires = $7, takes_payouts = $8
    where asset = $1`,
  params: [text, amount, amount, amount, amount, amount, bool, bool],
});

export const pauseCurrency = defineStatement({
  name: 'fiat.pauseCurrency',
  text: `update fiat_currencies set wires_paused = case $2 when 'in' then $3 else wires_paused end,
      payouts_paused = case $2 when 'out' then $3 else payouts_paused end
    where asset = $1`,
  params: [text, text, bool],
});
