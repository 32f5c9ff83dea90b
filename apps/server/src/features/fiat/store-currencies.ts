/** The table of fiat currencies: read when needed, operators may change it at any time. */
import { amount, bool, text } from '../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

const COLUMNS = `asset, wire_min, wire_max, payout_min, payout_max, payout_fee, takes_wires, takes_payouts`;

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

/** Bounds and fees are in the currency; those of payouts before the fee. */
export type Currency = RowOf<typeof allCurrencies>;
