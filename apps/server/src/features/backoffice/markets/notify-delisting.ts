/** Notifies members whom a delisting concerns, and again if it is withdrawn: holders of the coin, and those with open orders. */
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import {
  type Delisting,
  delistingToNotify,
  setDelistingNotified,
} from '../../../kernel/catalog/market-delistings.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { holdersAfter } from '../../../kernel/ledger/holders.ts';
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { HaltDeps } from './halt-market.ts';

const closing = {
  category: 'money',
  values: { market: 'text', coin: 'text', ordersUntil: 'moment', closesAt: 'moment' },
} as const;

export const marketNotices = defineNotices({
  'market.closing': closing,
  'market.coinClosing': {
    category: 'money',
    values: { ...closing.values, withdrawalsUntil: 'moment' },
  },
  'market.coinReminder': {
    category: 'money',
    values: { coin: 'text', withdrawalsUntil: 'moment' },
  },
  'market.stays': { category: 'money', values: { market: 'text' } },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    markets: typeof marketNotices;
  }
}

export interface NotifyDeps extends HaltDeps {
  /** Members with open or waiting orders of a market, the next ones by id. */
  membersTrading(
    reader: Reader,
    instrumentId: number,
    range: { afterId: number; limit: number },
  ): Promise<number[]>;
}

const MEMBERS_MAX = 200;

/** One batch in each run; the delisting remembers how far it got. */
export async function notifyDelisting(deps: NotifyDeps): Promise<void> {
  const { database, clock, bus } = deps;
  const count = await database.transaction((tx) => notifyBatch(tx, deps, clock.now()));
  if (count > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
}

async function notifyBatch(tx: Tx, deps: NotifyDeps, at: number): Promise<number> {
  const delisting = await tx.maybe(delistingToNotify, []);
  const instrument = delisting && deps.instruments.findById(delisting.instrumentId);
  if (delisting === undefined || instrument === undefined) return 0;
  const { id, notifiedThrough } = delisting;
  const members = await concerned(tx, deps, { instrument, afterId: notifiedThrough });
  for (const memberId of members) await notifyMember(tx, instrument, { delisting, memberId, at });
  const last = members.at(-1);
  await tx.run(setDelistingNotified, [id, last ?? notifiedThrough, last === undefined ? at : null]);
  return members.length;
}

/** Ascending: as far as both lists reach. */
async function concerned(
  reader: Reader,
  deps: NotifyDeps,
  { instrument, afterId }: { instrument: Instrument; afterId: number },
): Promise<number[]> {
  const range = { afterId, limit: MEMBERS_MAX };
  const lists = [
    await holdersAfter(reader, instrument.base, range),
    await deps.membersTrading(reader, instrument.id, range),
  ];
  const ends = lists.flatMap((list) => (list.length < MEMBERS_MAX ? [] : (list.at(-1) ?? [])));
  const through = Math.min(...ends);
  return [...new Set(lists.flat())]
    .filter((id) => id <= through)
    .sort((left, right) => left - right);
}

async function notifyMember(
  tx: Tx,
  { base, quote }: Instrument,
  { delisting, memberId, at }: { delisting: Delisting; memberId: number; at: number },
): Promise<void> {
  const market = `${base}/${quote}`;
  const { ordersUntil, closesAt, withdrawalsUntil } = delisting;
  if (delisting.state === 'withdrawn') {
    await notify(tx, { memberId, kind: 'market.stays', values: { market } }, at);
    return;
  }
  const dates = { ordersUntil: isoTime(ordersUntil), closesAt: isoTime(closesAt) };
  const values = { market, coin: base, ...dates };
  if (withdrawalsUntil === null) {
    await notify(tx, { memberId, kind: 'market.closing', values }, at);
    return;
  }
  const all = { ...values, withdrawalsUntil: isoTime(withdrawalsUntil) };
  await notify(tx, { memberId, kind: 'market.coinClosing', values: all }, at);
}
