/** The receipt of an order: it opens one number of the record, and proves that the public log has it (docs/order-record.md). */
import { fields, listOf, text, whole } from '../field-checks.ts';
import type { LogTrust } from '../log/checkpoint.ts';
import { fromBase64, isSameBytes } from '../log/plain-bytes.ts';
import { statementHash } from '../log/statements-leaf.ts';
import { rootOfInclusion } from '../log/tree-proof.ts';
import { hashNodes } from '../log/tree-hash.ts';
import { verifyReceipt } from '../receipts/verify-receipt.ts';
import { type BookAround, isBookAround } from './book-around.ts';
import { checkBook } from './check-book.ts';
import { checkConfirmation } from './check-confirmation.ts';
import { checkRound } from './check-round.ts';
import { readSeal } from './command-batch.ts';
import { ownerCommitment, readLeaf } from './command-line.ts';
import type { OrderReceiptItem } from './receipt-item.ts';

export const ORDER_RECEIPT_FORMAT = 'tern order receipt';

/** An inclusion proof: hashes in base64, the sibling of the leaf first. */
export interface RecordedPlace {
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
}

export interface OrderReceipt {
  readonly format: typeof ORDER_RECEIPT_FORMAT;
  readonly version: 1;
  /** The text of the number. */
  readonly command: string;
  /** What opens its commitment. */
  readonly owner: string;
  readonly id: string;
  readonly nonce: string;
  /** Of the text among those of its batch, and of the batch among those of the statement. */
  readonly batch: RecordedPlace;
  readonly seal: RecordedPlace;
  /** The receipt of the statement, a tlog-proof. */
  readonly log: string;
  /** The texts of all numbers of the statement, batch by batch. Absent where there are too many. */
  readonly round?: readonly (readonly string[])[];
  /** The book around its prices. Absent where it is not kept any more. */
  readonly book?: BookAround;
  /** What the answer to the order said, if it was kept. */
  readonly confirmation?: string;
}

const HASH_TEXT = /^[A-Za-z0-9+/]{43}=$/;
const place = fields({ index: whole, size: whole, path: listOf(text(HASH_TEXT)) });
const printable = text(/^[\x20-\x7e]{1,100000}$/);
const isAlways = fields({
  format: (value) => value === ORDER_RECEIPT_FORMAT,
  version: (value) => value === 1,
  command: printable,
  owner: text(/^\d{1,18}$/),
  id: text(/^\d{1,18}$/),
  nonce: text(/^[0-9a-f]{32}$/),
  batch: place,
  seal: place,
  // Signature lines begin with a dash.
  log: text(/^[\n\x20-\x7e\u2014]{1,100000}$/),
});
const isRound = listOf(listOf(printable));

/** Whether it is spelt as one; nothing is proven by it. */
export function isOrderReceipt(value: unknown): value is OrderReceipt {
  if (typeof value !== 'object' || value === null) return false;
  const { round, book, confirmation, ...always } = value as Partial<OrderReceipt>;
  return (
    isAlways(always) &&
    (round === undefined || isRound(round)) &&
    (book === undefined || isBookAround(book)) &&
    (confirmation === undefined || printable(confirmation))
  );
}

/** By whom a receipt is believed: the keys of the log; and the exchange's Ed25519 keys in hexadecimal, for what an answer said. */
export interface OrderTrust extends LogTrust {
  readonly publicKey?: readonly string[];
}

/** Runs every check on a document. One that cannot be read fails the first four. */
export function verifyOrderReceipt(document: unknown, trust: OrderTrust): OrderReceiptItem[] {
  const receipt = isOrderReceipt(document) ? document : undefined;
  const leaf = receipt && readLeaf(receipt.command);
  if (receipt === undefined || leaf === undefined) {
    return (['shape', 'owner', 'place', 'log'] as const).map((name) => ({
      name,
      pass: false,
      why: 'not an order receipt of version 1',
    }));
  }
  const { owner, id, nonce, command, batch, seal, round, book, confirmation } = receipt;
  const isOwner = ownerCommitment({ owner, id }, nonce) === leaf.commitment;
  const { items, receipt: logged } = verifyReceipt(receipt.log, trust);
  const statement = logged?.kind === 'statement' ? readSeal(logged.text) : undefined;
  const ofBatch = rootAt(statementHash(command), batch);
  const root = ofBatch && rootAt(ofBatch, seal);
  const isPlaced =
    root !== undefined &&
    statement !== undefined &&
    isSameBytes(root, statement.root) &&
    statement.symbol === leaf.symbol &&
    statement.first <= leaf.number &&
    leaf.number <= statement.last;
  const failed = items.find((item) => !item.pass);
  return [
    { name: 'shape', pass: true, why: 'an order receipt of version 1' },
    {
      name: 'owner',
      pass: isOwner,
      why: isOwner
        ? `order ${id} of member ${owner}`
        : 'the number is not of this order and member',
    },
    {
      name: 'place',
      pass: isPlaced,
      why: isPlaced
        ? `number ${leaf.number} of ${leaf.symbol}, received at ${leaf.at}`
        : 'the statement does not seal this number as it is',
    },
    {
      name: 'log',
      pass: failed === undefined,
      why: failed === undefined ? 'the log has the statement' : failed.why,
    },
    ...(confirmation === undefined
      ? []
      : [checkConfirmation(confirmation, command, trust.publicKey ?? [])]),
    ...(round === undefined ? [] : checkRound(round, command, statement)),
    ...(book === undefined ? [] : checkBook(book, leaf)),
  ];
}

function rootAt(leaf: Uint8Array, { index, size, path }: RecordedPlace): Uint8Array | undefined {
  const hashes = path.flatMap((each) => fromBase64(each) ?? []);
  if (hashes.length !== path.length) return undefined;
  return rootOfInclusion({ scheme: hashNodes, leaf, index, size, path: hashes });
}
