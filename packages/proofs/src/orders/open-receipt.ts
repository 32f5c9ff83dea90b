/** What the receipt of an order says, to be shown beside its checks: true only if they pass. */
import { parseCheckpoint } from '../log/checkpoint.ts';
import { parseLogProof } from '../log/log-proof.ts';
import { parseReceipt } from '../receipts/receipt-text.ts';
import type { BookAround } from './book-around.ts';
import { matchesIn, type StatedMatch } from './check-book.ts';
import { isOfExchange, numbersOfRound } from './check-round.ts';
import { readSeal } from './command-batch.ts';
import { readLeaf } from './command-line.ts';
import { isOrderReceipt } from './order-receipt.ts';
import { readSignedOrder } from './signed-orders.ts';

/** A number of a round; the first has place 1. Times are epoch ms. */
export interface ShownNumber {
  readonly place: number;
  readonly number: number;
  readonly at: number;
  readonly isOfExchange: boolean;
}

export interface OpenedOrderReceipt {
  readonly owner: string;
  readonly id: string;
  readonly symbol: string;
  readonly number: number;
  readonly at: number;
  readonly isBuy: boolean;
  readonly matches: readonly StatedMatch[];
  /** The entry of the log that seals it, and the size of the log that shows this. */
  readonly entry: number;
  readonly logSize: number;
  /** The numbers that its statement seals. */
  readonly first: number;
  readonly last: number;
  readonly round: readonly ShownNumber[] | undefined;
  readonly book: BookAround | undefined;
  /** What the answer to the order said. */
  readonly said: { readonly number: number; readonly at: number } | undefined;
}

/** Undefined for a document that is no receipt of an order. */
export function openOrderReceipt(document: unknown): OpenedOrderReceipt | undefined {
  if (!isOrderReceipt(document)) return undefined;
  const leaf = readLeaf(document.command);
  const proof = parseLogProof(document.log);
  const logged = proof?.extra && parseReceipt(proof.extra);
  const seal = logged?.kind === 'statement' ? readSeal(logged.text) : undefined;
  const size = proof && parseCheckpoint(proof.checkpoint.split('\n\n')[0] + '\n')?.size;
  if (leaf === undefined || proof === undefined || seal === undefined) return undefined;
  const { owner, id, round, book, confirmation } = document;
  const { symbol, number, at, fields } = leaf;
  const said = confirmation === undefined ? undefined : readSignedOrder(confirmation, []);
  const numbers = round && numbersOfRound(round);
  return {
    owner,
    id,
    symbol,
    number,
    at,
    isBuy: fields[0] === 'buy',
    matches: matchesIn(leaf),
    entry: proof.index,
    logSize: size ?? 0,
    first: seal.first,
    last: seal.last,
    round: numbers?.map((each) => ({
      place: each.number - seal.first + 1,
      number: each.number,
      at: each.at,
      isOfExchange: isOfExchange(each),
    })),
    book,
    said: said && { number: said.number, at: said.at },
  };
}
