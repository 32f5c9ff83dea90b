/** Reminds members who still hold a coin that goes, a week and a day before its last withdrawal, each time once. */
import {
  beginReminders,
  reminderToSend,
  setReminded,
} from '../../../kernel/catalog/delisting-reminders.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { holdersAfter } from '../../../kernel/ledger/holders.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { HaltDeps } from './halt-market.ts';

const MEMBERS_MAX = 200;

/** One batch in each run, in one transaction with how far it got: whoever runs it, each member is reminded once. */
export async function remindHolders(deps: HaltDeps): Promise<void> {
  const { database, clock, bus } = deps;
  const count = await database.transaction((tx) => remindBatch(tx, deps, clock.now()));
  if (count > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
}

async function remindBatch(tx: Tx, deps: HaltDeps, at: number): Promise<number> {
  await tx.run(beginReminders, [at]);
  const reminder = await tx.maybe(reminderToSend, [at]);
  const instrument = reminder && deps.instruments.findById(reminder.instrumentId);
  if (reminder === undefined || instrument === undefined) return 0;
  const { delistingId, days, remindedThrough } = reminder;
  const range = { afterId: remindedThrough, limit: MEMBERS_MAX };
  const coin = instrument.base;
  const members = await holdersAfter(tx, coin, range);
  const values = { coin, withdrawalsUntil: isoTime(reminder.withdrawalsUntil) };
  for (const memberId of members) {
    await notify(tx, { memberId, kind: 'market.coinReminder', values }, at);
  }
  const last = members.at(-1);
  const through = last ?? remindedThrough;
  await tx.run(setReminded, [delistingId, days, through, last === undefined ? at : null]);
  return members.length;
}
