/** The receipt of an order: it opens one number of the record, and proves that the public log has it (docs/order-record.md). */
import { fields, listOf, text, whole } from '../field-checks.ts';
import type { LogTrust } from '../log/checkpoint.ts';
import { fromBase64, isSameBytes } from '../log/plain-bytes.ts';
import { statementHash } from '../log/statements-leaf.ts';
import { rootOfInclusion } from '../log/tree-proof.ts';
import { hashNodes } from '../log/tree-hash.ts';
import { verifyReceipt } from '../receipts/verify-receipt.ts';
import { readSeal } from './command-batch.ts';
import { ownerCommitment, readLeaf } from './command-line.ts';

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
}

export interface OrderReceiptItem {
  readonly name: 'shape' | 'owner' | 'place' | 'log';
  readonly pass: boolean;
  readonly why: string;
}

const HASH_TEXT = /^[A-Za-z0-9+/]{43}=$/;
const place = fields({ index: whole, size: whole, path: listOf(text(HASH_TEXT)) });
const isReceipt = fields({
  format: (value) => value === ORDER_RECEIPT_FORMAT,
  version: (value) => value === 1,
  command: text(/^[\x20-\x7e]{1,100000}$/),
  owner: text(/^\d{1,18}$/),
  id: text(/^\d{1,18}$/),
  nonce: text(/^[0-9a-f]{32}$/),
  batch: place,
  seal: place,
  // Signature lines begin with a dash.
  log: text(/^[\n\x20-\x7e\u2014]{1,100000}$/),
});

/** Runs every check on a document. One that cannot be read fails all of them. */
export function verifyOrderReceipt(document: unknown, trust: LogTrust): OrderReceiptItem[] {
  const receipt = isReceipt(document) ? (document as OrderReceipt) : undefined;
  const leaf = receipt && readLeaf(receipt.command);
  if (receipt === undefined || leaf === undefined) {
    return (['shape', 'owner', 'place', 'log'] as const).map((name) => ({
      name,
      pass: false,
      why: 'not an order receipt of version 1',
    }));
  }
  const { owner, id, nonce, command, batch, seal } = receipt;
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
  ];
}

function rootAt(leaf: Uint8Array, { index, size, path }: RecordedPlace): Uint8Array | undefined {
  const hashes = path.flatMap((each) => fromBase64(each) ?? []);
  if (hashes.length !== path.length) return undefined;
  return rootOfInclusion({ scheme: hashNodes, leaf, index, size, path: hashes });
}
