import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { publishDue } from '../src/features/backoffice/announcement/edition-kind.ts';
import { notifyMembers } from '../src/features/backoffice/announcement/notify-members.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { DAY_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { manualClock, WEDNESDAY_NOON } from './support/market.ts';

/** More than two batches. */
const MEMBERS = 2_300;
const clock = manualClock();
const bus = createLocalBus(() => {});
let fresh: FreshDatabase;
let owner: Client;

/** Every seventh reads German, every hundredth is banned. */
const fill = `insert into members (email, country_code, phone, password_hash, invite_code, lang, is_banned, created_at, updated_at)
  select 'm' || n || '@example.com', '1', n, '', 'c' || n, case when n % 7 = 0 then 'de' else 'en' end, n % 100 = 0, $1, $1
  from generate_series(1, $2::int) n`;

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
  const before = new Date(WEDNESDAY_NOON - DAY_MS);
  await owner.query(fill, [before, MEMBERS]);
});
beforeEach(() => clock.set(WEDNESDAY_NOON));
afterAll(async () => {
  await owner.end();
  await fresh.drop();
});

const deps = () => ({ database: fresh.database, clock, bus });
const run = () => notifyMembers(deps());
const texts = {
  en: { title: 'Withdrawals pause', body: 'On Sunday.' },
  de: { title: 'Auszahlungen pausieren', body: 'Am Sonntag.' },
};

/** An edition that two operators have approved, published now; returns the id of its announcement. */
async function publish(cate = 1, of?: number): Promise<number> {
  const at = new Date(clock.now());
  const { rows } = of
    ? { rows: [{ id: String(of) }] }
    : await owner.query<{ id: string }>(
        'insert into announcements (cate, created_at) values ($1, $2) returning id',
        [cate, at],
      );
  const { id } = rows[0]!;
  await owner.query(
    `insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
      values ($1, $2, $3, 'Members should know.', 'agreed', $3)`,
    [id, texts, at],
  );
  await publishDue(deps());
  return Number(id);
}

/** How many members have how many notices of it, and with which titles. */
async function sentOf(id: number) {
  const { rows } = await owner.query<{ members: number; notices: number; titles: string[] }>(
    `select count(distinct member_id)::int as members, count(*)::int as notices,
        array_agg(distinct n.values ->> 'title' || ' ' || m.lang) as titles
      from notifications n join members m on m.id = n.member_id
      where n.kind = 'announcement.published' and n.about = 'announcement' and n.about_id = $1`,
    [id],
  );
  return rows[0]!;
}
const WANTED = MEMBERS - MEMBERS / 100;

it('an announcement reaches every member once, in batches, in their language, however many instances run', async () => {
  const id = await publish();
  await run();
  expect(await sentOf(id)).toMatchObject({ members: 1_000, notices: 1_000 });
  for (let count = 0; count < 3; count += 1) await Promise.all([run(), run()]);
  const titles = ['Auszahlungen pausieren de', 'Withdrawals pause en'];
  expect(await sentOf(id)).toEqual({ members: WANTED, notices: WANTED, titles });
});

it('a corrected edition brings no second notice, nor a late member one', async () => {
  const id = await publish();
  clock.advance(MINUTE_MS);
  await publish(1, id);
  await owner.query(
    `insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
      values ('late@example.com', '1', 'late', '', 'late', $1, $1)`,
    [new Date(clock.now())],
  );
  for (let count = 0; count < 5; count += 1) await run();
  expect(await sentOf(id)).toMatchObject({ members: WANTED, notices: WANTED });
});

it('an announcement that is withdrawn meanwhile reaches nobody else, until it is published again', async () => {
  const id = await publish();
  await run();
  await owner.query('update announcements set published_at = null where id = $1', [id]);
  await run();
  expect(await sentOf(id)).toMatchObject({ notices: 1_000 });
  await publish(1, id);
  for (let count = 0; count < 3; count += 1) await run();
  expect(await sentOf(id)).toMatchObject({ members: WANTED, notices: WANTED });
});

it.each([2, 3])('a text of category %i brings no notice', async (cate) => {
  const id = await publish(cate);
  await run();
  expect(await sentOf(id)).toMatchObject({ notices: 0 });
});
