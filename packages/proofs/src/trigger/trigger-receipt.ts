/** The receipt of a trigger as a JSON document: which price met a conditional order, and every price before it (docs/evidence.md). */
import type { BundleTick } from '../bundle.ts';
import { hashOfText } from '../hash-text.ts';
import type { ChainHead } from '../statements.ts';

export const TRIGGER_FORMAT = 'tern trigger receipt';

/** What the member asked for, as it was accepted, at first or by a change. Prices and amounts are exact decimals; those that the order does not have are null. */
export interface TriggerOrder {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Its name: "stopLimit". */
  readonly kind: string;
  readonly watches: 'last' | 'reference';
  readonly operator: 'gte' | 'lte';
  /** Null for a trailing stop, which has the rate. */
  readonly triggerPrice: string | null;
  /** 0.01 is one percent. */
  readonly rate: string | null;
  /** Where a trailing stop begins to follow; null: at `acceptedPrice`. */
  readonly startPrice: string | null;
  readonly tickSize: string;
  readonly limitPrice: string | null;
  readonly quantity: string | null;
  readonly budget: string | null;
  readonly acceptedAt: number;
  /** The newest tick or trade at that time: later ones can meet it. 0: there was none. */
  readonly acceptedAfter: number;
  readonly acceptedPrice: string;
}

/** No price between the two numbers was compared. */
export interface NamedPause {
  readonly afterNumber: number;
  readonly untilNumber: number;
  /** As in the API: 1 restart, 2 read-only mode, 3 closed session, 4 halted market, 5 late prices. */
  readonly reason: number;
  readonly beganAt: number;
  readonly endedAt: number;
}

export interface ReceiptTrade {
  readonly number: number;
  readonly at: number;
  readonly price: string;
}

/** What came of it: an order that was placed, or the reason why none was. */
export interface TriggerOutcome {
  /** The tick or trade that met it. */
  readonly number: number;
  readonly price: string;
  /** Of the batch in which the order was placed. */
  readonly at: number;
  /** The best price that a trailing stop had followed to; null for other kinds. */
  readonly bestPrice: string | null;
  readonly orderId: string | null;
  readonly rejection: {
    readonly code: number;
    readonly needed: string;
    readonly available: string;
  } | null;
}

export interface TriggerReceipt {
  readonly format: typeof TRIGGER_FORMAT;
  /** 2 for an order that was changed while it waited. */
  readonly version: 1 | 2;
  /** As it was when the price came. */
  readonly order: TriggerOrder;
  /** As it was before each change, oldest first: each holds for the numbers up to `acceptedAfter` of the next. In version 2 only. */
  readonly former?: readonly TriggerOrder[] | undefined;
  /** Under the order's text. */
  readonly orderSignature: string;
  readonly trigger: TriggerOutcome;
  /** Those that had ended when it was met, oldest first. */
  readonly pauses: readonly NamedPause[];
  /** Under the trigger's text. */
  readonly triggerSignature: string;
  /** Consecutive reference prices up to a signed head; null for an order that watches the last trade. */
  readonly chain: { readonly hashBefore: string; readonly ticks: readonly BundleTick[] } | null;
  readonly head: (ChainHead & { readonly signature: string }) | null;
  /** Of its market, up to the one that met it; null for an order that watches the reference price. */
  readonly trades: {
    /** Whether the list has every trade since its acceptance. */
    readonly isWhole: boolean;
    readonly list: readonly ReceiptTrade[];
  } | null;
}

const joined = (fields: readonly (string | number | null)[]) =>
  fields.map((field) => field ?? '').join('|');

/** Shape: `tern conditional order 1|` and the order's fields in the order of `TriggerOrder`; null is empty. */
export function conditionalOrderText(order: TriggerOrder): string {
  const { id, symbol, side, kind, watches, operator, triggerPrice, rate, startPrice } = order;
  const { tickSize, limitPrice, quantity, budget, acceptedAt, acceptedAfter } = order;
  const asked = [id, symbol, side, kind, watches, operator, triggerPrice, rate, startPrice];
  const placed = [tickSize, limitPrice, quantity, budget];
  const accepted = [acceptedAt, acceptedAfter, order.acceptedPrice];
  return joined(['tern conditional order 1', ...asked, ...placed, ...accepted]);
}

type Triggered = Pick<TriggerReceipt, 'order' | 'former' | 'trigger' | 'pauses' | 'trades'>;

/**
 * Shape: `tern trigger 1|id|number|price|at|bestPrice|orderId|code|needed|available|pausesHash|tradesHash`; null is empty. Of a changed order
 * `tern trigger 2|…|formerHash`.
 */
export function triggerText({ order, former, trigger, pauses, trades }: Triggered): string {
  const { number, price, at, bestPrice, orderId, rejection } = trigger;
  const met = [order.id, number, price, at, bestPrice];
  const outcome = [
    orderId,
    rejection?.code ?? null,
    rejection?.needed ?? null,
    rejection?.available ?? null,
  ];
  const hashes = [hashOfText(pausesText(pauses)), trades && hashOfText(tradesText(trades))];
  if (former === undefined) return joined(['tern trigger 1', ...met, ...outcome, ...hashes]);
  const formerHash = hashOfText(former.map(conditionalOrderText).join('\n'));
  return joined(['tern trigger 2', ...met, ...outcome, ...hashes, formerHash]);
}

function pausesText(pauses: readonly NamedPause[]): string {
  const all = pauses.flatMap(({ afterNumber, untilNumber, reason, beganAt, endedAt }) => [
    afterNumber,
    untilNumber,
    reason,
    beganAt,
    endedAt,
  ]);
  return joined(['tern trigger pauses 1', ...all]);
}

function tradesText({ isWhole, list }: NonNullable<TriggerReceipt['trades']>): string {
  const all = list.flatMap(({ number, at, price }) => [number, at, price]);
  return joined(['tern trigger trades 1', isWhole ? 'whole' : 'part', ...all]);
}
