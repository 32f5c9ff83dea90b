/** Settles contracts that are due: one rule, the same two ticks for everyone, a batch in one transaction (rules §4). */
import type { Price } from '@tern/money';
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import { type Outcome, payoutOf, settle } from '@tern/settlement';
import type { StoredTick } from '../../../kernel/tick-history.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { FuturesDeps } from '../deps.ts';
import { endContracts } from './end-contracts.ts';
import { termsReader } from './read-terms.ts';
import { type DueRow, type EndedContract, lockDue } from './store-desk.ts';

type SettlingDeps = Pick<FuturesDeps, 'instruments' | 'assets' | 'ticks' | 'clock'>;

const outcomeCodes: Record<Outcome | 'none', EndedContract['outcome']> = {
  none: futuresOutcome.open,
  win: futuresOutcome.win,
  loss: futuresOutcome.loss,
  tie: futuresOutcome.tie,
};

/**
 * Settles what was due by `closedUpTo`, and gives how many that were. Until there the chain is closed: the last
 * tick at or before a due time is known for good.
 */
export async function settleDue(
  tx: Tx,
  deps: SettlingDeps,
  { closedUpTo, limit }: { closedUpTo: number; limit: number },
): Promise<number> {
  const rows = await lockDue(tx, closedUpTo, limit);
  if (rows.length === 0) return 0;
  const closes = await closingTicks(tx, deps, rows);
  const termsOfRow = termsReader(deps);
  const ended = rows.map((row) => endOf(row, termsOfRow(row), closes.get(momentOf(row))));
  await endContracts(tx, ended, deps.clock.now());
  return rows.length;
}

const momentOf = ({ instrumentId, dueAt }: DueRow) => `${instrumentId} ${dueAt}`;

/** Asked once for all contracts of a market that are due in the same moment. */
async function closingTicks(tx: Tx, deps: SettlingDeps, rows: readonly DueRow[]) {
  const moments = new Map(rows.map((row) => [momentOf(row), row]));
  const asks = [...moments.values()].map((row) => ({
    instrumentId: row.instrumentId,
    at: row.dueAt!,
  }));
  const found = await deps.ticks.lastUpTo(tx, asks);
  return new Map<string, StoredTick | undefined>(
    [...moments.keys()].map((moment, index) => [moment, found[index]]),
  );
}

type Terms = ReturnType<ReturnType<typeof termsReader>>;

function endOf(row: DueRow, terms: Terms, close: StoredTick | undefined): EndedContract {
  const { stake, acceptedAt } = row;
  const direction = row.direction === 1 ? 'up' : 'down';
  const open = { seq: row.openSeq!, price: row.openPrice as Price, at: row.openAt! };
  // What retention has taken cannot be newer than the opening tick, which is kept on the contract.
  const ticks = close === undefined || close.seq <= open.seq ? [open] : [open, close];
  const result = settle({ terms, acceptedAt, direction, stake }, ticks);
  if (result.status === 'void') throw new Error(`contract ${row.id} has an opening and is void`);
  const isSettled = result.status === 'settled';
  return {
    ...row,
    direction,
    status: isSettled ? futuresStatus.settled : futuresStatus.invalid,
    outcome: outcomeCodes[result.outcome],
    reason: isSettled ? futuresReason.none : futuresReason.staleClose,
    closeSeq: result.close.seq,
    closePrice: result.close.price,
    closeAt: result.close.at,
    payout: (result.returned + result.winnings) as typeof stake,
    profit: result.profit,
    remainder: result.remainder,
    possibleProfit: payoutOf(terms, stake, 'win').winnings,
  };
}
