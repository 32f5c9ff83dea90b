/** What the numbers of one statement show of an order among them: none is missing, and nobody who came later stands before it. */
import { isSameBytes } from '../log/plain-bytes.ts';
import { batchTree, rootOfBatches, type SealedCommands } from './command-batch.ts';
import { type PublishedCommand, readLeaf } from './command-line.ts';
import type { OrderReceiptItem } from './receipt-item.ts';

/** Kinds of the exchange's own commands. */
const OPEN_KINDS: ReadonlySet<string> = new Set(['start', 'terms', 'quotes']);
/** Where the reason stands among the fields of a kind; others have none. */
const REASON_AT: Readonly<Record<string, number>> = { place: 4, cancel: 1 };

/** The numbers of a round in their order; undefined when one of the texts is none. */
export function numbersOfRound(
  round: readonly (readonly string[])[],
): readonly PublishedCommand[] | undefined {
  const numbers = round.flat().map(readLeaf);
  return numbers.every((each) => each !== undefined) ? numbers : undefined;
}

/** Whether nobody is its owner, so that everyone may know that it is the exchange's. */
export const isOfExchange = ({ kind }: PublishedCommand): boolean => OPEN_KINDS.has(kind);

/** Its time is that of receipt: a member asked for it. */
const isAsked = ({ kind, fields }: PublishedCommand): boolean =>
  !OPEN_KINDS.has(kind) && kind !== 'kept' && (fields[REASON_AT[kind] ?? -1] ?? '') === '';

/** `command`: the text of the order. Without a statement of it nothing is proven. */
export function checkRound(
  round: readonly (readonly string[])[],
  command: string,
  statement: SealedCommands | undefined,
): OrderReceiptItem[] {
  const numbers = numbersOfRound(round) ?? [];
  const own = numbers.find((_number, at) => round.flat()[at] === command);
  return [
    checkNumbers(round, numbers, own && statement),
    own === undefined ? absent('times') : checkTimes(numbers, own),
    own === undefined ? absent('quotes') : checkOwners(numbers),
  ];
}

const absent = (name: 'times' | 'quotes'): OrderReceiptItem => ({
  name,
  pass: false,
  why: 'the order is not among the numbers of its round',
});

function checkNumbers(
  round: readonly (readonly string[])[],
  numbers: readonly PublishedCommand[],
  statement: SealedCommands | undefined,
): OrderReceiptItem {
  const name = 'numbers';
  const isWhole =
    statement !== undefined &&
    round.every((texts) => texts.length > 0) &&
    numbers.length === statement.last - statement.first + 1 &&
    numbers.every(
      ({ symbol, number }, at) => symbol === statement.symbol && number === statement.first + at,
    ) &&
    isSameBytes(rootOfBatches(round.map((texts) => batchTree(texts).root)), statement.root);
  return isWhole
    ? { name, pass: true, why: `numbers ${statement.first} to ${statement.last}, each once` }
    : { name, pass: false, why: 'the numbers of the round are not those that the log has' };
}

function checkTimes(numbers: readonly PublishedCommand[], own: PublishedCommand): OrderReceiptItem {
  const name = 'times';
  const asked = numbers.filter(isAsked);
  // What was received later must not stand before it.
  const ahead = asked.find(({ number, at }) => number < own.number && at > own.at);
  const behind = asked.find(({ number, at }) => number > own.number && at < own.at);
  const moved = ahead ?? behind;
  if (moved === undefined) {
    return { name, pass: true, why: 'nobody who came later stands before it' };
  }
  const { number, at } = moved;
  const why = `number ${number} was received at ${at}, number ${own.number} at ${own.at}`;
  return { name, pass: false, why, number, at };
}

function checkOwners(numbers: readonly PublishedCommand[]): OrderReceiptItem {
  const name = 'quotes';
  const hidden = numbers.find((each) => isOfExchange(each) !== (each.commitment === ''));
  if (hidden === undefined) {
    return { name, pass: true, why: "each number is a member's or marked as the exchange's" };
  }
  const { number, at } = hidden;
  return { name, pass: false, why: `number ${number} does not say whose it is`, number, at };
}
