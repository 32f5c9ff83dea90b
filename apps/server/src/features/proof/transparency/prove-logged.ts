/** Adds to the evidence of a contract the proofs that its receipt and its head are in the public log (ADR 89). */
import { recordTypes } from '@tern/ledger';
import {
  type EvidenceBundle,
  formatReceipt,
  hasReceipt,
  HEADS,
  inLog,
  isSameBytes,
  parseLogProof,
  parseReceipt,
  parseStatementsEntry,
  type Receipt,
  sealStatements,
} from '@tern/proofs';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { proveEntry, type PublicLog, readEntry } from '../public-log/index.ts';
import { textOfHead } from './seal-chains.ts';
import { findHead, listHeadsOf } from './store.ts';

export interface LoggedDeps {
  readonly database: Database;
  readonly instruments: InstrumentRegistry;
  readonly publicLog: Pick<PublicLog, 'receiptOf'>;
}

/**
 * The evidence with its proofs; as it is, when the contract was accepted or its head signed before they were in the public log.
 * Undefined when the head is not sealed yet.
 */
export async function addLogProofs(
  deps: LoggedDeps,
  bundle: EvidenceBundle,
  memberId: number,
): Promise<EvidenceBundle | undefined> {
  const head = await deps.database.snapshot((reader) => proveHead(reader, deps, bundle));
  if (head === undefined) return undefined;
  const { id } = bundle.contract;
  const receipt = await deps.publicLog.receiptOf({
    kind: recordTypes.contractOpen,
    reference: `contract:${id}`,
    owner: memberId,
  });
  if (receipt === undefined) return undefined;
  const opened = readReceipt(receipt);
  if (head === null || opened === undefined || !hasReceipt(opened, bundle)) return bundle;
  return inLog(bundle, { receipt, head });
}

function readReceipt(text: string): Receipt | undefined {
  const extra = parseLogProof(text)?.extra;
  return extra && parseReceipt(extra);
}

/** The receipt of a signed head; null when it was signed before heads were in the log, undefined when it is not sealed. */
async function proveHead(
  reader: Reader,
  { instruments }: LoggedDeps,
  { head: { symbol, seq, hash } }: EvidenceBundle,
): Promise<string | null | undefined> {
  const instrumentId = instruments.find(symbol)!.id;
  const sealed = await findHead(reader, { instrumentId, toSeq: seq });
  if (sealed === undefined || sealed.hash.toString('hex') !== hash) return undefined;
  const { entryIndex } = sealed;
  if (entryIndex === null) return null;
  const entry = await readEntry(reader, entryIndex);
  const leaf = entry && parseStatementsEntry(entry);
  if (entry === undefined || leaf === undefined) return undefined;
  const heads = await listHeadsOf(reader, entryIndex);
  const texts = heads.map((each) => textOfHead(instruments, each));
  const statements = sealStatements(HEADS, leaf.at, texts);
  if (!isSameBytes(statements.entry, entry)) return undefined;
  const index = heads.findIndex((each) => each.instrumentId === instrumentId);
  const text = texts[index] ?? '';
  const path = statements.path(index);
  const extra = formatReceipt({ kind: 'statement', entry, text, index, path });
  return proveEntry(reader, { index: entryIndex, extra });
}
