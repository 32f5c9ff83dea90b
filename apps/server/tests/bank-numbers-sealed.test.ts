/** Numbers of cards and accounts at rest: sealed when they are written (ADR 72). */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { turnLockOn } from '../src/features/money/funding/address-book/address-lock.ts';
import { listCards } from '../src/features/money/funding/bank-cards/cards.ts';
import { fundingAccount } from '../src/features/money/funding/index.ts';
import { listAtBank } from '../src/features/money/funding/payout/list-at-bank.ts';
import { payouts } from '../src/features/money/funding/payout/payouts.ts';
import { listRequests } from '../src/features/money/funding/request/list.ts';
import {
  showNumbers,
  showReview,
} from '../src/features/backoffice/operators/reviews/show-review.ts';
import { pageOf } from '../src/kernel/requests/page.ts';
import { reviewOf } from '../src/kernel/review/list-reviews.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { columnsWith } from './support/every-column.ts';
import { CARD, type FiatWorld, fiatWorld } from './support/fiat.ts';

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

describe('sealed numbers', () => {
  it('are compared by each guard: the same card is known, known to have been paid, and the one to pay to', async () => {
    const [first, second] = [await payee(3), await payee(1)];
    await world.pay(first.payoutIds[0]!);
    await expect(world.card(first.memberId)).rejects.toMatchObject({ code: 5016 });
    const paidBefore = async (id: number) => {
      const { checks } = await world.detailOf('payout', id);
      return checks.find(({ name }) => name === 'card-paid-before')?.isPassed;
    };
    expect(await paidBefore(first.payoutIds[2]!)).toBe(true);
    expect(await paidBefore(second.payoutIds[0]!)).toBe(false);
    // As the server's role could try, by the rights of the owner.
    const change = owner.query(`update payouts set iban = iban || '0' where member_id = $1`, [
      first.memberId,
    ]);
    await expect(change).rejects.toThrow(/do(es)? not change/);
    // With the lock on: to the saved card, to no other.
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
  });
});
