/** The database cost of a member's notices, measured without a clock, for one with ten thousand of them. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// Loads every feature, so that all kinds are declared.
import '../src/app/compose.ts';
import {
  countUnread,
  listNotifications,
  markAllRead,
} from '../src/kernel/messaging/read-notifications.ts';
import type { Reader } from '../src/platform/database/database.ts';
import { allQueries, type Params } from '../src/platform/database/query.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type Explained, type Explainer, openExplainer } from './support/explain.ts';
import { WEDNESDAY_NOON } from './support/market.ts';

const HEAVY = 1;
const NOTICES = 10_000;
let fresh: FreshDatabase;
let explainer: Explainer;

/** Contract results, and a decision in every hundredth; as many again belong to two hundred others. */
const fill = `insert into notifications (member_id, about_id, created_at, kind, about, values)
  select case when n % 2 = 0 then ${HEAVY} else 2 + n % 400 end, n, $1,
    case when n % 200 = 0 then 'review.approved' else 'contract.won' end,
    case when n % 200 = 0 then 'withdrawal' else 'contract' end, '{}'
  from generate_series(1, ${2 * NOTICES}) n`;

beforeAll(async () => {
  fresh = await freshDatabase();
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(fill, [new Date(WEDNESDAY_NOON)]);
  await owner.query('vacuum analyze notifications');
  await owner.end();
  explainer = await openExplainer(fresh.ownerTarget);
});
afterAll(async () => {
  await explainer?.close();
  await fresh.drop();
});

/** What each statement of a function costs, by its name. */
async function costsOf(work: (reader: Reader) => Promise<unknown>) {
  const sent: { name: string; params: Params }[] = [];
  const { database } = fresh;
  await work({
    many: (query, params) => (
      sent.push({ name: query.name, params }), database.many(query, params)
    ),
    one: (query, params) => (sent.push({ name: query.name, params }), database.one(query, params)),
    maybe: (query, params) => (
      sent.push({ name: query.name, params }), database.maybe(query, params)
    ),
  });
  const costs: Record<string, Explained> = {};
  for (const { name, params } of sent) {
    const query = allQueries().find((each) => each.name === name)!;
    costs[name] = await explainer.explain(query, params);
  }
  return costs;
}

/** The key is used, and no row of another member is read: each row at most once in the key and once in the table. */
function expectOwnRows(costs: Record<string, Explained>) {
  for (const { indexes, wholeTables, rowsRead } of Object.values(costs)) {
    expect([...indexes, ...wholeTables]).toEqual(['notifications_pkey']);
    expect(rowsRead).toBeLessThanOrEqual(2 * NOTICES + 20);
  }
}

describe('a page of a member with ten thousand notices', () => {
  it.each([
    ['the first', 0],
    ['one in the middle', NOTICES / 2],
    ['the last', NOTICES - 20],
  ])('skips in the key and fetches twenty rows: %s', async (_page, offset) => {
    const page = { limit: 20, offset };
    const { notifications, total } = await listNotifications(fresh.database, HEAVY, page);
    expect([notifications.length, total]).toEqual([20, NOTICES]);
    const costs = await costsOf((reader) => listNotifications(reader, HEAVY, page));
    expectOwnRows(costs);
    expect(costs['kernel.notificationsOfMember']!.rowsFetched).toBeLessThanOrEqual(100);
  });

  it('of one group reads no notices of other members', async () => {
    const page = { limit: 20, offset: 0, group: 'money' as const };
    const { notifications, total } = await listNotifications(fresh.database, HEAVY, page);
    expect([notifications.length, total]).toEqual([20, 100]);
    expectOwnRows(await costsOf((reader) => listNotifications(reader, HEAVY, page)));
  });
});

const rowsReadBy = async (work: (reader: Reader) => Promise<unknown>) =>
  Object.values(await costsOf(work)).reduce((sum, { rowsRead }) => sum + rowsRead, 0);

describe('the count of unread notices', () => {
  it('stops at a hundred, and starts where the member marked all as read', async () => {
    const count = (reader: Reader) => countUnread(reader, HEAVY);
    expect(await count(fresh.database)).toBe(100);
    expect(await rowsReadBy(count)).toBeLessThan(250);
    const { notifications } = await listNotifications(fresh.database, HEAVY, {
      limit: 1,
      offset: 0,
    });
    const given = { memberId: HEAVY, through: notifications[0]!.id };
    await fresh.database.transaction((tx) => markAllRead(tx, given, WEDNESDAY_NOON + DAY_MS));
    expect(await count(fresh.database)).toBe(0);
    expect(await rowsReadBy(count)).toBeLessThan(10);
  });
});
