/** What HTX's errors of orders say, in HTX's words for its own fields. Our texts are for members: they name what the app shows. */
import type { Refusal } from '../../../../../kernel/requests/refusal.ts';

interface Known {
  /** The bound that was missed, as decimal text. */
  limit: string;
  /** The quote asset, with values of orders. */
  asset: string;
  field: string;
}

/** HTX's names of the fields of an order. */
const fieldNames: Readonly<Record<string, string>> = {
  quantity: 'amount',
  total: 'amount',
  triggerPrice: 'stop-price',
  rate: 'trailingRate',
  startPrice: 'stopPrice',
};

const sentences: Readonly<Record<string, (known: Known) => string>> = {
  'account-frozen-balance-insufficient-error': () => 'trade account balance is not enough',
  'base-operation-forbidden': () => 'the operation is forbidden for this account',
  'base-record-invalid': () => 'record invalid',
  'base-request-exceed-number-limit': ({ limit }) =>
    `too many orders wait in this market, max: \`${limit}\``,
  'base-symbol-error': () => 'The symbol is invalid',
  'base-symbol-trade-disabled': () => 'trading of this symbol is disabled',
  'invalid-amount': () => 'Parameter `amount` is invalid.',
  'invalid-client-order-id': () => 'The client-order-id belongs to another order.',
  'order-invalid-price': ({ field }) => `Parameter \`${field || 'price'}\` is invalid.`,
  'order-limitorder-amount-max-error': ({ limit, asset }) =>
    `order value error, max: \`${limit}\` ${asset}`,
  'order-limitorder-amount-min-error': ({ limit }) =>
    `order amount error, filled already: \`${limit}\``,
  'order-limitorder-price-buy-max-error': ({ limit }) =>
    `limit order price error, max: \`${limit}\``,
  'order-limitorder-price-sell-min-error': ({ limit }) =>
    `limit order price error, min: \`${limit}\``,
  'order-orderamount-precision-error': ({ limit }) =>
    `order amount precision error, step: \`${limit}\``,
  'order-orderprice-precision-error': ({ limit }) =>
    `order price precision error, step: \`${limit}\``,
  'order-orderstate-error': () => 'the order state is error',
  'order-stop-order-hit-trigger': ({ limit }) =>
    `the stop price is reached already, last price: \`${limit}\``,
  'order-value-min-error': ({ limit, asset }) =>
    `Order total cannot be lower than: ${limit} ${asset}`,
  'rate-too-many-requests': () => 'exceeded rate limit',
  'validation-format-error': ({ field }) => `Format Error: ${field || 'request'}.`,
};

/** The outcome of a request that got no answer: a client must not repeat it blindly. */
const UNKNOWN = 'The outcome is unknown: find the order before you send it again.';
const BUSY = 'The system is busy or in maintenance. Try again later.';
const QUOTE = 'USDT';

/** The smallest amount with so many places. */
const stepOf = (places: unknown): string => {
  if (typeof places !== 'number') return '';
  return places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`;
};

/** The sentence of HTX's error `code` for a refusal. */
export function sentenceOf(code: string, { detail }: Refusal): string {
  if (code === 'system-maintenance') return detail.text === 'order.unknown' ? UNKNOWN : BUSY;
  const { data = {}, values = {}, fields: [field = ''] = [] } = detail;
  const bound = data['bound'] as { limit: string } | undefined;
  const named = (bound?.limit ?? data['price'] ?? data['max']) as string | number | undefined;
  const limit = `${named ?? stepOf(data['places'])}`;
  const asset = typeof values['asset'] === 'string' ? values['asset'] : QUOTE;
  const sentence = sentences[code] ?? (() => 'Failed to load data. Try again later.');
  return sentence({ limit, asset, field: fieldNames[field] ?? field });
}
