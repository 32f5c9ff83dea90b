/**
 * Everything that happened in an account, newest first: money, orders, security, conversations and operators' acts in one list.
 * Each source is read from where the page before ended, so a page costs the same at any depth.
 */
import { type Amount, formatDecimal } from '@tern/money';
import type { TimelineGroup, TimelineRow } from '@tern/protocol/operator';
import { readsNotes } from '@tern/protocol/operator';
import { recordsBetween } from '../../../../kernel/ledger/records.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import {
  type SecurityEvent,
  securityEventsBefore,
} from '../../../../kernel/members/security-events.ts';
import { auditChangesBefore, logLook } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { auditRowsOut } from '../audit-viewer/audit-out.ts';

interface Before {
  /** The id of the last row that was read; null: from the newest. */
  before: number | null;
  limit: number;
}

/** What other features list of an account. */
export interface TimelineSources {
  ordersOf(
    reader: Reader,
    memberId: number,
    range: Before,
  ): Promise<
    {
      id: number;
      createdAt: number;
      side: string;
      status: string;
      asset: string;
      amount: Amount;
    }[]
  >;
  chatsOf(
    reader: Reader,
    memberId: number,
    range: Before,
  ): Promise<{ id: number; state: string; createdAt: number }[]>;
  /** As the member reads it, in English. */
  titleOf(event: Pick<SecurityEvent, 'kind' | 'values'>): string;
}

/** What a page is read with. */
export interface ReadDeps extends TimelineSources {
  clock: Clock;
  reviews: Reviews;
}

export interface TimelineDeps extends ReadDeps {
  database: Database;
}

/** Whether an operator sees all acts: one that the member is not shown may be about a suspicion. */
export const seesAllActs = ({ permissions }: Pick<Reviewer, 'permissions'>): boolean =>
  readsNotes('compliance', permissions);

const PAGE_ROWS = 30;
export const GROUPS = ['money', 'orders', 'security', 'chats', 'acts'] as const;

type Reading = (memberId: number, range: Before) => Promise<TimelineRow[]>;

const blank = { reference: '', coinname: null, amount: null, place: '', entry: null } as const;

function readings(
  deps: ReadDeps,
  database: Reader,
  hasAllActs: boolean,
): Readonly<Record<TimelineGroup, Reading>> {
  return {
    async money(memberId, { before, limit }) {
      const from = before === null ? null : before - 1;
      const whole = { asset: null, kinds: null, since: 0, until: deps.clock.now() } as const;
      const range = { ...whole, memberId, from, isOldestFirst: false, limit };
      return (await recordsBetween(database, range)).map((record) => ({
        ...blank,
        group: 'money',
        ID: record.id,
        CreatedAt: isoTime(record.effectiveAt),
        what: String(record.kind),
        coinname: record.asset,
        amount: formatDecimal(record.amount),
      }));
    },
    async orders(memberId, range) {
      return (await deps.ordersOf(database, memberId, range)).map((order) => ({
        ...blank,
        group: 'orders',
        ID: order.id,
        CreatedAt: isoTime(order.createdAt),
        what: `${order.side}.${order.status}`,
        reference: String(order.id),
        coinname: order.asset,
        amount: formatDecimal(order.amount),
      }));
    },
    async security(memberId, { before, limit }) {
      const events = await database.many(securityEventsBefore, [memberId, before, limit]);
      return events.map((event) => ({
        ...blank,
        group: 'security',
        ID: event.id,
        CreatedAt: isoTime(event.createdAt),
        what: deps.titleOf(event),
        place: [event.device, event.address].filter(Boolean).join(', '),
      }));
    },
    async chats(memberId, range) {
      return (await deps.chatsOf(database, memberId, range)).map((chat) => ({
        ...blank,
        group: 'chats',
        ID: chat.id,
        CreatedAt: isoTime(chat.createdAt),
        what: chat.state,
        reference: String(chat.id),
      }));
    },
    async acts(memberId, range) {
      const shown = { ...range, isShownOnly: !hasAllActs };
      const entries = await auditChangesBefore(database, memberId, shown);
      const rows = await auditRowsOut(database, entries, deps.reviews);
      return rows.map((entry) => ({
        ...blank,
        group: 'acts',
        ID: entry.ID,
        CreatedAt: entry.CreatedAt,
        what: entry.action,
        // The reasons of acts are in the audit log, for auditors.
        entry: { ...entry, reason: '', address: '' },
      }));
    },
  };
}

/** "money.120~acts.7": the last row of each group that was given. */
function readCursor(cursor: string): Map<string, number> {
  return new Map(
    cursor
      .split('~')
      .filter(Boolean)
      .map((part) => {
        const [group = '', id] = part.split('.');
        return [group, Number(id)];
      }),
  );
}

/**
 * The next page. `cursor`: that of the page before; empty for the newest. `group`: absent for all. The look is logged.
 * @throws not-found
 */
export async function customerTimeline(
  deps: TimelineDeps,
  actor: Reviewer,
  query: { memberId: number; group: TimelineGroup | undefined; cursor: string },
): Promise<{ list: TimelineRow[]; next: string | null }> {
  const { database, clock } = deps;
  const { memberId, group, cursor } = query;
  if ((await memberById(database, memberId)) === undefined) throw new Refusal('not-found');
  const look = {
    actor,
    action: 'customer.timeline',
    subject: `member:${memberId}`,
    memberId,
  } as const;
  await database.transaction((tx) => logLook(tx, look, clock.now()));
  const wanted = group === undefined ? GROUPS : [group];
  const given = { memberId, groups: wanted, hasAllActs: seesAllActs(actor) };
  return timelinePage(deps, database, { ...given, cursor, rows: PAGE_ROWS });
}

/** The rows behind `cursor`, newest first; nothing is logged. */
export async function timelinePage(
  deps: ReadDeps,
  reader: Reader,
  given: {
    memberId: number;
    groups: readonly TimelineGroup[];
    hasAllActs: boolean;
    cursor: string;
    rows: number;
  },
): Promise<{ list: TimelineRow[]; next: string | null }> {
  const { memberId, groups, hasAllActs, rows } = given;
  const last = readCursor(given.cursor);
  const read = readings(deps, reader, hasAllActs);
  const waiting = await Promise.all(
    groups.map((each) => read[each](memberId, { before: last.get(each) ?? null, limit: rows + 1 })),
  );
  const list = mergeNewest(waiting, rows);
  for (const row of list) last.set(row.group, row.ID);
  const isMore = waiting.some((left) => left.length > 0);
  const next = [...last].map(([each, id]) => `${each}.${id}`).join('~');
  return { list, next: isMore ? next : null };
}

/**
 * Takes rows off the lists, always the newest of their first ones. The order within a list is kept, even where times are not in
 * the order of ids, so that the rest of a list begins after the last row taken from it.
 */
function mergeNewest<Row extends { CreatedAt: string }>(lists: Row[][], most: number): Row[] {
  const merged: Row[] = [];
  while (merged.length < most) {
    const [first] = lists
      .filter((list) => list.length > 0)
      .toSorted((left, right) => (left[0]!.CreatedAt < right[0]!.CreatedAt ? 1 : -1));
    const row = first?.shift();
    if (row === undefined) break;
    merged.push(row);
  }
  return merged;
}
