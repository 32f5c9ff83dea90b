/** Once a minute: signs the head of every tick chain and keeps the ticks that lead to it (ADR 18). */
import { headText, hashText, tickGenesis, verifyChain } from '@tern/proofs';
import type { Instrument, InstrumentBook } from '../../kernel/catalog/instruments.ts';
import type { StoredTick, TickHistory } from '../../kernel/prices/tick-history.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { packTicks } from './pack-ticks.ts';
import type { Signer } from './signing-key.ts';
import { insertStretches, newestHeads, type NewStretch } from './store.ts';

export interface SealDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly instruments: InstrumentBook;
  readonly ticks: TickHistory;
}

/** The longest stretch: after downtime of the sealer there are several. */
const STRETCH_MAX = 3_600;

interface Edge {
  readonly instrument: Instrument;
  /** The last tick that is sealed, 0 before any. */
  readonly seq: number;
  /** The chain's hash after it; undefined when that tick is gone. */
  readonly hash: Uint8Array | undefined;
  /** The last tick there is. */
  readonly newest: number;
}

/** Seals every chain up to its newest stored tick. A chain that does not hold is reported and not signed. */
export async function sealChains(deps: SealDeps, signer: Signer): Promise<void> {
  let edges = await edgesOf(deps);
  while (edges.length > 0) {
    const sealed: Awaited<ReturnType<typeof nextStretch>>[] = [];
    // One after the other: all at once they would take every connection, and members would wait each minute.
    for (const edge of edges) sealed.push(await nextStretch(deps, signer, edge));
    const stretches = sealed.flatMap(({ stretch }) => stretch ?? []);
    if (stretches.length > 0) {
      await deps.database.transaction((tx) => insertStretches(tx, stretches));
    }
    edges = sealed.flatMap(({ next }) => next ?? []);
  }
}

async function edgesOf({ database, clock, instruments, ticks }: SealDeps): Promise<Edge[]> {
  const ids = instruments.all.map((instrument) => instrument.id);
  const now = clock.now();
  const [heads, last] = await Promise.all([
    newestHeads(database, ids),
    ticks.lastUpTo(
      database,
      ids.map((instrumentId) => ({ instrumentId, at: now, isHeardOnly: false })),
    ),
  ]);
  return instruments.all.flatMap((instrument, index) => {
    const head = heads.find((entry) => entry.instrumentId === instrument.id);
    const newest = last[index]?.seq ?? 0;
    if (newest <= (head?.toSeq ?? 0)) return [];
    const genesis = { seq: 0, hash: tickGenesis(instrument.symbol) };
    const end = head === undefined ? genesis : { seq: head.toSeq, hash: head.hash };
    return [{ instrument, newest, ...end }];
  });
}

/** The stretch after the edge, and the edge after that; neither when there is no more to seal. */
async function nextStretch(
  deps: SealDeps,
  signer: Signer,
  edge: Edge,
): Promise<{ stretch?: NewStretch; next?: Edge }> {
  const { instrument, newest } = edge;
  const span = { fromSeq: edge.seq + 1, toSeq: Math.min(edge.seq + STRETCH_MAX, newest) };
  const found = await deps.ticks.between(deps.database, { instrumentId: instrument.id, ...span });
  const part = afterGap(found, edge);
  const isMore = span.toSeq < newest;
  const [first, last] = [part?.ticks[0], part?.ticks.at(-1)];
  if (part === undefined || first === undefined || last === undefined) {
    return isMore ? { next: { ...edge, seq: span.toSeq, hash: found.at(-1)?.hash } } : {};
  }
  const { ticks, hashBefore } = part;
  const linked = ticks.map((tick) => ({ ...tick, symbol: instrument.symbol }));
  const verdict = verifyChain(linked, hashBefore);
  if (!verdict.isIntact) {
    deps.log.error({ symbol: instrument.symbol, seq: verdict.seq }, 'a chain does not hold');
    return {};
  }
  const signedAt = deps.clock.now();
  const head = {
    symbol: instrument.symbol,
    seq: last.seq,
    hash: hashText(last.hash),
    at: signedAt,
  };
  const stretch = {
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
  return isMore ? { stretch, next: { ...edge, seq: last.seq, hash: last.hash } } : { stretch };
}

/** Where retention was quicker than sealing, the chain goes on from the first tick that is left. */
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
