/** What a checked order shows: the rows of checks, its fills, and the part of its round that fits; pure. */
import { type Amount, formatDecimal, ONE, parseDecimal, type Rate, ZERO } from '@tern/money';
import type { OpenedOrderReceipt, OrderReceiptItem, ShownNumber } from '@tern/proofs';

/** An order in the app's own terms; `api.ts` translates the API. Amounts are decimal texts. */
export interface PlacedOrder {
  readonly id: number;
  readonly orderNo: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly isBuy: boolean;
  readonly isMarket: boolean;
  readonly price: string;
  /** In base; 0 for a market buy by value. */
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly filledTotal: string;
  readonly state: 'open' | 'filled' | 'cancelled';
  readonly feeAsset: string;
  readonly feeRatio: string;
  readonly createdAt: string;
  /** Oldest first. */
  readonly fills: readonly PlacedFill[];
}

export interface PlacedFill {
  readonly id: number;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly fee: string;
  /** It met what rested; else it rested itself. */
  readonly isTaker: boolean;
}

export interface Finding {
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
}

const amount = (text: string): bigint => parseDecimal<Amount>(text) ?? ZERO;
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** A fill at the moment of placing, with whom, and what it cost. */
export interface ShownMatch extends PlacedFill {
  readonly isOfExchange: boolean;
}

/** The fills that the receipt states, with the record's figures; undefined where the record has others. */
export function matchedFills(
  { matches }: Pick<OpenedOrderReceipt, 'matches'>,
  { fills }: Pick<PlacedOrder, 'fills'>,
): readonly ShownMatch[] | undefined {
  const taken = fills.filter(({ isTaker }) => isTaker);
  const shown = matches.flatMap((match, at) => {
    const fill = taken[at];
    const isSame =
      fill !== undefined &&
      amount(fill.price) === amount(match.price) &&
      amount(fill.quantity) === amount(match.quantity);
    return isSame ? [{ ...fill, isOfExchange: match.from.startsWith('q') }] : [];
  });
  return shown.length === matches.length ? shown : undefined;
}

/** Sums of fills: average price to the last digit, total and fee. */
export function sumsOf(fills: readonly ShownMatch[]) {
  const quantity = sum(fills.map((fill) => amount(fill.quantity)));
  const value = sum(fills.map((fill) => amount(fill.price) * amount(fill.quantity)));
  return {
    average: formatDecimal((quantity === 0n ? 0n : value / quantity) as Amount),
    total: formatDecimal(sum(fills.map((fill) => amount(fill.total))) as Amount),
    fee: formatDecimal(sum(fills.map(({ fee }) => amount(fee))) as Amount),
  };
}

/** The order's rate in percent: 0.001 is "0.1". */
export const feePercent = ({ feeRatio }: Pick<PlacedOrder, 'feeRatio'>): string =>
  formatDecimal(((parseDecimal<Rate>(feeRatio) ?? 0n) * 100n) as Rate);

/** Whether the fees of these fills are the order's rate of what it received, rounded up in its last place, for older orders fill by fill. */
export function checkFee(
  fills: readonly ShownMatch[] | undefined,
  { isBuy, feeRatio }: Pick<PlacedOrder, 'isBuy' | 'feeRatio'>,
): Finding {
  if (fills === undefined) return { pass: false, why: 'the record has other fills' };
  const received = fills.map((fill) => amount(isBuy ? fill.quantity : fill.total));
  const due = (sum(received) * (parseDecimal<Rate>(feeRatio) ?? 0n)) / ONE;
  const paid = sum(fills.map(({ fee }) => amount(fee)));
  const places = Math.max(...fills.map(({ fee }) => fee.split('.')[1]?.length ?? 0), 0);
  const unit = ONE / 10n ** BigInt(places);
  const pass = fills.length === 0 || (paid >= due && paid - due <= unit * BigInt(fills.length));
  return { pass, why: pass ? 'the fee is that of the rate' : 'the fee is not that of the rate' };
}

/** A receipt can be valid and that of another order. */
export function checkOwn(
  { owner, id, symbol, isBuy }: OpenedOrderReceipt,
  order: PlacedOrder,
  memberId: number,
): Finding {
  const pass =
    owner === String(memberId) &&
    id === String(order.id) &&
    symbol === order.symbol &&
    isBuy === order.isBuy;
  return { pass, why: pass ? 'the receipt is of this order' : 'the receipt is of another order' };
}

export const rowKeys = [
  'confirmed',
  'times',
  'numbers',
  'prices',
  'queue',
  'quotes',
  'fee',
  'log',
] as const;
export type RowKey = (typeof rowKeys)[number];

/** `pass` is undefined for a check that was not run: the receipt lacks what it needs. */
export interface CheckedRow {
  readonly key: RowKey;
  readonly pass: boolean | undefined;
  readonly why: string;
}

const LOG_NAMES: readonly string[] = ['shape', 'owner', 'place', 'log'];

/** The rows of the page, of the verifier's checks and of those that only this device can make. */
export function rowsOf(
  items: readonly OrderReceiptItem[],
  { own, fee }: { own: Finding; fee: Finding },
): readonly CheckedRow[] {
  return rowKeys.map((key) => {
    if (key === 'fee') return { key, ...fee };
    const checks: Finding[] =
      key === 'log'
        ? [...items.filter(({ name }) => LOG_NAMES.includes(name)), own]
        : items.filter(({ name }) => name === key);
    const failed = checks.find(({ pass }) => !pass);
    const pass = checks.length === 0 ? undefined : failed === undefined;
    return { key, pass, why: failed?.why ?? '' };
  });
}

/** Without these checks nothing is said of who was in front. */
const NEEDED: readonly RowKey[] = ['times', 'numbers', 'log'];

/** "notRun": nothing failed, but a check that is needed for the answer was not run. */
export function lookOf(rows: readonly CheckedRow[]): 'done' | 'failed' | 'notRun' {
  if (rows.some(({ pass }) => pass === false)) return 'failed';
  return rows.every(({ key, pass }) => pass === true || !NEEDED.includes(key)) ? 'done' : 'notRun';
}

/** Bars that fit side by side. */
const BARS_MAX = 48;

/** The numbers around one, as many as fit. */
export function barsAround(round: readonly ShownNumber[], number: number): readonly ShownNumber[] {
  const at = round.findIndex((each) => each.number === number);
  const from = Math.max(0, Math.min(at - BARS_MAX / 2, round.length - BARS_MAX));
  return round.slice(from, from + BARS_MAX);
}
