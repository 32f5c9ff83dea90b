/** A part of a tick chain that ends at a signed head, for the evidence of contracts and triggers (ADR 18). */
import { type ChainSegment, chainTick, hashText, headText } from '@tern/proofs';
import type { ChainPart } from './read-chain.ts';
import type { Signer } from './signing-key.ts';

/** The part up to the first signed head at or after the end; signs a new head if there is none yet. */
export function upToHead(
  part: ChainPart,
  end: { readonly endSeq: number; readonly symbol: string; readonly at: number },
  signer: Signer,
): ChainSegment {
  const { endSeq, symbol, at } = end;
  const sealed = part.heads.find((head) => head.toSeq >= endSeq);
  const seq = sealed?.toSeq ?? endSeq;
  const ticks = part.ticks.filter((tick) => tick.seq <= seq);
  const { hashBefore } = part;
  if (sealed !== undefined) {
    const head = { symbol, seq, hash: hashText(sealed.hash), at: sealed.signedAt };
    const signature = sealed.signature.toString('hex');
    return { hashBefore, ticks, head: { ...head, signature } };
  }
  const head = { symbol, seq, hash: hashText(ticks.reduce(chainTick, hashBefore)), at };
  return {
    hashBefore,
    ticks,
    head: { ...head, signature: signer.sign(headText(head)).toString('hex') },
  };
}
