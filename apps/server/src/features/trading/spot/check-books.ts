/** The invariant of the books in memory: each is what the open orders of its market make it (ADR 52). */
import type { Invariant } from '../../../kernel/invariants/invariant.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MatchingEngine } from './engine/engine.ts';
import { findOpenOrders } from './store.ts';
import { readEngineLease } from './store-engine.ts';

interface BookCheckDeps {
  readonly database: Database;
  /** Each instance checks the books that it has. */
  readonly engines: { all(): readonly MatchingEngine[] };
}

/** A busy market commits while its orders are read; then they are read again. */
const TRIES_MAX = 20;

export function createBookCheck({ database, engines }: BookCheckDeps): Invariant {
  return {
    id: 'books-in-memory',
    rule: 'Books in memory match open orders',
    // A market that has gone on since a snapshot can only be compared with a newer one.
    isOfMemory: true,
    async find() {
      const faults: string[] = [];
      for (const engine of engines.all()) faults.push(...(await faultsOf(database, engine)));
      return faults;
    },
  };
}

async function faultsOf(database: Database, engine: MatchingEngine): Promise<string[]> {
  for (let tries = 0; tries < TRIES_MAX && !engine.isClosed; tries += 1) {
    const stored = await database.snapshot(async (reader) => ({
      lease: await readEngineLease(reader, engine.instrumentId),
      orders: await findOpenOrders(reader, engine.instrumentId),
    }));
    // Another instance may have taken the market over.
    if (stored.lease === undefined || engine.isClosed) return [];
    if (engine.isAt(stored.lease)) return engine.bookFaults(stored.orders);
  }
  return [];
}
