/** Verifies a receipt offline: the log's signature, the entry's place in the log, and the member's line, document or balance in it. */
import { type Amount, formatDecimal } from '@tern/money';
import { partNode } from '../liabilities/balance-part.ts';
import { type LiabilitiesLeaf, parseLiabilitiesEntry } from '../liabilities/snapshot-leaf.ts';
import { hashOfNode, sumNodes, sumOfNode } from '../liabilities/sum-node.ts';
import { type LogTrust, openCheckpoint, type OpenedCheckpoint } from '../log/checkpoint.ts';
import { documentHash, parseDocumentEntry } from '../log/document-leaf.ts';
import { isKeyEntry, parseKeyEntry } from '../log/key-leaf.ts';
import { isLossEntry, parseLossEntry } from '../log/loss-leaf.ts';
import { type LogProof, parseLogProof, verifyLogProof } from '../log/log-proof.ts';
import { lineHash } from '../log/member-line.ts';
import { isSameBytes } from '../log/plain-bytes.ts';
import { parseRoundEntry } from '../log/round-leaf.ts';
import { parseStatementsEntry, statementHash } from '../log/statements-leaf.ts';
import { hashNodes } from '../log/tree-hash.ts';
import { rootOfInclusion, verifyInclusion } from '../log/tree-proof.ts';
import {
  type BalanceReceipt,
  type DocumentReceipt,
  type LineReceipt,
  parseReceipt,
  type Receipt,
  type StatementReceipt,
} from './receipt-text.ts';

export const receiptChecks = ['shape', 'checkpoint', 'entry', 'content'] as const;

export interface ReceiptItem {
  readonly name: (typeof receiptChecks)[number];
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
}

export interface VerifiedReceipt {
  /** In the order of `receiptChecks`; the receipt is proven when all pass. */
  readonly items: readonly ReceiptItem[];
  /** What was read, proven or not. */
  readonly receipt: Receipt | undefined;
  readonly checkpoint: OpenedCheckpoint | undefined;
}

type Finding = readonly [pass: boolean, why: string];

/**
 * Runs every check on the text of a receipt. A text that cannot be read fails all of them.
 * Shape: `document` is the file that the receipt of a document belongs to.
 */
export function verifyReceipt(
  text: string,
  trust: LogTrust,
  document?: Uint8Array,
): VerifiedReceipt {
  const proof = parseLogProof(text);
  const receipt = proof?.extra === undefined ? undefined : parseReceipt(proof.extra);
  if (proof === undefined || receipt === undefined) {
    const items = receiptChecks.map((name) => ({
      name,
      pass: false,
      why:
        name === 'shape'
          ? 'not a tlog-proof with a receipt of version 1'
          : 'not checked: the receipt cannot be read',
    }));
    return { items, receipt: undefined, checkpoint: undefined };
  }
  const checkpoint = openCheckpoint(proof.checkpoint, trust);
  const findings: Record<ReceiptItem['name'], Finding> = {
    shape: [true, `a tlog-proof of version 1 with a receipt of kind "${receipt.kind}"`],
    checkpoint: checkpointFinding(checkpoint, trust),
    entry: entryFinding(receipt, proof, trust),
    content: contentFinding(receipt, document),
  };
  const items = receiptChecks.map((name) => {
    const [pass, why] = findings[name];
    return { name, pass, why };
  });
  return { items, receipt, checkpoint };
}

function checkpointFinding(checkpoint: OpenedCheckpoint | undefined, { isMet }: LogTrust): Finding {
  if (checkpoint === undefined) {
    const who = isMet === undefined ? 'this log' : 'this log and the witnesses of its policy';
    return [false, `the checkpoint is not signed by ${who}`];
  }
  const { size, cosignatures } = checkpoint;
  const names = cosignatures.map(({ key }) => key.name).join(', ');
  return [true, `signed at size ${size}${names === '' ? '' : `, cosigned by ${names}`}`];
}

function entryFinding({ entry }: Receipt, proof: LogProof, trust: LogTrust): Finding {
  return verifyLogProof(entry, proof, trust) === undefined
    ? [false, 'the entry is not at this place of the log']
    : [true, `the entry is number ${proof.index} of the log`];
}

function contentFinding(receipt: Receipt, document: Uint8Array | undefined): Finding {
  switch (receipt.kind) {
    case 'line':
      return lineFinding(receipt);
    case 'document':
      return documentFinding(receipt, document);
    case 'balance':
      return balanceFinding(receipt);
    case 'statement':
      return statementFinding(receipt);
    case 'entry':
      return entryAloneFinding(receipt.entry);
  }
}

/** A key that the outgoing one did not sign is no key of the log, wherever its entry is. */
function entryAloneFinding(entry: Uint8Array): Finding {
  if (isLossEntry(entry)) return lossFinding(entry);
  if (!isKeyEntry(entry)) return [true, 'the receipt contains nothing but the entry'];
  const leaf = parseKeyEntry(entry);
  return leaf === undefined
    ? [false, 'the entry introduces a key that the outgoing key did not sign']
    : [true, `key ${leaf.key.id}, introduced by key ${leaf.outgoing.id}`];
}

/** Says what is declared; whether to believe the key is for the reader to decide. */
function lossFinding(entry: Uint8Array): Finding {
  const leaf = parseLossEntry(entry);
  if (leaf === undefined) {
    return [false, 'the entry declares a lost key, and the key that goes on did not sign it'];
  }
  const lost = leaf.lost.map(({ id }) => id).join(', ');
  return [true, `key ${leaf.key.id} is declared to sign in place of ${lost}, which was lost`];
}

function lineFinding({ entry, line, index, path }: LineReceipt): Finding {
  const leaf = parseRoundEntry(entry);
  if (leaf === undefined) return [false, 'the entry is not that of a round'];
  if (leaf.round !== line.round) return [false, 'the line belongs to another round'];
  const { lines: size, root } = leaf;
  const claim = { scheme: hashNodes, index, size, leaf: lineHash(line), path, root };
  return verifyInclusion(claim)
    ? [true, `round ${line.round} changed owner ${line.owner} in ${line.rows.length} rows`]
    : [false, 'the line is not part of this round'];
}

function statementFinding({ entry, text, index, path }: StatementReceipt): Finding {
  const leaf = parseStatementsEntry(entry);
  if (leaf === undefined) return [false, 'the entry is not that of statements'];
  const { count: size, root, kind } = leaf;
  const claim = { scheme: hashNodes, index, size, leaf: statementHash(text), path, root };
  return verifyInclusion(claim)
    ? [true, `one of ${size} statements of kind "${kind}" that were signed together`]
    : [false, 'the statement is not one of this entry'];
}

function documentFinding(
  { entry, salt }: DocumentReceipt,
  document: Uint8Array | undefined,
): Finding {
  const leaf = parseDocumentEntry(entry);
  if (leaf === undefined) return [false, 'the entry is not that of a document'];
  if (document === undefined) return [false, `the ${leaf.kind} itself was not given`];
  return isSameBytes(documentHash(salt, document), leaf.hash)
    ? [true, `the ${leaf.kind} is the one in the log`]
    : [false, `the ${leaf.kind} is not the one in the log`];
}

function balanceFinding(receipt: BalanceReceipt): Finding {
  const leaf = parseLiabilitiesEntry(receipt.entry);
  if (leaf === undefined) return [false, 'the entry is not that of a snapshot of liabilities'];
  const wrong = receipt.parts.find((part) => !isInSnapshot(leaf, receipt.owner, part));
  if (wrong !== undefined) return [false, `part ${wrong.part} of ${wrong.asset} is not counted`];
  const names = new Set(receipt.parts.map(({ asset, part }) => `${asset} ${part}`));
  if (names.size !== receipt.parts.length) return [false, 'a part is listed twice'];
  const totals = [...receiptBalances(receipt)].map(
    ([asset, amount]) => `${formatDecimal(amount)} ${asset}`,
  );
  const owed = totals.length === 0 ? 'nothing' : totals.join(', ');
  return [true, `snapshot ${leaf.snapshot} counts ${owed} for member ${receipt.owner}`];
}

/** The balances that a receipt states, by asset: to be compared with those the member knows. */
export function receiptBalances({ parts }: BalanceReceipt): Map<string, Amount> {
  const totals = new Map<string, Amount>();
  for (const { asset, amount } of parts) {
    totals.set(asset, ((totals.get(asset) ?? 0n) + amount) as Amount);
  }
  return totals;
}

function isInSnapshot(
  { snapshot, assets }: LiabilitiesLeaf,
  owner: number,
  part: BalanceReceipt['parts'][number],
): boolean {
  const tree = assets.find(({ asset }) => asset === part.asset);
  const leaf = partNode({ ...part, snapshot, owner });
  if (tree === undefined || leaf === undefined) return false;
  const { index, path } = part;
  const root = rootOfInclusion({ scheme: sumNodes, index, size: tree.leaves, leaf, path });
  if (root === undefined) return false;
  return sumOfNode(root) === tree.total && isSameBytes(hashOfNode(root), tree.root);
}
