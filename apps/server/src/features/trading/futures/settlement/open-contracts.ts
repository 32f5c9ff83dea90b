/** Sets the opening price of waiting contracts: the first reference price after acceptance, or none. */
import { ZERO } from '@tern/money';
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import { dueAt, openingSpan, openingTick, payoutOf, refundStake } from '@tern/settlement';
import { recordBatchedEvents } from '../../../../kernel/events/member-events.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { directionOf, ignoresBackfilled } from '../contract.ts';
import { openedEvent } from '../contract-row.ts';
import type { FuturesDeps } from '../deps.ts';
import { endContracts } from './end-contracts.ts';
import { termsReader } from './read-terms.ts';
import type { Finality } from './sweep-due.ts';
import { notifyEnded, type NotifiedGroup } from './notify-ended.ts';
import {
  lockUnopened,
  type Opening,
  type UnopenedRow,
  writeOpenings,
} from '../store-settlement.ts';
import type { EndedGroup } from '../store-endings.ts';

type OpeningDeps = Pick<FuturesDeps, 'instruments' | 'assets' | 'ticks' | 'clock'>;

interface Opened {
  row: UnopenedRow;
  opening: Opening;
}

/**
 * Opens or voids the contracts that can be decided, and returns their number. A contract is void only once the chain of
 * its market is final beyond its opening span: until then a price may still come, or be backfilled. Late markets are
 * reported to `onUndecided`.
 */
export async function openWaiting(
  tx: Tx,
  deps: OpeningDeps,
  { finalUpTo, onUndecided, limit }: Finality & { limit: number },
): Promise<number> {
  const rows = await lockUnopened(tx, limit);
  if (rows.length === 0) return 0;
  const asks = rows.map(({ instrumentId, acceptedAt, openAfterMs, rule }) => ({
    instrumentId,
    at: acceptedAt + openAfterMs,
    skipsBackfilled: ignoresBackfilled(rule),
  }));
  const firsts = await deps.ticks.firstAfter(tx, asks);
  const termsOfRow = termsReader(deps);
  const opened: Opened[] = [];
  const voided: UnopenedRow[] = [];
  rows.forEach((row, index) => {
    const terms = termsOfRow(row);
    const first = firsts[index];
    const open = first && openingTick(terms, row.acceptedAt, [first]);
    if (open !== undefined) {
      const { seq: openSeq, price: openPrice, at: openAt } = open;
      const opening = { id: row.id, openSeq, openPrice, openAt, dueAt: dueAt(terms, open) };
      opened.push({ row, opening });
    } else {
      const { until } = openingSpan(row, row.acceptedAt);
      if (first !== undefined || until <= finalUpTo(row.instrumentId)) voided.push(row);
      else if (until <= deps.clock.now()) onUndecided(row.instrumentId);
    }
  });
  const at = deps.clock.now();
  await Promise.all([writeOpened(tx, opened, at), voidContracts(tx, deps, { voided, at })]);
  return opened.length + voided.length;
}

async function writeOpened(tx: Tx, opened: readonly Opened[], at: number): Promise<void> {
  await writeOpenings(
    tx,
    opened.map(({ opening }) => opening),
    at,
  );
  const events = opened.map(({ row, opening }) =>
    openedEvent({ ...row, ...opening, status: futuresStatus.pending, updatedAt: at }),
  );
  await recordBatchedEvents(tx, events, at);
}

async function voidContracts(
  tx: Tx,
  deps: OpeningDeps,
  { voided, at }: { voided: readonly UnopenedRow[]; at: number },
): Promise<void> {
  if (voided.length === 0) return;
  const termsOfRow = termsReader(deps);
  const ended = voided.map((row): EndedGroup & NotifiedGroup => ({
    ids: [row.id],
    memberIds: [row.memberId],
    instrumentId: row.instrumentId,
    direction: directionOf(row.direction),
    stake: row.stake,
    status: futuresStatus.invalid,
    outcome: futuresOutcome.open,
    reason: futuresReason.notOpened,
    closeSeq: null,
    closePrice: null,
    closeAt: null,
    paid: refundStake(row.stake),
    payout: row.stake,
    profit: ZERO,
    possibleProfit: payoutOf(termsOfRow(row), row.stake, 'win').winnings,
  }));
  await endContracts(tx, ended, at);
  await notifyEnded(tx, { ended, instruments: deps.instruments }, at);
}
