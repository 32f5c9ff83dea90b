/** Parses the receipt of a trigger from untrusted JSON: exactly the known fields, each in its canonical form. */
import { decimal, type Price, type Rate } from '@tern/money';
import {
  decimalText,
  fields,
  isBackfilledTick,
  isHead,
  isTick,
  listOf,
  oneOf,
  orNull,
  symbol,
  text,
  whole,
} from '../field-checks.ts';
import { isHash, isSignature } from '../hash-text.ts';
import type { ChainedTick } from '../tick-chain.ts';
import { TRIGGER_FORMAT, type TriggerReceipt } from './trigger-receipt.ts';

/** Its condition in exact numbers: a fixed price, or the distance of a trailing stop. */
export type ReadCondition = {
  readonly operator: 'gte' | 'lte';
} & (
  | { readonly price: Price }
  | {
      readonly rate: Rate;
      readonly tickSize: Price;
      /** Where it followed from; undefined until a price reaches `start`. */
      readonly best: Price | undefined;
      readonly start: Price | undefined;
    }
);

/** A price with its number. */
export interface SeenPrice {
  readonly number: number;
  readonly at: number;
  readonly price: Price;
}

/** The condition that held for the prices after a number. */
export interface HeldCondition {
  readonly after: number;
  readonly condition: ReadCondition;
}

export interface ReadReceipt {
  readonly receipt: TriggerReceipt;
  /** The last one. */
  readonly condition: ReadCondition;
  /** One after the other: more than one for an order that was changed. */
  readonly conditions: readonly [HeldCondition, ...HeldCondition[]];
  /** As the chain hashes them; empty for an order that watches the last trade. */
  readonly ticks: readonly ChainedTick[];
  /** Ticks or trades, in the order of the document. */
  readonly prices: readonly SeenPrice[];
}

/** A price, a rate, a tick size: more than zero. */
const positive = (value: unknown) => decimalText(value) && decimal(value as string) > 0n;
const id = text(/^\d{1,18}$/);

const shared = {
  format: oneOf(TRIGGER_FORMAT),
  orderSignature: isSignature,
  triggerSignature: isSignature,
  trigger: fields({
    number: whole,
    price: positive,
    at: whole,
    bestPrice: orNull(positive),
    orderId: orNull(id),
    rejection: orNull(fields({ code: whole, needed: decimalText, available: decimalText })),
  }),
  pauses: listOf(
    fields({
      afterNumber: whole,
      untilNumber: whole,
      reason: whole,
      beganAt: whole,
      endedAt: whole,
    }),
  ),
};

const orderFields = {
  id,
  symbol,
  side: oneOf('buy', 'sell'),
  kind: text(/^[a-zA-Z]{1,40}$/),
  operator: oneOf('gte', 'lte'),
  tickSize: positive,
  limitPrice: orNull(decimalText),
  quantity: orNull(decimalText),
  budget: orNull(decimalText),
  acceptedAt: whole,
  acceptedAfter: whole,
  acceptedPrice: positive,
};

const isOrder = (watches: 'last' | 'reference') => {
  const own = { ...orderFields, watches: oneOf(watches) };
  const none = oneOf(null);
  const isFixed = fields({ ...own, triggerPrice: positive, rate: none, startPrice: none });
  const isTrailing = fields({
    ...own,
    triggerPrice: none,
    rate: positive,
    startPrice: orNull(positive),
  });
  return (value: unknown) => isFixed(value) || isTrailing(value);
};

/** With the forms that the order had before, if it was changed. */
const ofOrder = (watches: 'last' | 'reference', prices: Parameters<typeof fields>[0]) => {
  const one = isOrder(watches);
  const own = { ...shared, ...prices, order: one };
  const isUnchanged = fields({ ...own, version: oneOf(1) });
  const isChanged = fields({ ...own, version: oneOf(2), former: listOf(one) });
  return (value: unknown) =>
    isUnchanged(value) || (isChanged(value) && ((value as TriggerReceipt).former?.length ?? 0) > 0);
};

const isOfReference = ofOrder('reference', {
  chain: fields({
    hashBefore: isHash,
    ticks: listOf((value) => isTick(value) || isBackfilledTick(value)),
  }),
  head: isHead,
  trades: oneOf(null),
});

const isOfTrades = ofOrder('last', {
  chain: oneOf(null),
  head: oneOf(null),
  trades: fields({
    isWhole: oneOf(true, false),
    list: listOf(fields({ number: whole, at: whole, price: positive })),
  }),
});

/** Undefined when it is not such a receipt, or a field is missing, extra or malformed. */
export function readReceipt(value: unknown): ReadReceipt | undefined {
  if (!isOfReference(value) && !isOfTrades(value)) return undefined;
  const receipt = value as TriggerReceipt;
  const { order, former = [], chain, trades } = receipt;
  const held = [...former, order].map((form) => ({
    after: form.acceptedAfter,
    condition: conditionOf(form),
  }));
  const price = (given: string) => decimal<Price>(given);
  const ticks = (chain?.ticks ?? []).map((tick) => ({
    ...tick,
    symbol: order.symbol,
    price: price(tick.price),
  }));
  const traded = (trades?.list ?? []).map((trade) => ({ ...trade, price: price(trade.price) }));
  const ticked = ticks.map(({ seq, at, price: current }) => ({ number: seq, at, price: current }));
  return {
    receipt,
    condition: held.at(-1)!.condition,
    conditions: held as [HeldCondition, ...HeldCondition[]],
    ticks,
    prices: trades === null ? ticked : traded,
  };
}

function conditionOf(order: TriggerReceipt['order']): ReadCondition {
  const { operator, triggerPrice, rate, startPrice, acceptedPrice, tickSize } = order;
  if (rate === null) return { operator, price: decimal<Price>(triggerPrice ?? '') };
  const start = startPrice === null ? undefined : decimal<Price>(startPrice);
  return {
    operator,
    rate: decimal<Rate>(rate),
    tickSize: decimal<Price>(tickSize),
    best: start === undefined ? decimal<Price>(acceptedPrice) : undefined,
    start,
  };
}
