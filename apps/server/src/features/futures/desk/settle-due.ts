/** Settles contracts that are due: one rule, the same two ticks for everyone, a batch in one transaction (rules §4). */
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import {
  closingTick,
  type Outcome,
  outcomeOf,
  payoutOf,
  stakeBack,
  type Terms,
} from '@tern/settlement';
import type { StoredTick } from '../../../kernel/tick-history.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { FuturesDeps } from '../deps.ts';
import { endContracts } from './end-contracts.ts';
import { termsReader } from './read-terms.ts';
import { type DueGroup, type DuePlace, lockDue } from '../store-desk.ts';
import type { EndedGroup } from '../store-endings.ts';

type SettlingDeps = Pick<FuturesDeps, 'instruments' | 'assets' | 'ticks' | 'clock'>;

const outcomeCodes: Record<Outcome, EndedGroup['outcome']> = {
  win: futuresOutcome.win,
  loss: futuresOutcome.loss,
  tie: futuresOutcome.tie,
};

/** Before everything that can be due. */
const FIRST_PLACE: DuePlace = { at: 0, id: 0 };

/**
 * Gives what settles one batch after the other, in order, of what was due by `closedUpTo`, and says how many it were. Until
 * there the chain is closed: the last tick at or before a due time is known for good. Each batch begins behind the last one,
 * also when several are under way: rows that ended a moment ago cost nothing any more.
 */
export function dueSettler(
  deps: SettlingDeps & Pick<FuturesDeps, 'database'>,
  closedUpTo: number,
): (limit: number) => Promise<number> {
  let after = FIRST_PLACE;
  return (limit) =>
    deps.database.transaction(async (tx) => {
      const groups = await lockDue(tx, { by: closedUpTo, after, limit });
      if (groups.length === 0) return 0;
      after = later(after, lastOf(groups));
      await settleGroups(tx, deps, groups);
      return groups.reduce((count, { ids }) => count + ids.length, 0);
    });
}

function lastOf(groups: readonly DueGroup[]): DuePlace {
  let last = FIRST_PLACE;
  for (const { ids, dueAt } of groups) {
    for (const id of ids) last = later(last, { at: dueAt, id });
  }
  return last;
}

const later = (one: DuePlace, other: DuePlace) =>
  one.at > other.at || (one.at === other.at && one.id > other.id) ? one : other;

async function settleGroups(
  tx: Tx,
  deps: SettlingDeps,
  groups: readonly DueGroup[],
): Promise<void> {
  const closes = await closingTicks(tx, deps, groups);
  const termsOfGroup = termsReader(deps);
  const ended = groups.map((group) =>
    endOf(group, termsOfGroup(group), closes.get(momentOf(group))),
  );
  const { instruments, clock } = deps;
  await endContracts(tx, { ended, instruments }, clock.now());
}

const momentOf = ({ instrumentId, dueAt }: DueGroup) => `${instrumentId} ${dueAt}`;

/** Asked once for all contracts of a market that are due in the same moment. */
async function closingTicks(tx: Tx, deps: SettlingDeps, groups: readonly DueGroup[]) {
  const moments = new Map(groups.map((group) => [momentOf(group), group]));
  const asks = [...moments.values()].map((group) => ({
    instrumentId: group.instrumentId,
    at: group.dueAt,
  }));
  const found = await deps.ticks.lastUpTo(tx, asks);
  return new Map<string, StoredTick | undefined>(
    [...moments.keys()].map((moment, index) => [moment, found[index]]),
  );
}

function endOf(group: DueGroup, terms: Terms, last: StoredTick | undefined): EndedGroup {
  const { ids, memberIds, instrumentId, stake } = group;
  const direction = group.direction === 1 ? 'up' : 'down';
  const open = { seq: group.openSeq, price: group.openPrice, at: group.openAt };
  // What retention has taken cannot be newer than the opening tick, which is kept on the contract.
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
    paid: outcome === undefined ? stakeBack(stake) : payoutOf(terms, stake, outcome),
    possibleProfit: payoutOf(terms, stake, 'win').winnings,
  };
}
