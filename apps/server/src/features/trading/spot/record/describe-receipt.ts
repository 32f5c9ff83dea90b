/** The receipt of an order: its number in the record of the market, opened, with the proof that the public log has it (ADR 98). */
import {
  batchTree,
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
import { SECOND_MS } from '../../../../platform/durations.ts';
import { proveEntry, readEntry } from '../../../proof/public-log/index.ts';
import { findOrder } from '../store.ts';
import { findBatchOf, listSealsOf, readRoots, type RecordedBatchRow } from './store-receipts.ts';

export interface OrderReceiptDeps {
  readonly lists: Reader;
  readonly instruments: InstrumentRegistry;
  readonly clock: Clock;
}

/** Numbers are sealed each second. */
const SEALED_WITHIN_MS = 3 * SECOND_MS;

/**
 * Nothing for an order from before the record.
 * @throws not-found for another member's, not-yet until its number is sealed
 */
export async function describeOrderReceipt(
  { lists, instruments, clock }: OrderReceiptDeps,
  { memberId, id }: { memberId: number; id: number },
): Promise<{ receipt?: Record<string, unknown> }> {
  const order = await findOrder(lists, id, memberId);
  if (order === undefined) throw new Refusal('not-found');
  const { number, instrumentId } = order;
  if (number === 0) return {};
  const { symbol } = instruments.findById(instrumentId)!;
  const batch = await findBatchOf(lists, { instrumentId, number });
  const log = batch && (await proveStatement(lists, instruments, { batch, instrumentId }));
  if (batch === undefined || log === undefined) {
    throw notYet('until.evidence', clock.now() + SEALED_WITHIN_MS);
  }
  const { firstNumber: first, at, secret } = batch;
  const leaves = leavesOf({ symbol, first, at, secret, lines: batch.lines.split('\n') });
  const receipt: OrderReceipt = {
    format: ORDER_RECEIPT_FORMAT,
    version: 1,
    command: leaves[number - first]!,
    owner: String(memberId),
    id: String(id),
    nonce: nonceOf(secret, number),
    batch: placeIn(batchTree(leaves), number - first, leaves.length),
    ...log,
  };
  return { receipt: { ...receipt } };
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
): Promise<Pick<OrderReceipt, 'seal' | 'log'> | undefined> {
  const { entryIndex } = batch;
  if (entryIndex === null) return undefined;
  const entry = await readEntry(reader, entryIndex);
  const leaf = entry && parseStatementsEntry(entry);
  if (entry === undefined || leaf === undefined) return undefined;
  const texts: string[] = [];
  let own: { seal: RecordedPlace; position: number } | undefined;
  for (const { instrumentId: market, firstNumber, lastNumber } of await listSealsOf(
    reader,
    entryIndex,
  )) {
    const rows = await readRoots(reader, { instrumentId: market, firstNumber, lastNumber });
    const { symbol } = instruments.findById(market)!;
    const roots = rows.map(({ root, ...row }) => root ?? rootOfFirst(row, symbol));
    const tree = memoryTree(hashNodes, roots)!;
    if (market === instrumentId) {
      const index = rows.findIndex((row) => row.lastNumber === batch.lastNumber);
      own = { seal: placeIn(tree, index, rows.length), position: texts.length };
    }
    texts.push(sealText({ symbol, first: firstNumber, last: lastNumber, root: tree.root }));
  }
  if (own === undefined) return undefined;
  const path = sealStatements(ORDERS, leaf.at, texts).path(own.position);
  const text = texts[own.position]!;
  const extra = formatReceipt({ kind: 'statement', entry, text, index: own.position, path });
  const log = await proveEntry(reader, { index: entryIndex, extra });
  return log === undefined ? undefined : { seal: own.seal, log };
}

/** A record that begins with orders from before it has no root there. */
function rootOfFirst(row: Omit<RecordedBatchRow, 'entryIndex'>, symbol: string): Uint8Array {
  const { firstNumber: first, at, secret, lines } = row;
  return batchTree(leavesOf({ symbol, first, at, secret, lines: lines.split('\n') })).root;
}
