/** Reads a chain from a given time: sealed segments first, then unsealed ticks. */
import { type ChainedTick, chainTick, tickGenesis, verifyChain } from '@tern/proofs';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { StoredTick, TickHistory } from '../../../kernel/prices/tick-history.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { unpackTicks } from './pack-ticks.ts';
import { type HeadRow, segmentsAfter, segmentsFrom, type SegmentRow } from './store.ts';

/** Consecutive ticks and the signed heads among them. */
export interface ChainPart {
  readonly hashBefore: Uint8Array;
  readonly ticks: readonly ChainedTick[];
  readonly heads: readonly HeadRow[];
  /** The first unsealed tick whose hash does not match: the chain was tampered with. */
  readonly breaksAt?: number;
}

export interface ChainQuery {
  readonly instrument: Instrument;
  /** The part begins with the last tick at or before it, or with the first of the chain. Units: epoch milliseconds. */
  readonly at: number;
  /** Maximum number of ticks, counted from that one. */
  readonly limit: number;
  /** True once the ticks reach far enough. */
  isEnough(newest: ChainedTick): boolean;
}

/** Segments per query. */
const PAGE = 30;

export async function readChain(
  reader: Reader,
  history: TickHistory,
  query: ChainQuery,
): Promise<ChainPart> {
  const { instrument, at } = query;
  const { symbol } = instrument;
  const genesis = tickGenesis(symbol);
  const part: PartBuilder = { hashBefore: genesis, hash: genesis, ticks: [], heads: [] };
  const isFull = () => {
    const newest = part.ticks.at(-1);
    return (
      newest !== undefined && (query.isEnough(newest) || part.ticks.length >= query.limit + PAGE)
    );
  };
  const instrumentId = instrument.id;
  let page = await segmentsFrom(reader, { instrumentId, at, limit: PAGE });
  let nextSeq = page[0]?.fromSeq ?? 1;
  while (page.length > 0 && !isFull()) {
    for (const segment of page) {
      if (isFull()) break;
      addSegment(part, segment, symbol);
      nextSeq = segment.toSeq + 1;
    }
    page =
      page.length < PAGE
        ? []
        : await segmentsAfter(reader, { instrumentId, fromSeq: nextSeq, limit: PAGE });
  }
  if (!isFull()) {
    const toSeq = nextSeq + query.limit + PAGE;
    const unsealed = await history.between(reader, { instrumentId, fromSeq: nextSeq, toSeq });
    const [first] = unsealed;
    if (first !== undefined && first.seq !== nextSeq) {
      Object.assign(part, { hashBefore: first.hash, hash: first.hash, ticks: [], heads: [] });
      unsealed.shift();
    }
    addUnsealed(part, unsealed, symbol);
  }
  return cutBefore(part, at);
}

type PartBuilder = {
  hashBefore: Uint8Array;
  /** The stored hash after the last tick. */
  hash: Uint8Array;
  ticks: ChainedTick[];
  heads: HeadRow[];
  breaksAt?: number;
};

/** Unsealed ticks may have been tampered with, so every hash is recomputed. */
function addUnsealed(part: PartBuilder, unsealed: readonly StoredTick[], symbol: string): void {
  const check = verifyChain(
    unsealed.map((tick) => ({ ...tick, symbol })),
    part.hash,
  );
  if (!check.isIntact) part.breaksAt = check.seq;
  for (const { seq, at, price, source, rule, backfilledAt } of unsealed) {
    part.ticks.push({ symbol, seq, at, price, source, rule, backfilledAt });
  }
}

function addSegment(part: PartBuilder, segment: SegmentRow, symbol: string): void {
  if (part.ticks.at(-1)?.seq !== segment.fromSeq - 1) {
    Object.assign(part, { hashBefore: segment.hashBefore, ticks: [], heads: [] });
  }
  part.ticks.push(...unpackTicks(segment.ticks, { symbol, fromSeq: segment.fromSeq }));
  part.heads.push(segment);
  part.hash = segment.hash;
}

/** Removes the ticks before the last one at or before `at`. */
function cutBefore(part: ChainPart, at: number): ChainPart {
  const index = part.ticks.findLastIndex((tick) => tick.at <= at);
  if (index <= 0) return part;
  const hashBefore = part.ticks.slice(0, index).reduce(chainTick, part.hashBefore);
  return { ...part, hashBefore, ticks: part.ticks.slice(index) };
}
