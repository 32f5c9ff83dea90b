import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { decimal, formatDecimal, subtract } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listInvitees,
  listRewards,
  showInvitations,
} from '../src/features/account/invitation/show-invitations.ts';
import { postEntries } from '../src/kernel/ledger/post-entries.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import {
  faultsOf,
  type InvitationFloor,
  invitationFloor,
  reverseNewestSwap,
  rewardsOf,
} from './support/invitations.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { closeAccountOf } from './support/members.ts';

/** The quotes of the trades' market are stale by then. */
const LATER = WEDNESDAY_NOON + 60_000;

const clock = manualClock();
let fresh: FreshDatabase;
let floor: InvitationFloor;
let owner: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await invitationFloor(fresh.database, clock);
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
  await owner.query(`insert into operators (login, created_at) values ('operator', now())`);
});

beforeEach(() => {
  clock.set(LATER);
  floor.tickAll();
});

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await owner.end();
  await floor.close();
  await fresh.drop();
});

const show = (memberId: number) => showInvitations(floor, memberId);
const available = async (memberId: number, asset: string) =>
  (await balanceOf(fresh.database, memberId, asset))['available'] ?? '0';

const difference = (before: string, after: string) =>
  formatDecimal(subtract(decimal(before), decimal(after)));

async function recordsOf(memberId: number) {
  const filter = { memberId, asset: null, kind: null };
  const { records } = await listRecords(fresh.database, filter, { limit: 50, offset: 0 });
  return records.map(({ kind, asset, amount }) => [kind, asset, formatDecimal(amount)]);
}

describe('a fee', () => {
  it('of a swap earns three levels 20, 10 and 5 %, rounded down, each with a record of its own type', async () => {
    const [third, second, first, invitee] = await floor.chain(4);
    // A thousandth of 0.015609 BTC, rounded up.
    expect(await floor.swap(invitee!)).toMatchObject({ fee: '0.00001561' });
    await floor.pay();
    expect(await available(first!, 'BTC')).toBe('0.00000312');
    expect(await available(second!, 'BTC')).toBe('0.00000156');
    expect(await available(third!, 'BTC')).toBe('0.00000078');
    expect((await recordsOf(first!))[0]).toEqual([
      recordTypes.levelOneSubscriptionReward,
      'BTC',
      '0.00000312',
    ]);
    expect((await recordsOf(second!))[0]?.[0]).toBe(recordTypes.levelTwoSubscriptionReward);
    expect((await recordsOf(third!))[0]?.[0]).toBe(recordTypes.levelThreeSubscriptionReward);
  });

  it('of a trade earns on both sides, in the asset of each fee', async () => {
    const [first, buyer] = await floor.chain(2);
    const [other, seller] = await floor.chain(2);
    await floor.trade({ buyer: buyer!, seller: seller! });
    await floor.pay();
    expect(await rewardsOf(fresh.database, first!)).toEqual([
      { level: 1, source: 'trade', asset: 'BNB', fee: '0.001', share: '0.2', amount: '0.0002' },
    ]);
    expect(await rewardsOf(fresh.database, other!)).toEqual([
      { level: 1, source: 'trade', asset: 'USDT', fee: '0.5', share: '0.2', amount: '0.1' },
    ]);
  });

  it('of a member whom nobody invited, or one above the third level, earns nothing', async () => {
    const [above, ...others] = await floor.chain(5);
    const [alone] = await floor.chain(1);
    await floor.swap(others.at(-1)!);
    await floor.swap(alone!);
    await floor.pay();
    expect(await rewardsOf(fresh.database, above!)).toEqual([]);
  });

  it('earns nothing for a closed account, and goes on for the member above it', async () => {
    const [above] = await floor.chain(1);
    const closed = await fundedMember(fresh.database, {}, above!);
    const [invitee] = await floor.chain(1, closed);
    await closeAccountOf(fresh.database, closed, clock.now());
    await floor.swap(invitee!);
    await floor.pay();
    expect(await rewardsOf(fresh.database, closed)).toEqual([]);
    expect(await rewardsOf(fresh.database, above!)).toMatchObject([{ level: 2, source: 'swap' }]);
  });

  it('earns once, however often the job runs', async () => {
    const [first, invitee] = await floor.chain(2);
    await floor.swap(invitee!);
    for (let run = 0; run < 3; run += 1) await floor.pay();
    expect(await rewardsOf(fresh.database, first!)).toHaveLength(1);
    expect(await available(first!, 'BTC')).toBe('0.00000312');
  });

  it('too small for a smallest unit is rewarded with the others of its record: their sum is rounded, not each', async () => {
    const [first, invitee] = await floor.chain(2);
    for (let count = 0; count < 20; count += 1) {
      expect(await floor.swap(invitee!, '5.7')).toMatchObject({ fee: '0.00000009' });
    }
    await floor.pay();
    expect((await listRewards(floor, first!, {})).list).toMatchObject([
      { fee: '0.0000018', share: '0.2', amount: '0.00000036', swaps: 20 },
    ]);
    expect(await available(first!, 'BTC')).toBe('0.00000036');
    expect((await listInvitees(floor, first!, { level: 1 })).list).toMatchObject([
      { worth: '0.02304' },
    ]);
    // One of them is taken back with what the record paid for it.
    await reverseNewestSwap(fresh.database, invitee!);
    await floor.pay();
    expect(await available(first!, 'BTC')).toBe('0.00000034');
  });

  it('alone in its record and too small for a smallest unit of the reward earns nothing', async () => {
    const [first, invitee] = await floor.chain(2);
    expect(await floor.swap(invitee!, '1')).toMatchObject({ fee: '0.00000002' });
    await floor.pay();
    expect(await rewardsOf(fresh.database, first!)).toMatchObject([{ amount: '0' }]);
    expect(await listRewards(floor, first!, {})).toMatchObject({ total: 0 });
    await reverseNewestSwap(fresh.database, invitee!);
    await floor.pay();
    expect(await recordsOf(first!)).not.toContainEqual(
      expect.arrayContaining([recordTypes.levelOneSubscriptionReward]),
    );
  });

  it('earns by the shares of its time, even if it is rewarded after a change', async () => {
    const [first, invitee] = await floor.chain(2);
    await floor.swap(invitee!);
    clock.advance(1_000);
    floor.tickAll();
    const shares = (value: readonly string[], replaced: readonly string[]) =>
      owner.query(
        `with put as (insert into settings (key, value) values ('invitation.shares', $1::jsonb)
            on conflict (key) do update set value = excluded.value)
          insert into setting_versions (key, value, replaced, reason, announced_at, effective_at, state, proposed_by, created_at)
          select 'invitation.shares', $1::jsonb, $2::jsonb, 'test', $3::timestamptz - interval '1 hour', $3, 'inForce', min(id), $3 from operators`,
        [JSON.stringify(value), JSON.stringify(replaced), new Date(clock.now())],
      );
    const usual = ['0.2', '0.1', '0.05'];
    await shares(['0.5', '0', '0'], usual);
    clock.advance(1_000);
    floor.tickAll();
    await floor.swap(invitee!);
    clock.advance(1_000);
    await shares(usual, ['0.5', '0', '0']);
    await floor.pay();
    const earned = await rewardsOf(fresh.database, first!);
    expect(earned.map(({ share, amount }) => [share, amount])).toEqual([
      ['0.2', '0.00000312'],
      ['0.5', '0.0000078'],
    ]);
  });
});

describe('registrations and money put in', () => {
  it('earn nothing', async () => {
    // Each of them registers and receives money.
    const [first] = await floor.chain(3);
    await floor.pay();
    expect(await rewardsOf(fresh.database, first!)).toEqual([]);
  });
});

describe('an inviter', () => {
  it.each([
    ['frozen', 'is_frozen = true'],
    ['banned', 'is_banned = true'],
  ])('who is %s still gets rewards, which stay in the account', async (_state, change) => {
    const [first, invitee] = await floor.chain(2);
    await owner.query(`update members set ${change} where id = $1`, [first]);
    await floor.swap(invitee!);
    await floor.pay();
    expect(await available(first!, 'BTC')).toBe('0.00000312');
  });

  it('is set at registration and never changes', async () => {
    const [first, second] = await floor.chain(2);
    const change = (member: number, inviter: number | null) =>
      owner.query('update members set invited_by = $2 where id = $1', [member, inviter]);
    await expect(change(second!, null)).rejects.toThrow('does not change');
    await expect(change(first!, second!)).rejects.toThrow('does not change');
    await expect(change(first!, first!)).rejects.toThrow('does not change');
  });

  it('has registered before the people invited, so nobody is their own inviter and there is no loop', async () => {
    const [member] = await floor.chain(1);
    const insert = (id: number, inviter: number) =>
      owner.query(
        `insert into members (id, email, country_code, phone, password_hash, invite_code, invited_by, created_at, updated_at)
          overriding system value values ($1, 'loop@tern.test', '86', '1', 'none', 'LOOP', $2, now(), now())`,
        [id, inviter],
      );
    const later = { constraint: 'members_invited_later' };
    await expect(insert(5, 5)).rejects.toMatchObject(later);
    await expect(insert(5, member!)).rejects.toMatchObject(later);
  });
});

describe('a reversed swap', () => {
  it('reverses each reward, whole, once', async () => {
    const [second, first, invitee] = await floor.chain(3);
    await floor.swap(invitee!);
    await floor.pay();
    await reverseNewestSwap(fresh.database, invitee!);
    await floor.pay();
    await floor.pay();
    expect(await available(first!, 'BTC')).toBe('0');
    expect(await available(second!, 'BTC')).toBe('0');
    expect((await recordsOf(first!))[0]).toEqual([
      recordTypes.levelOneSubscriptionReward,
      'BTC',
      '-0.00000312',
    ]);
    expect(await show(first!)).toMatchObject({ worth: '0', rewards: [] });
    const { list } = await listRewards(floor, first!, {});
    expect(list.map(({ amount }) => amount)).toEqual(['-0.00000312', '0.00000312']);
  });

  it('is not rewarded any more if it was not yet', async () => {
    const [first, invitee] = await floor.chain(2);
    await floor.swap(invitee!);
    await reverseNewestSwap(fresh.database, invitee!);
    await floor.pay();
    expect(await rewardsOf(fresh.database, first!)).toEqual([]);
  });

  it('waits for a balance if the reward is spent', async () => {
    const [first, invitee] = await floor.chain(2);
    await floor.swap(invitee!, '100000');
    await floor.pay();
    const reward = await available(first!, 'BTC');
    await floor.swap(first!, reward, ['BTC', 'ETH']);
    await reverseNewestSwap(fresh.database, invitee!);
    await floor.pay();
    expect(await available(first!, 'BTC')).toBe('0');
    await floor.swap(first!);
    const before = await available(first!, 'BTC');
    await floor.pay();
    expect(difference(before, await available(first!, 'BTC'))).toBe(reward);
  });
});

describe('the server', () => {
  it('cannot write a reward, and the journal refuses one that no fee requires', async () => {
    const [first] = await floor.chain(1);
    const app = new Client(fresh.appTarget);
    await app.connect();
    for (const statement of [
      'insert into invitation_payments (batch_id) values (1)',
      'insert into invitation_rewards (batch_id) values (1)',
      "insert into invitation_reversals values ('swap', 1, now())",
      'update invitation_totals set amount = 9',
      'update invitation_progress set rewarded_through = 0',
      "select invitation_reverse('swap', 1, now())",
    ]) {
      await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    await app.end();
    const forged = fresh.database.transaction((tx) =>
      postEntries(
        tx,
        [
          {
            kind: recordTypes.levelOneSubscriptionReward,
            reference: 'reward:1',
            postings: transfer({
              from: { owner: exchangeAccounts.rewards, purpose: 'available' },
              to: { owner: first!, purpose: 'available' },
              asset: 'USDT',
              amount: decimal('1'),
            }),
          },
        ],
        LATER,
      ),
    );
    await expect(forged).rejects.toMatchObject({ constraint: 'ledger_unfounded' });
  });
});

describe('what a member sees', () => {
  it('is their code and link, and people and rewards of each level', async () => {
    const [first, second] = await floor.chain(2);
    const [third] = await floor.chain(1, second);
    await floor.chain(2, first);
    await owner.query('update members set real_name_status = 2 where id = $1', [third]);
    await floor.swap(second!);
    await floor.swap(third!, '640', ['USDT', 'ETH']);
    await floor.pay();
    const shown = await show(first!);
    const { invite_code: code } = (
      await owner.query('select invite_code from members where id = $1', [first])
    ).rows[0];
    expect(shown).toMatchObject({
      code,
      link: `https://tern.test/#/pages/login/register?code=${encodeURIComponent(code)}`,
      people: 4,
      verified: 1,
      coinname: 'USDT',
      rewards: [
        { coinname: 'BTC', amount: '0.00000312' },
        { coinname: 'ETH', amount: '0.00001998' },
      ],
      levels: [
        { level: 1, people: 2, verified: 0, share: '0.2', worth: '0.19968' },
        { level: 2, people: 2, verified: 1, share: '0.1' },
        { level: 3, people: 0, verified: 0, share: '0.05', worth: '0' },
      ],
    });
  });

  it('does not identify the people below the first level', async () => {
    const [first, second, third] = await floor.chain(3);
    await floor.swap(third!);
    await floor.pay();
    const people = async (level: number) => (await listInvitees(floor, first!, { level })).list;
    expect(await people(1)).toMatchObject([{ ID: 1, name: 'm•••@tern.test', verified: false }]);
    expect(await people(2)).toMatchObject([{ ID: 1, name: 'm•••', worth: '0.09984' }]);
    const shown = JSON.stringify([
      await people(1),
      await people(2),
      await listRewards(floor, first!, {}),
    ]);
    for (const id of [second, third]) expect(shown).not.toContain(String(id));
  });

  it('is the source of each reward', async () => {
    const [first, invitee] = await floor.chain(2);
    await floor.swap(invitee!);
    await floor.swap(invitee!);
    await floor.pay();
    expect((await listRewards(floor, first!, {})).list).toMatchObject([
      {
        level: 1,
        coinname: 'BTC',
        amount: '0.00000624',
        share: '0.2',
        fee: '0.00003122',
        trades: 0,
        swaps: 2,
      },
    ]);
  });
});

describe('the shares', () => {
  it('are refused by the database if together they are more than a fee', async () => {
    await owner.query('begin');
    await owner.query(
      `insert into settings (key, value) values ('invitation.shares', '["0.9", "0.1", "0.05"]')
        on conflict (key) do update set value = excluded.value`,
    );
    await expect(owner.query(`select invitation_shares('infinity')`)).rejects.toMatchObject({
      constraint: 'invitation_shares',
    });
    await owner.query('rollback');
  });
});
