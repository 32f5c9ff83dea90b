/** Signs the head of every tick chain once a minute, puts it into the public log and archives the ticks up to it (ADR 18, 89). */
import { HEADS, headText, hashText, sealStatements, tickGenesis, verifyChain } from '@tern/proofs';
import type { Instrument, InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { StoredTick, TickHistory } from '../../../kernel/prices/tick-history.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { packTicks } from './pack-ticks.ts';
import type { Signer } from './signing-key.ts';
import type { PublicLog } from '../public-log/index.ts';
import { insertSegments, newestHeads, type NewSegment, SealedMeanwhile } from './store.ts';

export interface SealDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instruments: InstrumentRegistry;
  readonly ticks: TickHistory;
  readonly publicLog: Pick<PublicLog, 'append' | 'seal'>;
}

/** After downtime of this job a chain gets several segments. */
const SEGMENT_TICKS_MAX = 3_600;

interface Edge {
  readonly instrument: Instrument;
  /** The last sealed tick; 0 if there is none. */
  readonly seq: number;
  /** The chain's hash after it; undefined when that tick was pruned. */
  readonly hash: Uint8Array | undefined;
  /** The last stored tick. */
  readonly newest: number;
}

/**
 * Seals chains up to their newest stored ticks, every chain or those of `only`. A broken chain is logged and not signed. What
 * another instance seals meanwhile is left to it.
 */
export async function sealChains(
  deps: SealDeps,
  signer: Signer,
  only?: readonly Instrument[],
): Promise<void> {
  let edges = await edgesOf(deps, only ?? deps.instruments.all);
  while (edges.length > 0) {
    const sealed: Awaited<ReturnType<typeof sealNext>>[] = [];
    // Sequentially: in parallel they would occupy every database connection once a minute.
    for (const edge of edges) sealed.push(await sealNext(deps, signer, edge));
    const segments = sealed.flatMap(({ segment }) => segment ?? []);
    if (!(await publish(deps, segments))) return;
    edges = sealed.flatMap(({ next }) => next ?? []);
  }
}

/**
 * Writes segments and the entry with their heads in one transaction. False when another instance was faster.
 * What was committed before is sealed first: receipts of contracts come into the log before the prices that end them.
 */
async function publish(
  { clock, instruments, publicLog }: SealDeps,
  segments: readonly NewSegment[],
): Promise<boolean> {
  if (segments.length === 0) return true;
  const inOrder = segments.toSorted((left, right) => left.instrumentId - right.instrumentId);
  const texts = inOrder.map((segment) => textOfHead(instruments, segment));
  const { entry } = sealStatements(HEADS, clock.now(), texts);
  await publicLog.seal();
  try {
    await publicLog.append(entry, (tx, index) => insertSegments(tx, inOrder, index));
    return true;
  } catch (error) {
    if (error instanceof SealedMeanwhile) return false;
    throw error;
  }
}

/** The signed text of a stored head. */
export function textOfHead(
  instruments: InstrumentRegistry,
  head: Pick<NewSegment, 'instrumentId' | 'toSeq' | 'hash' | 'signedAt'>,
): string {
  const { symbol } = instruments.findById(head.instrumentId)!;
  return headText({ symbol, seq: head.toSeq, hash: hashText(head.hash), at: head.signedAt });
}

async function edgesOf(
  { database, clock, ticks }: SealDeps,
  chains: readonly Instrument[],
): Promise<Edge[]> {
  const ids = chains.map((instrument) => instrument.id);
  const now = clock.now();
  const [heads, last] = await Promise.all([
    newestHeads(database, ids),
    ticks.lastUpTo(
      database,
      ids.map((instrumentId) => ({ instrumentId, at: now, skipsBackfilled: false })),
    ),
  ]);
  return chains.flatMap((instrument, index) => {
    const head = heads.find((entry) => entry.instrumentId === instrument.id);
    const newest = last[index]?.seq ?? 0;
    if (newest <= (head?.toSeq ?? 0)) return [];
    const genesis = { seq: 0, hash: tickGenesis(instrument.symbol) };
    const end = head === undefined ? genesis : { seq: head.toSeq, hash: head.hash };
    return [{ instrument, newest, ...end }];
  });
}

/** The segment after the edge, and the edge after that; neither when everything is sealed. */
async function sealNext(
  deps: SealDeps,
  signer: Signer,
  edge: Edge,
): Promise<{ segment?: NewSegment; next?: Edge }> {
  const { instrument, newest } = edge;
  const span = { fromSeq: edge.seq + 1, toSeq: Math.min(edge.seq + SEGMENT_TICKS_MAX, newest) };
  const found = await deps.ticks.between(deps.database, { instrumentId: instrument.id, ...span });
  const part = afterGap(found, edge);
  const isMore = span.toSeq < newest;
  const [first, last] = [part?.ticks[0], part?.ticks.at(-1)];
  if (part === undefined || first === undefined || last === undefined) {
    return isMore ? { next: { ...edge, seq: span.toSeq, hash: found.at(-1)?.hash } } : {};
  }
  const { ticks, hashBefore } = part;
  const linked = ticks.map((tick) => ({ ...tick, symbol: instrument.symbol }));
  const check = verifyChain(linked, hashBefore);
  if (!check.isIntact) {
    deps.log.error({ symbol: instrument.symbol, seq: check.seq }, 'a tick chain is broken');
    return {};
  }
  const signedAt = deps.clock.now();
  const head = {
    symbol: instrument.symbol,
    seq: last.seq,
    hash: hashText(last.hash),
    at: signedAt,
  };
  const segment = {
    instrumentId: instrument.id,
    fromSeq: first.seq,
    toSeq: last.seq,
    fromAt: first.at,
    toAt: last.at,
    hashBefore,
    hash: last.hash,
    signedAt,
    keyId: signer.keyId,
    signature: signer.sign(headText(head)),
    ticks: packTicks(ticks),
  };
  return isMore ? { segment, next: { ...edge, seq: last.seq, hash: last.hash } } : { segment };
}

/** If ticks were pruned before they were sealed, the chain continues from the first remaining tick. */
function afterGap(
  found: readonly StoredTick[],
  edge: Edge,
): { ticks: readonly StoredTick[]; hashBefore: Uint8Array } | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  if (first.seq === edge.seq + 1 && edge.hash !== undefined) {
    return { ticks: found, hashBefore: edge.hash };
  }
  return { ticks: found.slice(1), hashBefore: first.hash };
}
