/** Checks of a signed stretch of a tick chain, for every document that contains one. */
import { isBackfilled } from '@tern/settlement';
import { isSignedText } from './hash-text.ts';
import { type ChainHead, headText } from './statements.ts';
import { chainTick, type ChainedTick, hashText, tickGenesis } from './tick-chain.ts';

type Finding = readonly [pass: boolean, why: string];

/** The chain's hash after each tick, recomputed; by position. */
export function hashesAfter(
  hashBefore: string,
  ticks: readonly ChainedTick[],
): Map<number, string> {
  const hashes = new Map<number, string>();
  let hash = bytesOf(hashBefore);
  for (const tick of ticks) {
    hash = chainTick(hash, tick);
    hashes.set(tick.seq, hashText(hash));
  }
  return hashes;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function checkHead(
  head: ChainHead & { readonly signature: string },
  symbol: string,
  publicKeys: readonly string[],
): Finding {
  if (head.symbol !== symbol) return [false, 'the head belongs to another symbol'];
  const isSigned = publicKeys.some((key) => isSignedText(headText(head), head.signature, key));
  return [
    isSigned,
    isSigned ? `head ${head.seq} is signed` : 'the head is not signed with this key',
  ];
}

/** Consecutive ticks of a symbol and the head that they lead to. */
export interface ChainLinks {
  readonly symbol: string;
  readonly hashBefore: string;
  readonly head: ChainHead;
  readonly ticks: readonly ChainedTick[];
}

/** Shape: `hashes` are those of `hashesAfter`, if they are known already. */
export function checkLinks(
  { symbol, hashBefore, head, ticks }: ChainLinks,
  hashes: ReadonlyMap<number, string> = hashesAfter(hashBefore, ticks),
): Finding {
  const [first] = ticks;
  if (first === undefined) return [false, 'there are no ticks'];
  if (first.seq === 1 && hashBefore !== hashText(tickGenesis(symbol))) {
    return [false, 'the chain does not begin at its genesis'];
  }
  for (const [index, tick] of ticks.slice(1).entries()) {
    const before = ticks[index];
    if (before === undefined || tick.seq !== before.seq + 1 || tick.at <= before.at) {
      return [false, `tick ${tick.seq} does not follow the previous one`];
    }
  }
  const early = ticks.find((tick) => isBackfilled(tick) && tick.backfilledAt <= tick.at);
  if (early !== undefined)
    return [false, `tick ${early.seq} is marked as backfilled before its own time`];
  if (ticks.at(-1)?.seq !== head.seq || hashes.get(head.seq) !== head.hash) {
    return [false, 'the ticks do not lead to the signed head'];
  }
  const backfilled = ticks.filter(isBackfilled).length;
  const marked = backfilled === 0 ? '' : `, ${backfilled} of them backfilled,`;
  return [true, `${ticks.length} consecutive ticks${marked} lead to the signed head`];
}
