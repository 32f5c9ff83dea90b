/** The timeline of a case: what happened in it, and in the account of its customer, in one list, newest first. */
import type { CaseTimelineRow, TimelineGroup } from '@tern/protocol/operator';
import { caseById, type CaseEvent, eventsBefore } from '../../../kernel/cases/store-cases.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import type { Reviewer } from '../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { CasesDeps } from './deps.ts';
import { logCaseLook } from './show-case.ts';

const OWN = 'case';
const ACCOUNT: readonly TimelineGroup[] = ['money', 'orders', 'security', 'chats', 'acts'];
const PAGE_ROWS = 30;
/** A case has fewer. */
const EVENTS_MAX = 200;
/** The account has no older rows. */
const ENDED = 'end.0';

/** The part of the cursor that names the last event of the case; the rest is the account's. */
function splitCursor(cursor: string): { before: number | null; account: string; isEnded: boolean } {
  const parts = cursor.split('~').filter(Boolean);
  const own = parts.find((part) => part.startsWith(`${OWN}.`));
  return {
    before: own === undefined ? null : Number(own.slice(OWN.length + 1)),
    account: parts.filter((part) => part !== own && part !== ENDED).join('~'),
    isEnded: parts.includes(ENDED),
  };
}

/**
 * A page holds thirty rows of the account and the events of the case that are not older than the last of them; the last page has all
 * that are left. `cursor`: `next` of the page before. The look is logged.
 * @throws not-found
 */
export async function caseTimeline(
  deps: CasesDeps,
  actor: Reviewer,
  query: { id: number; group: 'case' | TimelineGroup | undefined; cursor: string },
): Promise<{ list: CaseTimelineRow[]; next: string | null }> {
  const { database } = deps;
  const { id, group, cursor } = query;
  await logCaseLook(deps, actor, id);
  const { memberId } = await database.one(caseById, [id]);
  const { before, account, isEnded } = splitCursor(cursor);
  const groups = isEnded || group === OWN ? [] : group === undefined ? ACCOUNT : [group];
  const given = { memberId, groups, hasAllActs: true, cursor: account, rows: PAGE_ROWS };
  const page = await deps.timelineOf(database, given);
  const wantsOwn = group === undefined || group === OWN;
  const own = wantsOwn ? await database.many(eventsBefore, [id, before, EVENTS_MAX + 1]) : [];
  const oldest = page.next === null ? undefined : page.list.at(-1)?.CreatedAt;
  const events = own
    .slice(0, EVENTS_MAX)
    .filter(({ createdAt }) => oldest === undefined || isoTime(createdAt) >= oldest);
  const isMoreOwn = own.length > events.length;
  const rows = [
    ...(await eventRows(database, events)),
    ...page.list.map((row) => ({ ...row, login: '', text: '', facts: null })),
  ];
  const last = events.at(-1)?.id ?? before;
  const parts = [page.next ?? ENDED, last === null ? '' : `${OWN}.${last}`];
  return {
    list: rows.toSorted((one, other) => Date.parse(other.CreatedAt) - Date.parse(one.CreatedAt)),
    next: page.next !== null || isMoreOwn ? parts.filter(Boolean).join('~') : null,
  };
}

async function eventRows(reader: Reader, events: readonly CaseEvent[]): Promise<CaseTimelineRow[]> {
  const logins = await operatorLogins(
    reader,
    events.flatMap(({ operatorId }) => (operatorId === null ? [] : [operatorId])),
  );
  return events.map((event) => ({
    group: OWN,
    ID: event.id,
    CreatedAt: isoTime(event.createdAt),
    what: event.kind,
    reference: '',
    coinname: null,
    amount: null,
    place: '',
    entry: null,
    login: logins.get(event.operatorId ?? 0) ?? '',
    text: event.body,
    facts: event.detail,
  }));
}
