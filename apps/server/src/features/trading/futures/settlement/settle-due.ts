/** Settles due contracts: one rule, the same two ticks for everyone, a batch in one transaction. */
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import {
  closingTick,
  type Outcome,
  outcomeOf,
  payoutOf,
  refundStake,
  type Terms,
} from '@tern/settlement';
import type { StoredTick } from '../../../../kernel/prices/tick-history.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { directionOf, ignoresBackfilled } from '../contract.ts';
import { endContracts } from './end-contracts.ts';
import { termsReader } from './read-terms.ts';
import type { SweepDeps } from './sweep-due.ts';
import type { DueGroup } from '../store-settlement.ts';
import type { EndedGroup } from '../store-endings.ts';

const outcomeCodes: Record<Outcome, EndedGroup['outcome']> = {
  win: futuresOutcome.win,
  loss: futuresOutcome.loss,
  tie: futuresOutcome.tie,
};

/**
 * Ends pending contracts and pays them out; their notices follow. Contracts whose market is not final up to their due
 * time stay pending: their closing tick may still come, or be backfilled.
 */
export async function settleDue(
  tx: Tx,
  deps: SweepDeps,
  groups: readonly DueGroup[],
): Promise<void> {
  const decided: DueGroup[] = [];
  for (const group of groups) {
    if (group.status !== futuresStatus.pending) continue;
    if (group.dueAt <= deps.finalUpTo(group.instrumentId)) decided.push(group);
    else deps.onUndecided(group.instrumentId);
  }
  if (decided.length === 0) return;
  const closes = await closingTicks(tx, deps, decided);
  const termsOfGroup = termsReader(deps);
  const ended = decided.map((group) =>
    endOf(group, termsOfGroup(group), closes.get(momentOf(group))),
  );
  await endContracts(tx, ended, deps.clock.now());
}

const momentOf = ({ instrumentId, dueAt, rule }: DueGroup) =>
  `${instrumentId} ${dueAt} ${ignoresBackfilled(rule)}`;

/** One query for all contracts of a market that are due at the same moment. */
async function closingTicks(tx: Tx, deps: SweepDeps, groups: readonly DueGroup[]) {
  const moments = new Map(groups.map((group) => [momentOf(group), group]));
  const asks = [...moments.values()].map((group) => ({
    instrumentId: group.instrumentId,
    at: group.dueAt,
    skipsBackfilled: ignoresBackfilled(group.rule),
  }));
  const found = await deps.ticks.lastUpTo(tx, asks);
  return new Map<string, StoredTick | undefined>(
    [...moments.keys()].map((moment, index) => [moment, found[index]]),
  );
}

function endOf(group: DueGroup, terms: Terms, last: StoredTick | undefined): EndedGroup {
  const { ids, memberIds, instrumentId, stake } = group;
  const direction = directionOf(group.direction);
  const open = { seq: group.openSeq, price: group.openPrice, at: group.openAt };
  // Ticks removed by retention cannot be newer than the opening tick, which is stored with the contract.
  const newest = last === undefined || last.seq <= open.seq ? open : last;
  const close = closingTick(terms, open, [open, newest]);
  const outcome = close && outcomeOf(direction, open, close);
  return {
    ids,
    memberIds,
    instrumentId,
    direction,
    stake,
    status: outcome === undefined ? futuresStatus.invalid : futuresStatus.settled,
    outcome: outcome === undefined ? futuresOutcome.open : outcomeCodes[outcome],
    reason: outcome === undefined ? futuresReason.staleClose : futuresReason.none,
    closeSeq: newest.seq,
    closePrice: newest.price,
    closeAt: newest.at,
    paid: outcome === undefined ? refundStake(stake) : payoutOf(terms, stake, outcome),
    possibleProfit: payoutOf(terms, stake, 'win').winnings,
  };
}
