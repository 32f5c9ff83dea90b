/** Checks that the receipt and the head of a contract's evidence are in the public log (ADR 89). */
import { type BundleLog, contractReceiptRow, type EvidenceBundle } from './bundle.ts';
import type { LogTrust } from './log/checkpoint.ts';
import { parseLogProof } from './log/log-proof.ts';
import { parseStatementsEntry } from './log/statements-leaf.ts';
import type { Receipt } from './receipts/receipt-text.ts';
import { verifyReceipt } from './receipts/verify-receipt.ts';
import { headText } from './statements.ts';

type Finding = readonly [pass: boolean, why: string];

/** The kind of an entry with the heads of chains. */
export const HEADS = 'heads';
/** An hour of prices. A head is signed each minute; behind a pause it may take longer. */
const TICKS_AFTER_END_MAX = 3_600;

/**
 * Undefined for evidence that is older than its proofs. The order of the two entries is that in which the exchange published
 * them: a receipt that was signed again after the price was known would come behind the head, and no later head may stand in
 * its place.
 */
export function checkLogged(
  bundle: EvidenceBundle,
  trust: LogTrust | undefined,
): Finding | undefined {
  if (bundle.log === undefined) return undefined;
  if (trust === undefined) return [false, 'not checked: no key of the public log was given'];
  const receipt = openProof(bundle.log.receipt, trust);
  if ('why' in receipt) return [false, `the receipt: ${receipt.why}`];
  if (!hasReceipt(receipt.opened, bundle)) {
    return [false, 'the line of the public log does not contain this receipt'];
  }
  const head = openProof(bundle.log.head, trust);
  if ('why' in head) return [false, `the head: ${head.why}`];
  if (!isHead(head.opened, bundle)) return [false, 'the statement is not the head'];
  const { closing, opening, chain } = bundle;
  const end = closing?.seq ?? opening?.seq ?? chain.ticks[0]?.seq ?? 0;
  if (bundle.head.seq - end > TICKS_AFTER_END_MAX) {
    return [false, 'the head was signed too long after the price that ended the contract'];
  }
  if (receipt.index >= head.index) {
    return [false, 'the receipt came into the public log behind the price that ended the contract'];
  }
  return [true, `the receipt is entry ${receipt.index} of the public log, the head ${head.index}`];
}

function openProof(
  text: BundleLog[keyof BundleLog],
  trust: LogTrust,
): { readonly opened: Receipt; readonly index: number } | { readonly why: string } {
  const { items, receipt } = verifyReceipt(text, trust);
  const failed = items.find(({ pass }) => !pass);
  const index = parseLogProof(text)?.index;
  if (failed !== undefined || receipt === undefined || index === undefined) {
    return { why: failed?.why ?? 'no receipt' };
  }
  return { opened: receipt, index };
}

/** True when an opened line of the log contains the contract's receipt. Lines of older rounds have no receipts. */
export function hasReceipt(
  opened: Receipt,
  { contract, receipt }: Pick<EvidenceBundle, 'contract' | 'receipt'>,
): boolean {
  return (
    opened.kind === 'line' && opened.line.rows.includes(contractReceiptRow(contract.id, receipt))
  );
}

function isHead(opened: Receipt, { head }: EvidenceBundle): boolean {
  if (opened.kind !== 'statement') return false;
  return parseStatementsEntry(opened.entry)?.kind === HEADS && opened.text === headText(head);
}
