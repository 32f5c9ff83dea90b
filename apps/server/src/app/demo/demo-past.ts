/** At the first start in paper mode, the demo member gets a past: calls and jobs at the times when they would have run. */
import type { PriceHistory } from '../../kernel/prices/tick-history.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import type { Parts } from '../compose/parts.ts';
import type { DemoMember } from '../seed.ts';
import type { Past } from './past.ts';
import { createPastServer } from './past-server.ts';
import { peopleOfThePast } from './past-people.ts';
import { productsOfThePast } from './past-products.ts';

/** After the payouts of midnight, which wait ten minutes for a price, as no later one arrives, and before the day's notice. */
const DAILY_JOBS_AT = 11 * MINUTE_MS;
/** Nobody is sent e-mails of those days, so they are delivered then, to nobody. */
const MESSAGES = ['notification.email', 'outgoing-messages.deliver'];
/** Of any hour: those due are made before each act, so that records are in order. */
const PAYOUTS = 'staking.pay';
/** What falls due without a member's act. The server itself does what is left of the last day. */
const DAILY_JOBS = [
  // Posted as of the time they were due, so before what is posted when it happens.
  PAYOUTS,
  'offering.release',
  'earn.pay',
  'loan.collect',
  // Rewards follow counted records.
  'records.count',
  'invitation.reward',
  'notification.yields',
  ...MESSAGES,
];
/** Those that the acts need. */
const SYMBOLS = ['btcusdt', 'ethusdt', 'solusdt'];

/**
 * Runs once all features have started and before their jobs do, so that nothing else happens meanwhile. Everything passes the
 * rules and the database's own checks, as if the server had run for all this time.
 */
export async function actDemoPast(
  parts: Parts & { history: PriceHistory },
  { memberId, since, now }: DemoMember,
): Promise<void> {
  const server = await createPastServer(parts);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const past: Past = {
    server,
    memberId,
    on: (daysAgo, hour) => today - daysAgo * DAY_MS + hour * HOUR_MS,
    before: (minutes) => now - minutes * MINUTE_MS,
  };
  const acts = [...productsOfThePast(past), ...peopleOfThePast(past, parts)];
  const runDailyJobs = async () => {
    for (const job of DAILY_JOBS) await server.runJob(job);
  };
  for (let at = today; at > since; at -= DAY_MS) {
    acts.push({ at: at + DAILY_JOBS_AT, act: runDailyJobs });
  }
  const rest = async () => {
    for (const job of MESSAGES) await server.runJob(job);
  };
  acts.push({ at: now, act: rest });
  for (const { at, act } of acts.toSorted((one, other) => one.at - other.at)) {
    if (at > now) break;
    server.setTime(at);
    if (act !== runDailyJobs) {
      await server.readPrices(SYMBOLS);
      await server.runJob(PAYOUTS);
    }
    await act();
  }
  await server.stop();
}
