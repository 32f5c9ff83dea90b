/** Reads a chain from a moment on: sealed stretches first, then what is not sealed yet. */
import { type ChainedTick, chainTick, tickGenesis, verifyChain } from '@tern/proofs';
import type { Instrument } from '../../kernel/catalog/instruments.ts';
import type { StoredTick, TickHistory } from '../../kernel/prices/tick-history.ts';
import type { Reader } from '../../platform/database/database.ts';
import { unpackTicks } from './pack-ticks.ts';
import { type HeadRow, nextStretches, stretchesSince, type StretchRow } from './store.ts';

/** Ticks without a gap, and the signed heads among them. */
export interface ChainPart {
  readonly hashBefore: Uint8Array;
  readonly ticks: readonly ChainedTick[];
  readonly heads: readonly HeadRow[];
  /** The first tick that is not sealed yet and does not follow from the one before it: somebody has changed the chain. */
  readonly breaksAt?: number;
}

export interface ChainAsk {
  readonly instrument: Instrument;
  /** Epoch milliseconds: the part begins with the last tick at or before it, or with the first of the chain. */
  readonly at: number;
  /** How many ticks a reader wants at most, counted from that one. */
  readonly limit: number;
  /** True once the ticks reach far enough. */
  isEnough(newest: ChainedTick): boolean;
}

/** Stretches are read so many at a time. */
const PAGE = 30;

export async function readChain(
  reader: Reader,
  history: TickHistory,
  ask: ChainAsk,
): Promise<ChainPart> {
  const { instrument, at } = ask;
  const { symbol } = instrument;
  const genesis = tickGenesis(symbol);
  const part: GrowingPart = { hashBefore: genesis, hash: genesis, ticks: [], heads: [] };
  const isFull = () => {
    const newest = part.ticks.at(-1);
    return newest !== undefined && (ask.isEnough(newest) || part.ticks.length >= ask.limit + PAGE);
  };
  const instrumentId = instrument.id;
  let page = await stretchesSince(reader, { instrumentId, at, limit: PAGE });
  let nextSeq = page[0]?.fromSeq ?? 1;
  while (page.length > 0 && !isFull()) {
    for (const stretch of page) {
      if (isFull()) break;
      addStretch(part, stretch, symbol);
      nextSeq = stretch.toSeq + 1;
    }
    page =
      page.length < PAGE
        ? []
        : await nextStretches(reader, { instrumentId, fromSeq: nextSeq, limit: PAGE });
  }
  if (!isFull()) {
    const toSeq = nextSeq + ask.limit + PAGE;
    const live = await history.between(reader, { instrumentId, fromSeq: nextSeq, toSeq });
    const [first] = live;
    if (first !== undefined && first.seq !== nextSeq) {
      Object.assign(part, { hashBefore: first.hash, hash: first.hash, ticks: [], heads: [] });
      live.shift();
    }
    addLive(part, live, symbol);
  }
  return beginAt(part, at);
}

type GrowingPart = {
  hashBefore: Uint8Array;
  /** The chain's hash after the last tick, as it was stored. */
  hash: Uint8Array;
  ticks: ChainedTick[];
  heads: HeadRow[];
  breaksAt?: number;
};

/** What is stored and not sealed yet may have been changed since: each hash is made again. */
function addLive(part: GrowingPart, live: readonly StoredTick[], symbol: string): void {
  const verdict = verifyChain(
    live.map((tick) => ({ ...tick, symbol })),
    part.hash,
  );
  if (!verdict.isIntact) part.breaksAt = verdict.seq;
  for (const { seq, at, price, source, rule, backfilledAt } of live) {
    part.ticks.push({ symbol, seq, at, price, source, rule, backfilledAt });
  }
}

function addStretch(part: GrowingPart, stretch: StretchRow, symbol: string): void {
  if (part.ticks.at(-1)?.seq !== stretch.fromSeq - 1) {
    Object.assign(part, { hashBefore: stretch.hashBefore, ticks: [], heads: [] });
  }
  part.ticks.push(...unpackTicks(stretch.ticks, { symbol, fromSeq: stretch.fromSeq }));
  part.heads.push(stretch);
  part.hash = stretch.hash;
}

/** Cuts what lies before the last tick at or before the moment. */
function beginAt(part: ChainPart, at: number): ChainPart {
  const index = part.ticks.findLastIndex((tick) => tick.at <= at);
  if (index <= 0) return part;
  const hashBefore = part.ticks.slice(0, index).reduce(chainTick, part.hashBefore);
  return { ...part, hashBefore, ticks: part.ticks.slice(index) };
}
