/** Checks a file of reserves: its receipt, and each block against nodes of the caller's choice (docs/features/proof/reserves.md). */
import { readFileSync } from 'node:fs';
import { type LogTrust, parseDocumentEntry, parseVerifierKey, verifyReceipt } from '@tern/proofs';
import {
  blocksOfReserves,
  KNOWN_HOLDINGS,
  RESERVES_KIND,
  verifyReserves,
} from '@tern/proofs/reserves';
import { createRpc } from '../../adapters/evm-rail/json-rpc.ts';
import type { CheckedItem } from './paper-day.ts';

export interface KnownToCaller {
  /** Addresses of nodes. */
  readonly node?: readonly string[] | undefined;
  /** Hashes of blocks that the caller saw in their chains. */
  readonly block?: readonly string[] | undefined;
  /** Coins and tokens besides the known ones, as of `holdingName`. */
  readonly holding?: readonly string[] | undefined;
  /** Keys of auditors, spelt name+id+base64. */
  readonly auditor?: readonly string[] | undefined;
}

/** Shape: `file` ends with `.json`; its receipt is beside it. @throws Error for a file that is missing, or a node that does not answer */
export async function verifyReservesFile(
  file: string,
  { node = [], block = [], holding = [], auditor = [] }: KnownToCaller,
  trust: LogTrust,
): Promise<CheckedItem[]> {
  const bytes = new Uint8Array(readFileSync(file));
  const proof = readFileSync(file.replace(/\.json$/, '.tlog-proof'), 'utf8');
  const text = new TextDecoder().decode(bytes);
  const found = await Promise.all(node.map((url) => blocksKnownTo(url, text)));
  const blocks = new Set([...block.map((hash) => hash.toLowerCase()), ...found.flat()]);
  const holdings = new Set([...KNOWN_HOLDINGS, ...holding]);
  const auditors = auditor.map(parseVerifierKey).filter((key) => key !== undefined);
  return [
    ...commitmentItems(proof, trust, bytes),
    ...verifyReserves(text, { ...trust, blocks, holdings, auditors }).items,
  ];
}

/** The entry of the log that commits to the file. */
function commitmentItems(proof: string, trust: LogTrust, bytes: Uint8Array): CheckedItem[] {
  const { items, receipt } = verifyReceipt(proof, trust, bytes);
  const leaf = receipt?.kind === 'document' ? parseDocumentEntry(receipt.entry) : undefined;
  if (leaf?.kind === RESERVES_KIND) return [...items];
  return [...items, { name: 'file', pass: false, why: 'the receipt is not that of reserves' }];
}

/** Which of the blocks of the file are in the node's chain. */
async function blocksKnownTo(url: string, text: string): Promise<string[]> {
  const rpc = createRpc(url);
  const chainId = Number(await rpc.call('eth_chainId'));
  const known: string[] = [];
  for (const named of blocksOfReserves(text)) {
    if (named.chainId !== chainId) continue;
    const height = `0x${named.number.toString(16)}`;
    const block = (await rpc.call('eth_getBlockByNumber', height, false)) as Block | null;
    if (block !== null) known.push(block.hash.toLowerCase());
  }
  return known;
}

interface Block {
  readonly hash: string;
}
