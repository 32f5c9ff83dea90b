/** Ends plans that buy in a delisted market, and notifies their members (ADR 95). */
import { formatDecimal } from '@tern/money';
import { type Instrument, instrumentState } from '../../../kernel/catalog/instruments.ts';
import { MEMBER_EVENTS_WAKE, recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type EndDeps, skipWaiting } from './end-buy.ts';
import { QUOTE } from './rules.ts';
import { lockPlan, plansBuying, updatePlan } from './store.ts';

export interface EndDelistedDeps extends EndDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
}

const PLANS_AT_ONCE = 100;

export async function endDelistedPlans(deps: EndDelistedDeps): Promise<void> {
  const { database, clock, bus, instruments } = deps;
  for (const instrument of instruments.all) {
    if (instrument.state !== instrumentState.closed) continue;
    const plans = await database.many(plansBuying, [instrument.id, PLANS_AT_ONCE]);
    for (const { id } of plans) {
      await database.transaction((tx) => endOne(tx, deps, { id, instrument, at: clock.now() }));
    }
    if (plans.length > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
  }
}

async function endOne(
  tx: Tx,
  deps: EndDeps,
  { id, instrument, at }: { id: number; instrument: Instrument; at: number },
): Promise<void> {
  const plan = await lockPlan(tx, id);
  if (plan === undefined || plan.state === 'ended') return;
  const rested = await skipWaiting(tx, deps, { plan, at });
  await updatePlan(tx, { ...rested, state: 'ended', pausedBy: null, stateAt: at, nextAt: null });
  const { memberId } = plan;
  await recordMemberEvents(tx, [{ memberId, topic: 'recurring.changed', data: { ID: id } }], at);
  const values = {
    amount: formatDecimal(plan.amount),
    quote: QUOTE,
    market: `${instrument.base}/${instrument.quote}`,
  };
  const about = { kind: 'recurring', id };
  await notify(tx, { memberId, kind: 'recurring.delisted', about, values }, at);
}
