/**
 * Computes what all members had at 00:00 UTC, once a day, in batches of members: each is one snapshot and one transaction, so that a
 * killed instance goes on where it was, and of two one gets each batch (ADR 77).
 */
import { type Amount, sum, ZERO } from '@tern/money';
import { balancesOfMembers, ownedOf } from '../../../kernel/ledger/balances.ts';
import { type DailyChange, dailyChanges } from '../../../kernel/ledger/daily-changes.ts';
import { externalRecords } from '../../../kernel/ledger/external-records.ts';
import { memberIdsAfter } from '../../../kernel/members/members.ts';
import type { PriceGaps } from '../../../kernel/prices/tick-history.ts';
import { type Clock, dayOf } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { dayAfter, daysBetween } from './days.ts';
import { createMidnightPrices, type MidnightPrices } from './midnight-prices.ts';
import { stepOf } from './paid-in.ts';
import { addPaidIn, findPaidIn, findPaidInSince, type PaidInStep } from './store.ts';
import {
  addWorthDays,
  beginPass,
  endPass,
  findLastDays,
  readWorthProgress,
  type WorthProgress,
  type WorthStep,
} from './store-worth.ts';
import {
  addFlows,
  type FlowDeps,
  flowsByDay,
  NO_FLOWS,
  sumFlows,
  type ValuedFlow,
  valueFlows,
} from './value-flows.ts';
import { type PresentState, type WorthDay, withoutRepeats, worthDays } from './worth-days.ts';
import { type CostDeps, type WorthOf, worthOfMember } from './worth-at-cost.ts';

export interface WorthDeps extends FlowDeps, CostDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly gaps: PriceGaps;
}

/** What was due before midnight is posted within ten minutes; later records count on the next day. */
const SETTLED_MS = 15 * MINUTE_MS;
/** Some ten milliseconds of the database; of members whose whole past is computed fewer. */
const MEMBERS_MAX = 200;
const MEMBERS_OF_FIRST_PASS = 20;
/** Before all records. */
const FIRST_DAY = '1970-01-01';

/** Computes all days that are over, for all members. Ends early when `ending` is aborted. */
export async function computeWorth(deps: WorthDeps, ending?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const prices = createMidnightPrices(deps);
  const today = dayOf(clock.now() - SETTLED_MS);
  while (ending?.aborted !== true) {
    const progress = await readWorthProgress(database);
    const { target, doneThrough } = progress;
    if (target !== null) {
      await computeBatch(deps, prices, { ...progress, target });
    } else if (doneThrough === null || doneThrough < today) {
      await database.transaction((tx) => tx.run(beginPass, [today]));
    } else return;
  }
}

type Pass = WorthProgress & { readonly target: string };

async function computeBatch(deps: WorthDeps, prices: MidnightPrices, pass: Pass): Promise<void> {
  const { database } = deps;
  const { target, throughMember: from } = pass;
  const limit = pass.doneThrough === null ? MEMBERS_OF_FIRST_PASS : MEMBERS_MAX;
  const ids = await memberIdsAfter(database, { afterId: from, limit });
  const through = ids.at(-1);
  if (through === undefined) {
    await database.transaction((tx) => tx.run(endPass, [target, from]));
    return;
  }
  const { rows, steps } = await database.snapshot((reader) =>
    readBatch(reader, deps, { ids, pass, prices }),
  );
  const step: WorthStep = { target, from, through, rows };
  await database.transaction(async (tx) => {
    if (await addWorthDays(tx, step)) await addPaidIn(tx, steps);
  });
}

interface Computed {
  readonly rows: WorthStep['rows'];
  /** What was put in and taken out since it was last stored. */
  readonly steps: readonly PaidInStep[];
}

/** Shape: `reader` is a snapshot, so that a member's figures are of one moment and add up. */
async function readBatch(
  reader: Reader,
  deps: WorthDeps,
  { ids, pass, prices }: { ids: readonly number[]; pass: Pass; prices: MidnightPrices },
): Promise<Computed> {
  const { target, doneThrough } = pass;
  const since = doneThrough === null ? FIRST_DAY : dayAfter(doneThrough);
  const kept = await findPaidIn(reader, ids);
  const [balances, changes, keptDays, lasts, records] = await Promise.all([
    balancesOfMembers(reader, ids),
    dailyChanges(reader, ids, since),
    findPaidInSince(reader, ids, since),
    findLastDays(reader, ids, target),
    externalRecords(
      reader,
      kept.map(({ memberId, throughPosting: after }) => ({ memberId, after })),
    ),
  ]);
  const flows = grouped(await valueFlows(reader, deps, records), ({ memberId }) => memberId);
  const balancesOf = grouped(balances, ({ ownerId }) => ownerId);
  const changesOf = grouped(changes, ({ ownerId }) => ownerId);
  const keptDaysOf = grouped(keptDays, ({ memberId }) => memberId);
  const lastOf = new Map(lasts.map((last) => [last.memberId, last]));
  const rows: (WorthDay & { memberId: number })[] = [];
  const steps: PaidInStep[] = [];
  for (const { memberId, throughPosting, ...stored } of kept) {
    const recent = flows.get(memberId) ?? [];
    const settled = recent.filter(({ isSettled }) => isSettled);
    if (settled.length > 0) steps.push(stepOf(settled, { memberId, from: throughPosting }));
    const own = balancesOf.get(memberId) ?? [];
    const state: PresentState = {
      holdings: new Map(own.map((balance) => [balance.asset, ownedOf(balance)])),
      changes: changesOf.get(memberId) ?? [],
      flows: addFlows(stored, sumFlows(recent)),
      flowsOfDays: flowsOfDays(keptDaysOf.get(memberId) ?? [], recent),
    };
    const first = doneThrough === null ? firstDayOf(state) : since;
    if (first === undefined || (state.holdings.size === 0 && recent.length === 0)) continue;
    const days = daysBetween(first, target);
    const worthAt = await worthAtMidnights(reader, deps, { memberId, state, days, prices });
    const computed = withoutRepeats(worthDays(state, days, worthAt), lastOf.get(memberId));
    for (const row of computed) rows.push({ memberId, ...row });
  }
  return { rows, steps };
}

function grouped<Row>(rows: readonly Row[], memberOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(memberOf(row));
    if (group === undefined) groups.set(memberOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function flowsOfDays(
  stored: readonly { day: string; putIn: Amount; takenOut: Amount }[],
  recent: readonly ValuedFlow[],
): PresentState['flowsOfDays'] {
  const days = flowsByDay(recent);
  for (const { day, putIn, takenOut } of stored) {
    days.set(day, addFlows({ putIn, takenOut }, days.get(day) ?? NO_FLOWS));
  }
  return days;
}

/** The first midnight at which there can be something. */
function firstDayOf({ changes, flowsOfDays: flows }: PresentState): string | undefined {
  const days = [...changes.map(({ day }: Pick<DailyChange, 'day'>) => day), ...flows.keys()];
  const first = days.sort()[0];
  return first === undefined ? undefined : dayAfter(first);
}

/** As the assets page values coins now: what is held, reserved and in products, and a new coin at what was paid for it. */
async function worthAtMidnights(
  reader: Reader,
  deps: WorthDeps,
  given: {
    memberId: number;
    state: PresentState;
    days: readonly string[];
    prices: MidnightPrices;
  },
): Promise<(day: string, holdings: ReadonlyMap<string, Amount>) => Amount | null> {
  const { memberId, state, days, prices } = given;
  const assets = [...state.holdings.keys()];
  await prices.read(reader, assets, days);
  const isAlwaysPriced = (asset: string) =>
    days.every((day) => deps.valuation.worth(asset, ZERO, prices.of(day)) !== undefined);
  const worthOf: WorthOf = assets.every(isAlwaysPriced)
    ? (asset, amount, priceOf) => {
        const worth = deps.valuation.worth(asset, amount, priceOf);
        return worth === undefined ? undefined : { worth, isCost: false };
      }
    : await worthOfMember(reader, deps, memberId);
  return (day, holdings) => {
    const held = [...holdings].filter(([, amount]) => amount !== ZERO);
    if (held.some(([asset]) => prices.isMissing(asset, day))) return null;
    const priceOf = prices.of(day);
    return sum(held.map(([asset, amount]) => worthOf(asset, amount, priceOf)?.worth ?? ZERO));
  };
}
