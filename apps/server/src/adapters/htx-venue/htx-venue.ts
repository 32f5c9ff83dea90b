/** Trades on an exchange with HTX's API: HTX, or another Tern. */
import {
  add,
  type Amount,
  type Decimal,
  formatDecimal,
  parseDecimal,
  type Price,
  stepOf,
  ZERO,
} from '@tern/money';
import {
  type Venue,
  type VenueFill,
  type VenueMarket,
  type VenueOutcome,
  VenueRefusal,
  VenueUnreachable,
} from '../../kernel/venues/venue.ts';
import type { Clock } from '../../platform/clock.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { readKeyFile } from '../../platform/files/read-own-file.ts';
import { createHtxRequests, type HtxVenueSettings } from './signed-requests.ts';

export interface VenueSettings {
  readonly url: string;
  readonly accessKey: string;
  /** A file with the secret of the key. */
  readonly secretFile: string;
}

/** @throws Error that names the file when it cannot be read, or can be read by others */
export const openVenue = ({ url, accessKey, secretFile }: VenueSettings, clock: Clock): Venue =>
  createHtxVenue({ url, accessKey, secret: readKeyFile(secretFile) }, clock);

/** HTX's code for an order it does not know. */
const UNKNOWN_ORDER = 'base-record-invalid';
/** HTX's codes that refuse the order itself: with any other one, such as that of a busy gateway, it may have arrived. */
const FINAL = new Set([
  'account-frozen-balance-insufficient-error',
  'account-get-accounts-inexistent-error',
  'account-balance-insufficient-error',
  'base-currency-error',
  'base-symbol-error',
  'order-limitorder-amount-max-error',
  'order-limitorder-amount-min-error',
  'order-limitorder-price-max-error',
  'order-limitorder-price-min-error',
  'order-limitorder-price-buy-max-error',
  'order-limitorder-price-sell-min-error',
  'order-orderamount-precision-error',
  'order-orderprice-precision-error',
  'order-value-min-error',
]);
const DONE = ['filled', 'canceled', 'partial-canceled'];

type Row = Readonly<Record<string, unknown>>;

export function createHtxVenue(settings: HtxVenueSettings, clock: Clock): Venue {
  const requests = createHtxRequests(settings, clock);
  let markets: { at: number; rows: readonly Row[] } | undefined;
  let accountId: string | undefined;

  async function marketRows() {
    if (markets === undefined || clock.now() - markets.at > HOUR_MS) {
      markets = { at: clock.now(), rows: rowsOf(await requests.get('/v1/common/symbols')) };
    }
    return markets.rows;
  }

  async function account() {
    if (accountId !== undefined) return accountId;
    const rows = rowsOf(await requests.get('/v1/account/accounts'));
    const spot = rows.find(({ type, state }) => type === 'spot' && state === 'working');
    if (spot === undefined) throw new VenueRefusal('no-account', 'the key has no spot account');
    accountId = String(spot['id']);
    return accountId;
  }

  return {
    name: new URL(settings.url).host,
    async market(asset) {
      const rows = await marketRows();
      const base = asset.toLowerCase();
      const row = rows.find(
        (each) => each['base-currency'] === base && each['quote-currency'] === 'usdt',
      );
      return row === undefined ? undefined : marketOf(row);
    },
    async place({ clientOrderId, symbol, side, quantity, price, at }) {
      const body = {
        'account-id': await account(),
        symbol,
        type: `${side}-ioc`,
        amount: formatDecimal(quantity),
        price: formatDecimal(price),
        'client-order-id': clientOrderId,
        source: 'spot-api',
      };
      await requests.post('/v1/order/orders/place', body, at).catch(unlessFinal);
    },
    async find(clientOrderId) {
      const order = await knownOrder(() =>
        requests.get('/v1/order/orders/getClientOrder', { clientOrderId }),
      );
      if (order === undefined) return undefined;
      const id = String(order['id']);
      const fills = rowsOf(await requests.get(`/v1/order/orders/${id}/matchresults`)).map(fillOf);
      return outcomeOf(order, id, fills);
    },
    async balances() {
      const id = await account();
      const answer = (await requests.get(`/v1/account/accounts/${id}/balance`)) as Row;
      const balances = new Map<string, Amount>();
      for (const { currency, balance, type } of rowsOf(answer['list'])) {
        if (type !== 'trade' && type !== 'frozen') continue;
        const asset = String(currency).toUpperCase();
        balances.set(asset, add(balances.get(asset) ?? ZERO, numberIn(balance)));
      }
      return balances;
    },
  };
}

/** @throws VenueUnreachable where the code does not say that there is no order */
function unlessFinal(error: unknown): never {
  if (!(error instanceof VenueRefusal) || FINAL.has(error.code)) throw error;
  throw new VenueUnreachable(`${error.code}: ${error.message}`, { cause: error });
}

async function knownOrder(ask: () => Promise<unknown>): Promise<Row | undefined> {
  try {
    return (await ask()) as Row;
  } catch (error) {
    if (error instanceof VenueRefusal && error.code === UNKNOWN_ORDER) return undefined;
    throw error;
  }
}

/** Done when the order is, and its fills add up to what it says: HTX lists them a moment later. */
function outcomeOf(order: Row, venueOrderId: string, fills: VenueFill[]): VenueOutcome {
  const filled = fills.reduce((total, { quantity }) => add(total, quantity), ZERO);
  const isEnded = DONE.includes(String(order['state']));
  return {
    venueOrderId,
    isDone: isEnded && filled === numberIn(order['field-amount']),
    fills,
  };
}

const fillOf = (row: Row): VenueFill => ({
  tradeId: String(row['id']),
  price: numberIn<Price>(row['price']),
  quantity: numberIn(row['filled-amount']),
  // Of which a part may be paid in the venue's own coin: that part is not among these.
  fee: numberIn(row['filled-fees']),
  feeAsset: String(row['fee-currency']).toUpperCase(),
});

function marketOf(row: Row): VenueMarket {
  return {
    symbol: String(row['symbol']),
    isOpen: row['state'] === 'online' && row['api-trading'] !== 'disabled',
    tickSize: stepOf(Number(row['price-precision'])) as bigint as Price,
    lotSize: stepOf(Number(row['amount-precision'])),
    minQuantity: numberIn(row['limit-order-min-order-amt'] ?? row['min-order-amt']),
    minValue: numberIn(row['min-order-value']),
  };
}

/** @throws VenueUnreachable for anything but a list */
function rowsOf(data: unknown): readonly Row[] {
  if (Array.isArray(data)) return data as Row[];
  throw new VenueUnreachable('an answer without its list');
}

const EXPONENT = /^(-?\d+(?:\.\d+)?)[eE]([+-]?\d{1,2})$/;

/** As the venue wrote it, with an exponent or without. @throws VenueUnreachable */
function numberIn<T extends Decimal = Amount>(value: unknown): T {
  const text = String(value);
  const [, mantissa = text, exponent = '0'] = EXPONENT.exec(text) ?? [];
  const number = parseDecimal<T>(mantissa);
  if (number === undefined) throw new VenueUnreachable(`an answer with ${text} as a number`);
  const power = Number(exponent);
  const shifted = power < 0 ? number / 10n ** BigInt(-power) : number * 10n ** BigInt(power);
  return shifted as T;
}
