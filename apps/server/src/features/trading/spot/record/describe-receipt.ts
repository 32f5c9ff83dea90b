/** The receipt of an order: its number in the record of the market, opened, with the proof that the public log has it (ADR 98). */
import {
  batchTree,
  type BookAround,
  formatReceipt,
  hashNodes,
  leavesOf,
  type MemoryTree,
  memoryTree,
  nonceOf,
  ORDER_RECEIPT_FORMAT,
  ORDERS,
  type OrderReceipt,
  parseStatementsEntry,
  type RecordedPlace,
  sealStatements,
  sealText,
  toBase64,
} from '@tern/proofs';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { notYet, Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import { proveEntry, readEntry } from '../../../proof/public-log/index.ts';
import { findOrder } from '../store.ts';
import { findBookAround } from './book-around.ts';
import { nativeHashing } from './native-hashing.ts';
import { listBatches } from './store-files.ts';
import { findBatchOf, listSealsOf, readRoots, type RecordedBatchRow } from './store-receipts.ts';

export interface OrderReceiptDeps {
  readonly lists: Reader;
  readonly instruments: InstrumentRegistry;
  readonly clock: Clock;
  readonly log: Log;
}

/** Numbers of a round that a receipt shows: 150 bytes each. */
const ROUND_MAX = 1_000;
/** Numbers are sealed each second. */
const SEALED_WITHIN_MS = 3 * SECOND_MS;

/**
 * Nothing for an order from before the record.
 * @throws not-found for another member's, not-yet until its number is sealed
 */
export async function describeOrderReceipt(
  deps: OrderReceiptDeps,
  { memberId, id }: { memberId: number; id: number },
): Promise<{ receipt?: Record<string, unknown> }> {
  const { lists, instruments, clock } = deps;
  const order = await findOrder(lists, id, memberId);
  if (order === undefined) throw new Refusal('not-found');
  const { number, instrumentId } = order;
  if (number === 0) return {};
  const { symbol } = instruments.findById(instrumentId)!;
  const batch = await findBatchOf(lists, { instrumentId, number });
  const logged = batch && (await proveStatement(lists, instruments, { batch, instrumentId }));
  if (batch === undefined || logged === undefined) {
    throw notYet('until.evidence', clock.now() + SEALED_WITHIN_MS);
  }
  const { firstNumber: first, at, secret } = batch;
  const lines = batch.lines.split('\n');
  const leaves = leavesOf({ symbol, first, at, secret, lines }, nativeHashing);
  const receipt: OrderReceipt = {
    format: ORDER_RECEIPT_FORMAT,
    version: 1,
    command: leaves[number - first]!,
    owner: String(memberId),
    id: String(id),
    nonce: nonceOf(secret, number),
    batch: placeIn(batchTree(leaves, nativeHashing), number - first, leaves.length),
    ...logged.receipt,
    ...(logged.round === undefined ? {} : { round: logged.round }),
  };
  const book = await bookOf({ lists, log: deps.log }, { instrumentId, number });
  return { receipt: { ...receipt, ...(book === undefined ? {} : { book }) } };
}

/** A record that does not replay is the audit's to report; the number is proven without it. */
async function bookOf(
  { lists, log }: Pick<OrderReceiptDeps, 'lists' | 'log'>,
  of: { instrumentId: number; number: number },
): Promise<BookAround | undefined> {
  try {
    return await findBookAround(lists, of);
  } catch (error) {
    log.error({ err: error, ...of }, 'the book around an order could not be replayed');
    return undefined;
  }
}

const placeIn = (tree: MemoryTree, index: number, size: number): RecordedPlace => ({
  index,
  size,
  path: tree.path(index).map(toBase64),
});

/** The place of a batch below its statement, and the receipt of that. Undefined while it is not sealed. */
async function proveStatement(
  reader: Reader,
  instruments: InstrumentRegistry,
  { batch, instrumentId }: { batch: RecordedBatchRow; instrumentId: number },
): Promise<
  { receipt: Pick<OrderReceipt, 'seal' | 'log'>; round: OrderReceipt['round'] } | undefined
> {
  const { entryIndex } = batch;
  if (entryIndex === null) return undefined;
  const entry = await readEntry(reader, entryIndex);
  const leaf = entry && parseStatementsEntry(entry);
  if (entry === undefined || leaf === undefined) return undefined;
  const texts: string[] = [];
  let own: { seal: RecordedPlace; position: number; round: OrderReceipt['round'] } | undefined;
  for (const { instrumentId: market, firstNumber, lastNumber } of await listSealsOf(
    reader,
    entryIndex,
  )) {
    const rows = await readRoots(reader, { instrumentId: market, firstNumber, lastNumber });
    const { symbol } = instruments.findById(market)!;
    const roots = rows.map(({ root, ...row }) => root ?? rootOf(row, symbol));
    const tree = memoryTree(hashNodes, roots)!;
    if (market === instrumentId) {
      const index = rows.findIndex((row) => row.lastNumber === batch.lastNumber);
      const isShort = lastNumber - firstNumber < ROUND_MAX;
      const sealed = { instrumentId, first: firstNumber, last: lastNumber };
      const round = isShort ? await textsOf(reader, symbol, sealed) : undefined;
      own = { seal: placeIn(tree, index, rows.length), position: texts.length, round };
    }
    texts.push(sealText({ symbol, first: firstNumber, last: lastNumber, root: tree.root }));
  }
  if (own === undefined) return undefined;
  const path = sealStatements(ORDERS, leaf.at, texts).path(own.position);
  const text = texts[own.position]!;
  const extra = formatReceipt({ kind: 'statement', entry, text, index: own.position, path });
  const log = await proveEntry(reader, { index: entryIndex, extra });
  return log === undefined ? undefined : { receipt: { seal: own.seal, log }, round: own.round };
}

/** The texts of all numbers of a statement, batch by batch. */
async function textsOf(
  reader: Reader,
  symbol: string,
  seal: { instrumentId: number; first: number; last: number },
): Promise<string[][]> {
  const batches = await listBatches(reader, seal);
  return batches.map(({ firstNumber, at, secret, lines }) => {
    const batch = { symbol, first: firstNumber, at, secret, lines: lines.split('\n') };
    return leavesOf(batch, nativeHashing);
  });
}

/** A batch that is packed has no root, nor has one with orders from before the record. */
function rootOf(row: Omit<RecordedBatchRow, 'entryIndex'>, symbol: string): Uint8Array {
  const { firstNumber: first, at, secret, lines } = row;
  const leaves = leavesOf({ symbol, first, at, secret, lines: lines.split('\n') }, nativeHashing);
  return batchTree(leaves, nativeHashing).root;
}
