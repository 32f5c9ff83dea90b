/** The order, its receipt, and the keys that sign: fetched anew for each check. */
import type { Output } from '@tern/protocol/client';
import { call } from '../../../platform/http/call.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import type { PlacedFill, PlacedOrder } from './view-model.ts';

type Found = Output<'GET /bborder/findBborder'>;

/** The numbers of the API. */
const BUY = 1;
const MARKET = 2;
const TAKER = 2;
const STATES: Readonly<Record<number, PlacedOrder['state']>> = { 1: 'open', 2: 'filled' };

const fillOf = ({ ID, price, quantity, total, fee, role }: Found['fills'][number]): PlacedFill => ({
  id: ID,
  price,
  quantity,
  total,
  fee,
  isTaker: role === TAKER,
});

/** @throws a `not-found` refusal */
export async function fetchOrder(id: number): Promise<PlacedOrder> {
  const { rebborder: row, fills } = await call('GET /bborder/findBborder', { ID: id });
  return {
    id: row.ID,
    orderNo: row.orderNo,
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    isBuy: row.side === BUY,
    isMarket: row.type === MARKET,
    price: row.mprice,
    quantity: row.mnum,
    filledQuantity: row.dealNum,
    filledTotal: row.dealTotal,
    state: STATES[row.status] ?? 'cancelled',
    feeAsset: row.feeCoin,
    feeRatio: row.feeRatio,
    createdAt: row.CreatedAt,
    fills: fills.map(fillOf).toSorted((one, other) => one.id - other.id),
  };
}

export type FetchedReceipt = Readonly<Record<string, unknown>> | 'unrecorded' | 'soon';

/** "unrecorded": the order is older than the record. "soon": its round is not in the log yet. */
export async function fetchReceipt(id: number): Promise<FetchedReceipt> {
  try {
    return (await call('GET /bborder/orderReceipt', { ID: id })).receipt ?? 'unrecorded';
  } catch (error) {
    if (error instanceof CallError && error.refusal === 'not-yet') return 'soon';
    throw error;
  }
}

/** In hexadecimal, of all keys of evidence. */
export const fetchEvidenceKeys = async (): Promise<string[]> =>
  (await call('GET /transparency/keys', {})).list.map(({ publicKey }) => publicKey);
