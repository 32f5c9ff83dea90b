/** Packs consecutive ticks losslessly into about four bytes each. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decimal, formatDecimal, type Price } from '@tern/money';
import type { ChainedTick } from '@tern/proofs';

/**
 * Shape: lines `milliseconds since the previous tick|price|source|rule`; source and rule only where they change. A backfilled
 * tick always has both, followed by `|backfilledAt`.
 */
export function packTicks(ticks: readonly Omit<ChainedTick, 'symbol'>[]): Buffer {
  let before: Omit<ChainedTick, 'symbol'> | undefined;
  const lines = ticks.map((tick) => {
    const { at, price, source, rule, backfilledAt } = tick;
    const isSame = before?.source === source && before.rule === rule;
    const line = `${at - (before?.at ?? 0)}|${formatDecimal(price)}`;
    before = tick;
    if (typeof backfilledAt === 'number') return `${line}|${source}|${rule}|${backfilledAt}`;
    return isSame ? line : `${line}|${source}|${rule}`;
  });
  return deflateRawSync(lines.join('\n'));
}

/** The inverse of `packTicks`; `fromSeq` is the position of the first tick. */
export function unpackTicks(
  packed: Uint8Array,
  chain: { readonly symbol: string; readonly fromSeq: number },
): ChainedTick[] {
  let at = 0;
  let source = '';
  let rule = 0;
  return inflateRawSync(packed)
    .toString('utf8')
    .split('\n')
    .map((line, index) => {
      const [since = '', price = '', newSource, newRule, backfilledAt] = line.split('|');
      at += Number(since);
      source = newSource ?? source;
      rule = newRule === undefined ? rule : Number(newRule);
      const seq = chain.fromSeq + index;
      const { symbol } = chain;
      const tick = { symbol, seq, at, price: decimal<Price>(price), source, rule };
      return backfilledAt === undefined ? tick : { ...tick, backfilledAt: Number(backfilledAt) };
    });
}
