/** Verifies the receipt of a trigger offline: signatures, the chain of prices, and that no earlier price met the condition. */
import { decimal, formatDecimal, type Price } from '@tern/money';
import { checkHead, checkLinks, hashesAfter } from '../check-chain.ts';
import { isSignedText } from '../hash-text.ts';
import { type ReadReceipt, readReceipt } from './read-receipt.ts';
import { isMet, replayPrices, type Replayed } from './replay-prices.ts';
import { conditionalOrderText, type TriggerOrder, triggerText } from './trigger-receipt.ts';

/** In the order of the answer. `best` only for a trailing stop, `head` only for one that watches the reference price. */
export const triggerChecks = [
  'shape',
  'order',
  'trigger',
  'head',
  'prices',
  'pauses',
  'earlier',
  'first',
  'best',
  'outcome',
] as const;

export interface TriggerItem {
  readonly name: (typeof triggerChecks)[number];
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
  /** Of the first tick or trade that differs. */
  readonly number?: number;
}

type Finding = readonly [pass: boolean, why: string, number?: number];

interface Evidence extends ReadReceipt {
  readonly publicKeys: readonly string[];
  readonly replayed: Replayed;
}

/**
 * Runs every check; the trigger is proven when all pass. A document that cannot be parsed fails as `shape` alone.
 * Shape: `publicKey` is the exchange's Ed25519 key in hexadecimal from a trusted place, or all its keys if it had several.
 */
export function verifyTrigger(
  value: unknown,
  { publicKey }: { readonly publicKey: string | readonly string[] },
): TriggerItem[] {
  const read = readReceipt(value);
  if (read === undefined) {
    const why = 'not a receipt of version 1, or a field is missing, extra or misspelt';
    return [{ name: 'shape', pass: false, why }];
  }
  const publicKeys = typeof publicKey === 'string' ? [publicKey] : publicKey;
  const evidence: Evidence = { ...read, publicKeys, replayed: replayPrices(read) };
  const findings: Record<TriggerItem['name'], Finding | undefined> = {
    shape: [true, 'a receipt of version 1 with exactly its fields'],
    order: checkOrder(evidence),
    trigger: checkTrigger(evidence),
    head: checkSignedHead(evidence),
    prices: checkPrices(evidence),
    pauses: checkPauses(evidence),
    earlier: checkEarlier(evidence),
    first: checkFirst(evidence),
    best: checkBest(evidence),
    outcome: checkOutcome(evidence),
  };
  return triggerChecks.flatMap((name) => {
    const finding = findings[name];
    if (finding === undefined) return [];
    const [pass, why, number] = finding;
    return [{ name, pass, why, ...(number === undefined ? {} : { number }) }];
  });
}

/** Which prices a receipt has; undefined for one that cannot be parsed. */
export function pricesInReceipt(
  value: unknown,
): Pick<Replayed, 'isWhole' | 'before' | 'counted'> | undefined {
  const read = readReceipt(value);
  return read && replayPrices(read);
}

/** The recomputed hash after each tick, by position; empty where there are none. */
export function hashesInReceipt(value: unknown): ReadonlyMap<number, string> {
  const read = readReceipt(value);
  const hashBefore = read?.receipt.chain?.hashBefore;
  return read === undefined || hashBefore === undefined
    ? new Map()
    : hashesAfter(hashBefore, read.ticks);
}

function checkOrder({ receipt, conditions, publicKeys }: Evidence): Finding {
  const { order, former = [], orderSignature } = receipt;
  const text = conditionalOrderText(order);
  if (!publicKeys.some((key) => isSignedText(text, orderSignature, key))) {
    return [false, 'the order is not one signed with this key'];
  }
  const forms = [...former, order];
  const isOther = forms.some((form, at) => at > 0 && !isChangeOf(forms[at - 1]!, form));
  if (isOther) return [false, 'its forms are not changes of one order, oldest first'];
  const isMetBefore = forms.some((form, at) => {
    const { condition } = conditions[at]!;
    return 'price' in condition && isMet(condition, undefined, decimal<Price>(form.acceptedPrice));
  });
  if (isMetBefore) return [false, 'the price at its acceptance met it already'];
  const changes = former.length === 0 ? '' : `, also of its ${former.length + 1} forms`;
  return [true, `what was asked for and when it was accepted are signed${changes}`];
}

/** The same order later: with other terms of the same kind. */
function isChangeOf(before: TriggerOrder, after: TriggerOrder): boolean {
  const kept = ({
    id,
    symbol,
    side,
    kind,
    watches,
    operator,
    tickSize,
    startPrice,
  }: TriggerOrder) =>
    [id, symbol, side, kind, watches, operator, tickSize, startPrice === null].join('|');
  return (
    kept(before) === kept(after) &&
    before.acceptedAt <= after.acceptedAt &&
    before.acceptedAfter <= after.acceptedAfter
  );
}

function checkTrigger({ receipt, publicKeys }: Evidence): Finding {
  const { triggerSignature } = receipt;
  const text = triggerText(receipt);
  const isSigned = publicKeys.some((key) => isSignedText(text, triggerSignature, key));
  return [
    isSigned,
    isSigned
      ? 'price, pauses and outcome are signed'
      : 'price, pauses and outcome are not those signed with this key',
  ];
}

function checkSignedHead({ receipt, publicKeys }: Evidence): Finding | undefined {
  const { head, order } = receipt;
  return head === null ? undefined : checkHead(head, order.symbol, publicKeys);
}

function checkPrices({ receipt, ticks, prices, replayed }: Evidence): Finding {
  const { order, trigger, chain, head, trades } = receipt;
  const { isWhole, counted } = replayed;
  if (chain !== null && head !== null) {
    const links = checkLinks({ symbol: order.symbol, hashBefore: chain.hashBefore, head, ticks });
    if (!links[0]) return links;
  }
  const late = prices.find(
    ({ number, at }, index) =>
      index > 0 && (number <= prices[index - 1]!.number || at < prices[index - 1]!.at),
  );
  if (late !== undefined)
    return [false, `${late.number} is not behind the price before it`, late.number];
  if (!prices.some(({ number }) => number === trigger.number)) {
    return [false, `price ${trigger.number} is missing`, trigger.number];
  }
  const since = isWhole ? 'since its acceptance' : `from number ${prices[0]?.number} on`;
  const kind = trades === null ? 'consecutive reference prices' : 'trades';
  return [true, `${counted.length} ${kind} ${since}`];
}

function checkPauses({ receipt }: Evidence): Finding {
  const { pauses, trigger } = receipt;
  let until = 0;
  for (const { afterNumber, untilNumber } of pauses) {
    if (untilNumber <= afterNumber || untilNumber <= until || untilNumber > trigger.number) {
      return [
        false,
        `the pause until ${untilNumber} is not before the trigger and in order`,
        untilNumber,
      ];
    }
    until = untilNumber;
  }
  return [true, pauses.length === 0 ? 'no pause' : `named pauses: ${pauses.length}`];
}

function checkEarlier({ receipt, replayed }: Evidence): Finding {
  const { first, counted } = replayed;
  const { number } = receipt.trigger;
  if (first !== undefined && first.number < number) {
    return [
      false,
      `price ${first.number} met it before, at ${formatDecimal(first.price)}`,
      first.number,
    ];
  }
  return [true, `none of ${Math.max(counted.length - 1, 0)} earlier prices met it`];
}

function checkFirst({ receipt, prices, replayed }: Evidence): Finding {
  const { number, price } = receipt.trigger;
  const named = prices.find((each) => each.number === number);
  if (named === undefined || formatDecimal(named.price) !== price) {
    return [false, `price ${number} is another one than ${price}`, number];
  }
  if (replayed.first === undefined) {
    return [false, `price ${number}, ${price}, does not meet it`, number];
  }
  if (replayed.first.number !== number) return [false, `price ${number} is not the first`, number];
  return [true, `price ${number}, ${price}, is the first that met it`];
}

function checkBest({ receipt, condition, replayed }: Evidence): Finding | undefined {
  const { bestPrice, number } = receipt.trigger;
  if ('price' in condition) {
    return bestPrice === null ? undefined : [false, 'only a trailing stop has a best price'];
  }
  const best = replayed.best === undefined ? null : formatDecimal(replayed.best);
  return best === bestPrice
    ? [true, `the best price before it is ${best}`]
    : [false, `the best price before it is ${best}, not ${bestPrice}`, number];
}

function checkOutcome({ receipt }: Evidence): Finding {
  const { orderId, rejection } = receipt.trigger;
  if ((orderId === null) === (rejection === null)) {
    return [false, 'it says neither or both of an order and a reason why none was placed'];
  }
  if (rejection === null) return [true, `order ${orderId} was placed in the same transaction`];
  return [true, `nothing was placed: code ${rejection.code}`];
}
