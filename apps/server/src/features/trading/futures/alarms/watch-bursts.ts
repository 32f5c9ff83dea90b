/** Looks every two seconds for bursts of results, of an account or of accounts that share a device or an address (ADR 88). */
import { formatDecimal } from '@tern/money';
import { futuresOutcome } from '@tern/protocol';
import {
  type Burst,
  BURST_WINDOW_MS,
  type BurstContract,
  burstOf,
  type Outcome,
} from '@tern/settlement';
import { membersSharingDevices } from '../../../../kernel/members/devices.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import type { Job } from '../../../../platform/feature.ts';
import type { FuturesDeps } from '../deps.ts';
import { insertAlarm } from '../store-alarms.ts';
import {
  findWinners,
  type RecentContract,
  recentContractsOf,
  stoppedAmong,
  stopMembers,
} from '../store-bursts.ts';

const EVERY_MS = 2_000;
/** Accounts that signed in from one device or address within this time belong together. */
const SHARED_MS = 30 * DAY_MS;

const OUTCOMES: Readonly<Record<number, Outcome>> = {
  [futuresOutcome.win]: 'win',
  [futuresOutcome.loss]: 'loss',
  [futuresOutcome.tie]: 'tie',
};

export class BurstWatch {
  private readonly deps: FuturesDeps;
  /** The id before the first contract that may still count. */
  private from = 0;

  constructor(deps: FuturesDeps) {
    this.deps = deps;
  }

  job(): Job {
    return { name: 'futures.watch-bursts', everyMs: EVERY_MS, run: () => this.look() };
  }

  /** Raises an alarm for each burst, and stops new contracts of its accounts. */
  async look(): Promise<void> {
    const { database, clock } = this.deps;
    const now = clock.now();
    const since = now - BURST_WINDOW_MS;
    const { memberIds, nextFrom } = await findWinners(database, this.from, since);
    this.from = nextFrom;
    if (memberIds.length === 0) return;
    const pairs = await membersSharingDevices(database, memberIds, now - SHARED_MS);
    const everyone = [...new Set([...memberIds, ...pairs.map(({ otherId }) => otherId)])];
    const stopped = await stoppedAmong(database, everyone);
    const watched = everyone.filter((memberId) => !stopped.has(memberId));
    const contracts = await recentContractsOf(database, watched, since);
    const isBurst = async (members: ReadonlySet<number>): Promise<boolean> => {
      const own = contracts.filter(({ memberId }) => members.has(memberId));
      const burst = burstOf(own.map(asBurstContract));
      if (burst !== undefined) await this.stop(own, burst, now);
      return burst !== undefined;
    };
    for (const group of groupsOf(watched, pairs)) {
      // Each account for itself first: others of its address are not stopped for what it did alone, and hide nothing of it.
      let areAlone = false;
      for (const memberId of group) if (await isBurst(new Set([memberId]))) areAlone = true;
      if (!areAlone && group.size > 1) await isBurst(group);
    }
  }

  private async stop(own: readonly RecentContract[], burst: Burst, at: number): Promise<void> {
    const { database, log } = this.deps;
    const memberIds = [...new Set(own.map(({ memberId }) => memberId))];
    const memberId = mostOf(own, memberIds);
    const of = {
      kind: 'burst',
      subject: 'account',
      memberId,
      instrumentId: null,
      period: at - BURST_WINDOW_MS,
      side: 'above',
    };
    const { net, netLimit, wins, losses, winsLimit } = burst;
    const amounts = { net: formatDecimal(net), netLimit: formatDecimal(netLimit) };
    const detail = {
      kind: 'burst',
      accounts: memberIds.length,
      wins,
      losses,
      winsLimit,
      ...amounts,
    };
    const alarmId = await database.transaction(async (tx) => {
      const { id } = await insertAlarm(tx, { ...of, ...burst, raisedAt: at });
      await stopMembers(tx, { alarmId: id, memberIds }, at);
      const act = { actor: undefined, action: 'resultAlarm.raise' as const, memberId };
      await logAct(tx, { ...act, subject: `resultAlarm:${id}`, detail }, at);
      return id;
    });
    log.error({ alarmId, ...detail }, 'a burst of results is outside what chance allows');
  }
}

/** The member of most contracts: the alarm is theirs. */
function mostOf(own: readonly RecentContract[], memberIds: readonly number[]): number {
  const count = (id: number) => own.filter(({ memberId }) => memberId === id).length;
  return memberIds.reduce((most, id) => (count(id) > count(most) ? id : most));
}

const asBurstContract = (row: RecentContract): BurstContract => ({
  acceptedAt: row.acceptedAt,
  knownAt: row.dueAt ?? row.acceptedAt,
  direction: row.direction,
  outcome: OUTCOMES[row.outcome],
  stake: row.stake,
  payoutRatio: row.payoutRatio,
  profit: row.profit,
});

/** Each account once: alone, or with all that pairs connect it with. */
export function groupsOf(
  ids: readonly number[],
  pairs: readonly { readonly memberId: number; readonly otherId: number }[],
): ReadonlySet<number>[] {
  const groups = new Map(ids.map((id) => [id, new Set([id])]));
  for (const { memberId, otherId } of pairs) {
    const [one, other] = [groups.get(memberId), groups.get(otherId)];
    if (one === undefined || other === undefined || one === other) continue;
    for (const id of other) {
      one.add(id);
      groups.set(id, one);
    }
  }
  return [...new Set(groups.values())];
}
