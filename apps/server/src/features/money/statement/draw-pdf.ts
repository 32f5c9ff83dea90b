/** Draws the PDF of a statement in a child process: the same bytes for the same document and proof (ADR 54). */
import { createHash } from 'node:crypto';
import {
  leafHash,
  parseCheckpoint,
  parseDocumentEntry,
  parseLogProof,
  parseNote,
  parseReceipt,
} from '@tern/proofs';
import { isoTime } from '../../../platform/clock.ts';
import { drawInProcess } from './draw-in-process.ts';

/** The bundler copies its folder beside the bundle (tools/bundle-server.mjs). */
const PROGRAM = new URL('./drawing/draw-statement-process.mjs', import.meta.url);
/** @throws busy when too many wait; Error when the process fails */
export function drawPdf(
  document: Uint8Array,
  receipt: string,
  mode: 'paper' | 'live',
): Promise<Uint8Array> {
  const proof = proofOf(document, receipt);
  return drawInProcess(PROGRAM, { csv: document, receipt, proof, isPaper: mode === 'paper' });
}

/** What the PDF prints of its proof; hashes in hexadecimal. @throws Error for a receipt that is not ours */
function proofOf(document: Uint8Array, text: string) {
  const proof = parseLogProof(text);
  const receipt = proof?.extra && parseReceipt(proof.extra);
  const leaf = receipt && parseDocumentEntry(receipt.entry);
  const note = proof && parseNote(proof.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (receipt?.kind !== 'document' || !leaf || !note || !checkpoint) {
    throw new Error('not the receipt of a statement');
  }
  const [signature, ...others] = note.signatures;
  return {
    documentHash: createHash('sha256').update(document).digest('hex'),
    salt: receipt.salt,
    leafHash: hex(leafHash(receipt.entry)),
    index: proof.index,
    sealedAt: isoTime(leaf.at),
    size: checkpoint.size,
    root: hex(checkpoint.root),
    signer: `${signature?.name}+${signature?.id}`,
    others: others.length,
  };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
