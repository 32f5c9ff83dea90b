/** Lists published data: signing keys, chain heads, ticks. */
import type { ChainedTick } from '@tern/proofs';
import type { Instrument, InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { TickHistory } from '../../../kernel/prices/tick-history.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readChain } from './read-chain.ts';
import { type HeadRow, headsFrom, listKeys, newestHeads } from './store.ts';

export interface PublishedDeps {
  readonly database: Database;
  readonly instruments: InstrumentRegistry;
  readonly ticks: TickHistory;
}

/** A signed head with its symbol. */
export type PublishedHead = HeadRow & { readonly symbol: string };

/** Newest first. */
export async function listSigningKeys(database: Database) {
  const keys = await listKeys(database);
  return keys.map(({ id, createdAt, publicKey }) => ({ id, createdAt, publicKey }));
}

/**
 * The newest head of every chain, or one symbol's heads signed at or after `from`.
 * Units: `from` epoch milliseconds.
 * @throws not-listed
 */
export async function listHeads(
  { database, instruments }: PublishedDeps,
  query: { readonly symbol?: string; readonly from: number; readonly limit: number },
): Promise<PublishedHead[]> {
  const { symbol, from, limit } = query;
  if (symbol === undefined) {
    const all = instruments.all.map((instrument) => instrument.id);
    const rows = await newestHeads(database, all);
    return rows.map((row) => ({
      ...row,
      symbol: instruments.findById(row.instrumentId)?.symbol ?? '',
    }));
  }
  const instrument = instrumentNamed(instruments, symbol);
  const rows = await headsFrom(database, { instrumentId: instrument.id, from, limit });
  return rows.map((row) => ({ ...row, symbol }));
}

/**
 * Ticks starting with the last one before `from`, and the chain's hash before them.
 * Units: `from` epoch milliseconds.
 * @throws not-listed
 */
export async function listTicks(
  { database, instruments, ticks: history }: PublishedDeps,
  query: { readonly symbol: string; readonly from: number; readonly limit: number },
): Promise<{ hashBefore: Uint8Array; ticks: readonly ChainedTick[] }> {
  const { symbol, from, limit } = query;
  const instrument = instrumentNamed(instruments, symbol);
  const span = { instrument, at: from - 1, limit, isEnough: () => false };
  const part = await database.snapshot((reader) => readChain(reader, history, span));
  return { hashBefore: part.hashBefore, ticks: part.ticks.slice(0, limit) };
}

function instrumentNamed(instruments: InstrumentRegistry, symbol: string): Instrument {
  const instrument = instruments.find(symbol);
  if (instrument === undefined) throw new Refusal('not-listed', { fields: ['symbol'] });
  return instrument;
}
