/** What the lists of reviews read: what they give, and the open ones at most. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  countDecided,
  countOfMember,
  countOpen,
  countsByKind,
  listDecided,
  listOfMember,
  listOpen,
  reviewsFound,
} from '../src/kernel/review/queue-rows.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type Explainer, openExplainer } from './support/explain.ts';

const DECIDED = 20_000;
const OPEN = 400;
const KINDS = ['deposit', 'withdrawal', 'identity', 'wire'];

let fresh: FreshDatabase;
let explainer: Explainer;
/** With the plan for these parameters, which the server keeps for a list without filters: it costs less than one for any. */
let unfiltered: Explainer;

const fill = `
  insert into members (id, email, country_code, phone, password_hash, invite_code, created_at, updated_at) overriding system value
    select i, i || '@plans.test', '86', i::text, 'none', 'plans' || i, now(), now() from generate_series(1, 2000) i;
  insert into reviews (kind, subject_id, member_id, approvals, facts, facts_hash, created_at, due_at, updated_at)
    select (array['deposit', 'withdrawal', 'identity', 'wire'])[1 + i % 4], i, 1 + i % 2000, 2, '{}', i::text, now() - i * interval '1 minute',
      now() + (i % 97) * interval '1 minute', now()
    from generate_series(1, ${DECIDED + OPEN}) i;
  update reviews set state = 'cancelled', decided_at = now() where id <= ${DECIDED};
  analyze reviews`;

beforeAll(async () => {
  fresh = await freshDatabase();
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(fill);
  await owner.query('vacuum analyze reviews');
  await owner.end();
  explainer = await openExplainer(fresh.ownerTarget);
  unfiltered = await openExplainer(fresh.ownerTarget, 'custom');
});
afterAll(async () => {
  await unfiltered.close();
  await explainer.close();
  await fresh.drop();
});

const at = Date.now();
const moment = [at, at - 86_400_000] as const;

it('reads a page of open reviews in the order of their due times', async () => {
  const plan = await unfiltered.explain(listOpen, [...moment, null, null, false, 50, 0]);
  expect(plan.indexes).toContain('reviews_open');
  expect(plan.wholeTables).not.toContain('reviews');
  expect(plan.rowsRead).toBeLessThanOrEqual(50);
});

it('reads the open ones at most for a kind, a stage or a count', async () => {
  const plans = [
    await explainer.explain(listOpen, [...moment, 'second', 'wire', false, 50, 0]),
    await explainer.explain(countOpen, [...moment, 'first', null, true]),
    await explainer.explain(countsByKind, [...moment]),
  ];
  for (const plan of plans) {
    expect(plan.wholeTables).not.toContain('reviews');
    // From the index, and from the table.
    expect(plan.rowsRead).toBeLessThanOrEqual(2 * OPEN);
  }
});

it('reads the newest decided ones of each kind, and counts to its bound', async () => {
  const one = await explainer.explain(listDecided, [...moment, ['wire'], 50, 0]);
  const all = await explainer.explain(listDecided, [...moment, KINDS, 50, 0]);
  expect(one.indexes).toContain('reviews_decided');
  expect(one.rowsRead).toBeLessThanOrEqual(2 * 50);
  expect(all.rowsRead).toBeLessThanOrEqual((KINDS.length + 1) * 50);
  const counted = await explainer.explain(countDecided, [KINDS, 1_000]);
  expect(counted.rowsRead).toBeLessThanOrEqual(1_000);
});

it('reads what was found, and the reviews of one member, without the others', async () => {
  const plans = [
    await explainer.explain(reviewsFound, [...moment, 77, KINDS, [77, 77, 77, 77], [7], 50]),
    await explainer.explain(listOfMember, [...moment, 7, true, 50, 0]),
    await explainer.explain(countOfMember, [7, false]),
  ];
  for (const plan of plans) {
    expect(plan.wholeTables).not.toContain('reviews');
    expect(plan.rowsRead).toBeLessThanOrEqual(60);
  }
});
