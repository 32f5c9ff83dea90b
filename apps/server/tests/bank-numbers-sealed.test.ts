/** Numbers of cards and accounts at rest: sealed when they are written, and once after the upgrade in rows from before (ADR 72). */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { turnLockOn } from '../src/features/funding/address-book/address-lock.ts';
import { listCards } from '../src/features/funding/bank-cards/cards.ts';
import { fundingAccount, sealStoredNumbers } from '../src/features/funding/index.ts';
import { listAtBank } from '../src/features/funding/payout/list-at-bank.ts';
import { payouts } from '../src/features/funding/payout/payouts.ts';
import { listRequests } from '../src/features/funding/request/list.ts';
import { showNumbers, showReview } from '../src/features/operators/reviews/show-review.ts';
import { pageOf } from '../src/kernel/requests/page.ts';
import { changedGuards, recordGuards } from '../src/kernel/invariants/schema-guards.ts';
import { reviewOf } from '../src/kernel/review/list-reviews.ts';
import { isConnectionFailure } from '../src/platform/database/database-errors.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { clusterAdmin, MIGRATIONS } from './support/cluster.ts';
import { columnsWith } from './support/every-column.ts';
import { CARD, type FiatWorld, fiatWorld } from './support/fiat.ts';
import { untilLocked } from './support/lock-waits.ts';

const NUMBER = '4000123456784821';
const IBAN = 'DE89370400440532013000';
const DAY = 86_400_000;

let world: FiatWorld;
let owner: Client;

beforeEach(async () => {
  world = await fiatWorld();
  owner = new Client(world.fresh.ownerTarget);
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await world.fresh.drop();
});

const inClear = () => columnsWith(owner, NUMBER, IBAN, CARD.bankcard, CARD.ibna);

/** A member with the card, and this many payouts to it. */
async function payee(count: number) {
  const memberId = await world.member({ USDT: '1000' });
  const cardId = await world.card(memberId);
  const payoutIds: number[] = [];
  for (let each = 0; each < count; each += 1) {
    payoutIds.push((await world.payOut(memberId, cardId)).ID);
  }
  return { memberId, cardId, payoutIds };
}

/** What the export of the member has of their numbers. */
async function exported(memberId: number, box = world.deps.secretBox) {
  const found: unknown[] = [];
  for (const held of fundingAccount(box).held) {
    for await (const rows of held.read(world.database, memberId)) {
      const numbers = rows.filter((row) => 'iban' in row);
      found.push(...numbers.map((row) => [held.name, row['card_number'], row['iban']]));
    }
  }
  return found;
}

/** An approved payout that the bank refused. */
const sendBack = async (id: number) =>
  world.agree('payback', world.operators.second, await world.proposeReturn(id), 'second');

const reviewOfPayout = async (id: number) => (await reviewOf(world.database, 'payout', id))!.id;

describe('the numbers of a card', () => {
  it('are stored nowhere in clear, whatever became of a payout to it', async () => {
    const { memberId, payoutIds } = await payee(3);
    const [paid = 0, rejected = 0, back = 0] = payoutIds;
    await world.pay(paid);
    await world.reject('payout', rejected, 'The card is not theirs.');
    await world.approve('payout', back);
    await sendBack(back);
    const review = await reviewOfPayout(paid);
    await showNumbers(world.deps, world.operators.first, review);
    expect(await inClear()).toEqual([]);
    // Their owner gets them all.
    expect(await exported(memberId)).toEqual([
      ['bank-cards', NUMBER, IBAN],
      ...payoutIds.map(() => ['fiat-withdrawals', NUMBER, IBAN]),
    ]);
  });

  it('are another text for each member, so that equal ones do not show', async () => {
    await payee(0);
    await payee(0);
    const { rows } = await owner.query('select distinct card_number, iban from bank_cards');
    expect(rows).toHaveLength(2);
  });

  it('are opened for a logged look only, in no list', async () => {
    const { memberId, payoutIds } = await payee(1);
    const [id = 0] = payoutIds;
    await world.approve('payout', id);
    const open = vi.spyOn(world.deps.secretBox, 'open');
    const page = pageOf({});
    const atBank = await listAtBank(world.database, { page, search: '' });
    expect(atBank.list).toMatchObject([{ bankcard: '**** 4821', ibna: 'DE89 **** 3000' }]);
    await listCards(world.database, memberId, {});
    await listRequests(world.database, payouts, { memberId });
    const review = await reviewOfPayout(id);
    await showReview(world.deps, world.operators.first, review);
    expect(open).not.toHaveBeenCalled();
    await showNumbers(world.deps, world.operators.first, review);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('do not open as those of another member, with other ends, or with another key', async () => {
    const [one, other] = [await payee(1), await payee(0)];
    const stranger = createSecretBox(randomBytes(32));
    expect(await exported(one.memberId, stranger)).toEqual([
      ['bank-cards', '**** 4821', 'DE89 **** 3000'],
      ['fiat-withdrawals', '**** 4821', 'DE89 **** 3000'],
    ]);
    await owner.query(
      `update bank_cards t set card_number = s.card_number, iban = replace(t.iban, '3000', '3001')
        from bank_cards s where t.member_id = $1 and s.member_id = $2`,
      [other.memberId, one.memberId],
    );
    expect(await exported(other.memberId)).toEqual([['bank-cards', '**** 4821', 'DE89 **** 3001']]);
    const numbers = await showNumbers(
      { ...world.deps, secretBox: stranger },
      world.operators.first,
      await reviewOfPayout(one.payoutIds[0]!),
    );
    expect(numbers.map(({ number }) => number)).toEqual([
      expect.stringContaining('cannot be opened'),
      expect.stringContaining('cannot be opened'),
    ]);
  });

  it('are refused in clear by the database', async () => {
    const { memberId } = await payee(1);
    for (const table of ['bank_cards', 'payouts']) {
      const clear = `insert into ${table} select (jsonb_populate_record(t, '{"id": 9, "iban": "${IBAN}"}')).*
        from ${table} t where member_id = ${memberId}`;
      const write = owner.query(clear.replace('select', 'overriding system value select'));
      await expect(write).rejects.toMatchObject({ constraint: `${table}_sealed` });
    }
  });
});

describe('rows from before the upgrade', () => {
  /** As the release before left them: in clear, with payouts in every state, one of them approved by one person. */
  async function before() {
    const [first, second] = [await payee(3), await payee(1)];
    await owner.query(`alter table bank_cards drop constraint bank_cards_sealed;
      alter table payouts drop constraint payouts_sealed; alter table payouts disable trigger user;
      alter table reviews disable trigger user;
      update bank_cards set card_number = '${NUMBER}', iban = '${IBAN}';
      update payouts set card_number = '${NUMBER}', iban = '${IBAN}';
      update reviews set facts = regexp_replace(regexp_replace(facts, '(?<="cardNumber":")[^"]*', '${NUMBER}'), '(?<="iban":")[^"]*', '${IBAN}')
        where kind = 'payout';
      alter table payouts enable trigger user; alter table reviews enable trigger user`);
    await world.pay(first.payoutIds[0]!);
    await world.approve('payout', first.payoutIds[1]!);
    await sendBack(first.payoutIds[1]!);
    await world.agree('payout', world.operators.first, second.payoutIds[0]!, 'first');
    await owner.query(readFileSync(join(MIGRATIONS, '0223-bank-numbers-sealed.sql'), 'utf8'));
    return { first, second };
  }

  const tablesInClear = async () =>
    (await inClear()).filter((column) => /^(bank_cards|payouts)\./.test(column));
  /** Tables and indexes whose files have a number, also in rows that were replaced. */
  async function filesInClear(): Promise<string[]> {
    const admin = new Client({
      ...clusterAdmin(),
      database: world.fresh.ownerTarget.database,
    });
    await admin.connect();
    await admin.query('checkpoint');
    const { rows } = await admin.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c left join pg_index i on i.indexrelid = c.oid
        where coalesce(i.indrelid, c.oid) in ('bank_cards'::regclass, 'payouts'::regclass)
          and position(convert_to($1, 'UTF8') in pg_read_binary_file(pg_relation_filepath(c.oid))) > 0 order by 1`,
      [NUMBER],
    );
    await admin.end();
    return rows.map(({ name }) => name);
  }
  const seal = (rowsPerBatch?: number) =>
    sealStoredNumbers(world.fresh.owner, async () => world.deps.secretBox, rowsPerBatch);
  const isProved = async () => {
    const { rows } = await owner.query(
      `select bool_and(convalidated) as all from pg_constraint where conname in ('bank_cards_sealed', 'payouts_sealed')`,
    );
    return rows[0].all as boolean;
  };
  /** As the program's role could try, by the rights of the owner. */
  const change = (memberId: number) =>
    owner.query(`update payouts set iban = iban || '0' where member_id = $1`, [memberId]);

  it('are sealed as new ones are, and each guard compares on', async () => {
    const { first, second } = await before();
    expect(await tablesInClear()).toHaveLength(4);
    expect(await filesInClear()).toEqual(expect.arrayContaining(['bank_cards', 'payouts']));
    expect(await seal()).toBe(6);
    expect(await tablesInClear()).toEqual([]);
    expect(await filesInClear()).toEqual([]);
    expect(await isProved()).toBe(true);
    expect(await exported(second.memberId)).toEqual([
      ['bank-cards', NUMBER, IBAN],
      ['fiat-withdrawals', NUMBER, IBAN],
    ]);
    // The same card is known, and known to have been paid.
    await expect(world.card(first.memberId)).rejects.toMatchObject({ code: 5016 });
    const paidBefore = async (id: number) => {
      const { checks } = await world.detailOf('payout', id);
      return checks.find(({ name }) => name === 'card-paid-before')?.isPassed;
    };
    expect(await paidBefore(first.payoutIds[2]!)).toBe(true);
    expect(await paidBefore(second.payoutIds[0]!)).toBe(false);
    await expect(change(first.memberId)).rejects.toThrow(/do(es)? not change/);
    // With the lock on: to the saved card, to no other.
    const { database } = world;
    world.clock.advance(2 * DAY);
    world.swapDeps.tickAll();
    await turnLockOn(world.deps, second.memberId);
    await world.payOut(second.memberId, second.cardId);
    const { cardId } = await payee(0);
    const forged = `insert into payouts overriding system value
      select (jsonb_populate_record(t, jsonb_build_object('id', 9, 'created_at', now() + interval '10 years', 'iban', (select iban from bank_cards where id = ${cardId})))).*
      from payouts t where member_id = ${second.memberId} limit 1`;
    await expect(owner.query(forged)).rejects.toMatchObject({
      constraint: 'payouts_keep_to_saved',
    });
    // The first approval was of other facts: it is given again.
    await world.approve('payout', second.payoutIds[0]!);
    // Once.
    const neverOpened = async () => Promise.reject(new Error('opened'));
    expect(await sealStoredNumbers(world.fresh.owner, neverOpened)).toBe(0);
    await recordGuards(world.fresh.owner);
    expect(await changedGuards(database)).toEqual([]);
  });

  it('stay in what was approved before, which never changes, and show their ends only', async () => {
    const { first } = await before();
    await seal();
    expect(await inClear()).toEqual(['audit_log.detail', 'reviews.facts']);
    const review = await reviewOfPayout(first.payoutIds[0]!);
    const shown = await showReview(world.deps, world.operators.first, review);
    expect(shown.facts).toMatchObject({ cardNumber: '**** 4821', iban: 'DE89 **** 3000' });
    expect(JSON.stringify(shown)).not.toContain(NUMBER);
    expect(await showNumbers(world.deps, world.operators.first, review)).toEqual([
      { label: 'Card or account', number: NUMBER },
      { label: 'IBAN', number: IBAN },
    ]);
  });

  it('are sealed to the end after the program was killed in the midst of it', async () => {
    const { first } = await before();
    const other = new Client(world.fresh.ownerTarget);
    await other.connect();
    await other.query('begin');
    await other.query('select from payouts where id = $1 for update', [first.payoutIds[2]]);
    const sealing = seal(2);
    const killed = expect(sealing).rejects.toSatisfy(isConnectionFailure);
    // In its second batch of payouts it waits for the row; then its connection ends, as with the process.
    await untilLocked(world.fresh.owner);
    const ended = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(ended.rowCount).toBe(1);
    await killed;
    await other.query('rollback');
    await other.end();
    const { rows } = await owner.query(
      `select count(*) filter (where iban like 's1:%')::int as sealed, count(*)::int as total from payouts`,
    );
    expect(rows).toEqual([{ sealed: 2, total: 4 }]);
    expect(await isProved()).toBe(false);
    await expect(change(first.memberId)).rejects.toThrow(/do(es)? not change/);
    expect(await seal(2)).toBe(2);
    expect(await tablesInClear()).toEqual([]);
    expect(await isProved()).toBe(true);
  });
});
