import { custodyAccount, exchangeAccounts, moveBetween, recordTypes } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showReview } from '../src/features/backoffice/operators/reviews/show-review.ts';
import { cancelRequest } from '../src/features/money/funding/request/lifecycle.ts';
import { withdrawals } from '../src/features/money/funding/withdrawal/withdrawals.ts';
import { setApproved, withdrawalStore } from '../src/features/money/funding/withdrawal/store.ts';
import { listRequests } from '../src/features/money/funding/request/list.ts';
import { withdrawalRoutes } from '../src/features/money/funding/routes.ts';
import { requestHash } from '../src/kernel/requests/idempotency.ts';
import { setPassword } from '../src/kernel/members/change-members.ts';
import { auditBooks } from '../src/audit/books.ts';
import { auditTransfers } from '../src/audit/transfers.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { balanceOf, postUnfounded } from './support/journal.ts';
import { freezeMember } from './support/members.ts';
import { brokenInvariantsAfter, failedRulesAfter, withoutGuards } from './support/tampering.ts';
import {
  PAY_PASSWORD,
  TRON_ADDRESS,
  type WithdrawalWorld,
  withdrawalWorld,
} from './support/withdrawals.ts';

const hashOfKey = defineQuery({
  name: 'test.hashOfKey',
  text: 'select request_hash from idempotency_keys where member_id = $1 and key = $2',
  params: [int8, text],
  row: { requestHash: text },
});

const XRP_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const XRP_X_ADDRESS = 'XVPcpSm47b1CZkf5AkKM9a84dQHe3m4sBhsrA4XtnBECTAc';
const HOUR = 3_600_000;
/** TRC20, by its seed. */
const TRON = custodyAccount(10);
let world: WithdrawalWorld;

beforeAll(async () => {
  world = await withdrawalWorld();
});

afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const usdt = (owner: number) => balanceOf(world.database, owner, 'USDT');
const cancel = (memberId: number, id: number) =>
  cancelRequest(world.deps, withdrawals, { memberId, id, key: undefined });

describe('a withdrawal', () => {
  it('holds its amount, is paid less the fee after two approvals, and publishes each step', async () => {
    const memberId = await world.member({ USDT: '250' });
    const before = [await usdt(TRON), await usdt(exchangeAccounts.fees)];
    const asked = await world.withdraw(memberId);
    expect(asked).toMatchObject({
      status: 1,
      isApproved: false,
      num: '100',
      fee: '1',
      actual: '99',
    });
    expect(await usdt(memberId)).toEqual({ available: '150', held: '100' });

    await world.agree(world.operators.first, asked.ID, 'first');
    expect(await world.send()).toBe(0);
    await world.agree(world.operators.second, asked.ID, 'second');
    expect(await world.stateOf(asked.ID)).toBe('approved');

    expect(await world.send()).toBe(1);
    expect(world.driven.sent.at(-1)).toMatchObject({
      reference: `withdrawal:${asked.ID}`,
      address: TRON_ADDRESS,
      amount: 99n * 10n ** 18n,
    });
    expect(await world.stateOf(asked.ID)).toBe('completed');
    expect(await usdt(memberId)).toEqual({ available: '150' });
    expect([await usdt(TRON), await usdt(exchangeAccounts.fees)]).toEqual([
      { available: String(Number(before[0]!['available'] ?? 0) + 99) },
      { available: String(Number(before[1]!['available'] ?? 0) + 1) },
    ]);
    expect(await world.send()).toBe(0);
  });

  it('is shown to its reviewer with the member’s total assets before and after it', async () => {
    const memberId = await world.member({ USDT: '250' });
    const { ID } = await world.withdraw(memberId);
    const { review } = await world.detailOf(ID);
    const shown = await showReview(world.deps, world.operators.first, review.id);
    expect(shown.balance).toEqual({ coinname: 'USDT', of: 'total', now: '250', after: '150' });
  });

  it('rejected returns the full amount immediately, with the message', async () => {
    const memberId = await world.member({ USDT: '100' });
    const { ID } = await world.withdraw(memberId);
    await world.reject(ID, 'The address belongs to another person.');
    expect(await usdt(memberId)).toEqual({ available: '100' });
    await expect(cancel(memberId, ID)).rejects.toMatchObject({ code: 5034 });
  });

  it('can be cancelled until it is decided', async () => {
    const memberId = await world.member({ USDT: '200' });
    const { ID } = await world.withdraw(memberId);
    await world.agree(world.operators.first, ID, 'first');
    expect(await cancel(memberId, ID)).toMatchObject({ status: 4 });
    expect(await usdt(memberId)).toEqual({ available: '200' });
    await expect(cancel(memberId, ID)).rejects.toMatchObject({ code: 5034 });

    const other = await world.withdraw(memberId);
    await world.approve(other.ID);
    await expect(cancel(memberId, other.ID)).rejects.toMatchObject({ code: 5034 });
    await world.send();
  });

  it('cannot be cancelled or read by another member', async () => {
    const memberId = await world.member({ USDT: '100' });
    const { ID } = await world.withdraw(memberId);
    const stranger = await world.member({ USDT: '100' });
    await expect(cancel(stranger, ID)).rejects.toMatchObject({ code: 5007 });
    await cancel(memberId, ID);
  });

  it('is returned if its rail did not send it; with an unknown outcome its rail is queried, and it is never sent twice', async () => {
    const memberId = await world.member({ USDT: '200' });
    const refused = await world.withdraw(memberId);
    await world.approve(refused.ID);
    world.driven.answerWith(() => ({ kind: 'refused', reason: 'The network does not take it.' }));
    await world.send();
    expect(await world.stateOf(refused.ID)).toBe('rejected');
    expect(await usdt(memberId)).toEqual({ available: '200' });
    const { notifications } = await listNotifications(world.database, memberId, {
      limit: 1,
      offset: 0,
    });
    expect(notifications).toMatchObject([
      {
        kind: 'review.rejected',
        about: 'withdrawal',
        aboutId: refused.ID,
        values: { amount: '100', asset: 'USDT', reason: 'The network does not take it.' },
      },
    ]);

    const unknown = await world.withdraw(memberId);
    await world.approve(unknown.ID);
    world.driven.answerWith(() => {
      throw new Error('the connection was lost');
    });
    await world.send();
    expect(await world.stateOf(unknown.ID)).toBe('sending');
    expect(await usdt(memberId)).toEqual({ available: '100', held: '100' });
    expect(await world.send()).toBe(0);
    world.clock.advance(16_000);
    world.driven.answerWith(() => ({ kind: 'pending', txid: 'tx-2' }));
    await world.send();
    world.clock.advance(16_000);
    world.driven.answerWith(() => ({ kind: 'completed', txid: 'tx-2' }));
    await world.send();
    const references = world.driven.sent.slice(-3).map(({ reference }) => reference);
    expect(new Set(references)).toEqual(new Set([`withdrawal:${unknown.ID}`]));
    expect(await usdt(memberId)).toEqual({ available: '100' });

    // Operators find it by its transaction or a part of its address; its decided review names the transaction.
    const kind = world.deps.reviews.kind('withdrawal');
    expect(await kind.find?.(world.database, 'tx-2')).toEqual([unknown.ID]);
    const { rows } = await kind.evidence(world.database, unknown.ID);
    const valueOf = (name: string) => rows.find(({ label }) => label === name)?.values[0];
    expect(valueOf('Transaction')).toBe('tx-2');
    const part = valueOf('Address')!.slice(4, 20).toLowerCase();
    expect(await kind.find?.(world.database, part)).toContain(unknown.ID);
    const { rows: sentBack } = await kind.evidence(world.database, refused.ID);
    expect(sentBack.some(({ label }) => label === 'Transaction')).toBe(false);
  });

  it('needs no freeze, no recent password change, and a withdrawal password', async () => {
    const memberId = await world.member({ USDT: '100' });
    const until = world.clock.now() + 24 * HOUR;
    const change = { memberId, passwordHash: 'x', withdrawalsBlockedUntil: until };
    await world.database.transaction((tx) => setPassword(tx, change, world.clock.now()));
    await expect(world.withdraw(memberId)).rejects.toMatchObject({
      code: 5009,
      detail: { data: { until: new Date(until).toISOString() } },
    });
    world.clock.set(until);
    const { ID } = await world.withdraw(memberId);
    await cancel(memberId, ID);

    await freezeMember(world.database, memberId);
    await expect(world.withdraw(memberId)).rejects.toMatchObject({ code: 4008 });
  });

  it('stores nothing from which the withdrawal password can be guessed', async () => {
    const memberId = await world.member({ USDT: '100' });
    const ask = withdrawalRoutes(world.deps).find(({ call }) =>
      call.path.endsWith('createWithdraw'),
    )!;
    const input = { num: '100', czline: 'TRC20', coinname: 'USDT', address: TRON_ADDRESS };
    const { call } = ask;
    await ask.answer({
      input: { ...input, pay_password: PAY_PASSWORD },
      caller: { memberId, sessionId: 1 },
      lang: 'en',
      address: '192.0.2.1',
      idempotencyKey: 'kept',
    });
    const { requestHash: kept } = await world.database.one(hashOfKey, [memberId, 'kept']);
    const guessed = { ...input, pay_password: PAY_PASSWORD };
    expect(kept).not.toBe(requestHash(`${call.method} ${call.path}`, guessed));
  });

  it('counts wrong withdrawal passwords, and resets the count after a right one', async () => {
    const memberId = await world.member({ USDT: '100' });
    await expect(world.withdraw(memberId, { payPassword: '' })).rejects.toMatchObject({
      code: 4022,
    });
    for (const triesLeft of [4, 3, 2]) {
      await expect(world.withdraw(memberId, { payPassword: '000000' })).rejects.toMatchObject({
        code: 4023,
        detail: { data: { triesLeft } },
      });
    }
    const { ID } = await world.withdraw(memberId);
    await cancel(memberId, ID);
    await expect(world.withdraw(memberId, { payPassword: '000000' })).rejects.toMatchObject({
      detail: { data: { triesLeft: 4 } },
    });
    expect(await usdt(memberId)).toEqual({ available: '100' });
  });

  it.each<[string, Parameters<WithdrawalWorld['withdraw']>[1], object]>([
    ['an unknown coin', { coin: 'NOPE' }, { code: 4019, detail: { fields: ['asset'] } }],
    ['a network that does not support the coin', { network: 'BTC' }, { code: 4019 }],
    ['the id of another coin', { coinId: 2 }, { code: 4019, detail: { fields: ['assetId'] } }],
    [
      'an address of another chain',
      { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      { code: 5001 },
    ],
    [
      'a memo on a network without memos',
      { memo: '77' },
      { code: 5001, detail: { fields: ['memo'] } },
    ],
    [
      'a tag that is no number',
      { coin: 'XRP', network: 'XRP', address: XRP_ADDRESS, memo: 'abc' },
      { code: 5001, detail: { fields: ['memo'] } },
    ],
    [
      'a tag of more than 32 bits',
      { coin: 'XRP', network: 'XRP', address: XRP_ADDRESS, memo: '4294967296' },
      { code: 5001, detail: { fields: ['memo'] } },
    ],
    [
      'a tag beside an X-address',
      { coin: 'XRP', network: 'XRP', address: XRP_X_ADDRESS, memo: '77' },
      { code: 5001, detail: { fields: ['memo'] } },
    ],
    ['an amount of zero', { num: '0' }, { code: 5001 }],
    ['more decimal places than the coin has', { num: '20.0000001' }, { code: 5001 }],
    [
      'an amount below the minimum',
      { num: '9.999999' },
      { code: 5013, detail: { data: { min: '10' } } },
    ],
    [
      'an amount above the maximum',
      { num: '500000.000001' },
      { code: 5013, detail: { data: { max: '500000' } } },
    ],
    [
      'an amount above the balance',
      { num: '1000.000001' },
      { code: 4020, detail: { fields: ['amount'] } },
    ],
    [
      'a received amount above the one shown',
      { num: '100', leastReceived: '99.000001' },
      { code: 5004, detail: { data: { received: '99' } } },
    ],
    ['a minimum that is not a number', { leastReceived: 'all' }, { code: 5001 }],
  ])(
    'with %s is refused, uses up no password attempt, and changes nothing',
    async (_what, over, refusal) => {
      const memberId = await world.member({ USDT: '1000' });
      await expect(world.withdraw(memberId, over)).rejects.toMatchObject(refusal);
      expect(await usdt(memberId)).toEqual({ available: '1000' });
      await expect(world.withdraw(memberId, { payPassword: '000000' })).rejects.toMatchObject({
        detail: { data: { triesLeft: 4 } },
      });
    },
  );

  it('accepts exactly the fee that the member was shown', async () => {
    const memberId = await world.member({ USDT: '100' });
    expect(await world.withdraw(memberId, { leastReceived: '99' })).toMatchObject({ actual: '99' });
  });

  it('is neither accepted nor approved over a network without a rail', async () => {
    const memberId = await world.member({ USDT: '200' });
    const { ID } = await world.withdraw(memberId);
    world.driven.uncarried.add('TRC20');
    await expect(world.withdraw(memberId)).rejects.toMatchObject({
      code: 5011,
      detail: { fields: ['network'] },
    });
    await expect(world.approve(ID)).rejects.toMatchObject({
      code: 5036,
      detail: { data: { checks: ['network-carried'] } },
    });
    await world.reject(ID, 'This network is no longer carried.');
    world.driven.uncarried.clear();
    expect(await usdt(memberId)).toEqual({ available: '200' });
  });

  it('never goes back to an earlier state, whatever writes it', async () => {
    const memberId = await world.member({ USDT: '100' });
    const { ID } = await world.withdraw(memberId);
    const jump = (state: string) =>
      world.database.transaction((tx) =>
        tx.one(withdrawalStore.end, [ID, state, 'x', world.clock.now()]),
      );
    await expect(jump('completed')).rejects.toThrow('does not go from reviewed to completed');
    await expect(jump('sending')).rejects.toThrow('does not go');
    await cancel(memberId, ID);
    for (const state of ['reviewed', 'approved', 'sending', 'completed', 'rejected']) {
      await expect(jump(state)).rejects.toThrow('that ended does not change');
    }
  });
});

describe('the database', () => {
  const approveAlone = (id: number) =>
    `update withdrawals set state = 'approved', next_attempt_at = now() where id = ${id}`;

  /** With the rights of the server, past its own rules. */
  async function asServer(sql: string): Promise<void> {
    const client = new Client(world.fresh.appTarget);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  it('refuses to approve a withdrawal whose review is open', async () => {
    const memberId = await world.member({ USDT: '100' });
    const { ID } = await world.withdraw(memberId);
    const alone = () =>
      world.database.transaction((tx) => tx.one(setApproved, [ID, world.clock.now()]));
    await expect(alone()).rejects.toMatchObject({ constraint: 'funding_agreed' });
    await world.agree(world.operators.first, ID, 'first');
    await expect(alone()).rejects.toMatchObject({ constraint: 'funding_agreed' });
    await cancel(memberId, ID);
  });

  it.each([
    `member_id = member_id + 1`,
    `asset = 'BTC'`,
    `network = 'ERC20'`,
    `address = '${XRP_X_ADDRESS}'`,
    `memo = '78'`,
    `amount = amount + 1`,
    `fee = fee + 1`,
  ])('refuses a change of what was asked for: %s', async (set) => {
    const memberId = await world.member({ XRP: '100' });
    const { ID } = await world.withdraw(memberId, {
      coin: 'XRP',
      network: 'XRP',
      address: XRP_ADDRESS,
      memo: '77',
    });
    await expect(asServer(`update withdrawals set ${set} where id = ${ID}`)).rejects.toThrow(
      'the amount and destination of a withdrawal do not change',
    );
    await cancel(memberId, ID);
  });

  it('refuses to approve one whose amount is not held, also after two approvals', async () => {
    const memberId = await world.member({ USDT: '100' });
    const { ID } = await world.withdraw(memberId);
    await withoutGuards(
      world.fresh,
      `update ledger_entries set reference = 'withdrawal:0' where reference = 'withdrawal:${ID}'`,
    );
    await expect(world.approve(ID)).rejects.toMatchObject({ constraint: 'funding_held' });
    await withoutGuards(
      world.fresh,
      // The audit would see that the entry was written anew.
      `update ledger_entries set reference = 'withdrawal:${ID}' where reference = 'withdrawal:0';
       update ledger_origin set copied_through = (select max(id) from ledger_postings)`,
    );
    await cancel(memberId, ID);
  });

  it('gives its rail no withdrawal that got past the guards without approvals, and the checks name it', async () => {
    const memberId = await world.member({ USDT: '100' });
    const { ID } = await world.withdraw(memberId);
    const sql = approveAlone(ID);
    expect(await failedRulesAfter(world.fresh, sql)).toEqual([
      'only what two people approved, and what is held, is sent',
    ]);
    expect(await brokenInvariantsAfter(world.fresh, sql)).toEqual(['two-people']);
    await withoutGuards(world.fresh, sql);
    const before = world.driven.sent.length;
    expect(await world.send()).toBe(0);
    expect(world.driven.sent).toHaveLength(before);
    await withoutGuards(world.fresh, `update withdrawals set state = 'reviewed' where id = ${ID}`);
    await cancel(memberId, ID);
  });
});

describe('the list of withdrawals', () => {
  it('filters by status, and so does its total', async () => {
    const memberId = await world.member({ USDT: '500' });
    const [one, two] = [await world.withdraw(memberId), await world.withdraw(memberId)];
    await cancelRequest(world.deps, withdrawals, { memberId, id: two.ID, key: undefined });
    const listed = async (status?: number | string) => {
      const input = status === undefined ? { memberId } : { memberId, status };
      const { list, total } = await listRequests(world.database, withdrawals, input);
      return [list.map(({ ID }) => ID), total];
    };
    expect(await listed()).toEqual([[two.ID, one.ID], 2]);
    expect(await listed('0')).toEqual([[two.ID, one.ID], 2]);
    expect(await listed(1)).toEqual([[one.ID], 1]);
    expect(await listed('4')).toEqual([[two.ID], 1]);
    expect(await listed(2)).toEqual([[], 0]);
  });
});

describe('the audit', () => {
  it.each(['withdrawal', 'swap'])(
    'finds a movement with the reference of a %s that does not exist',
    async (name) => {
      const owner = await world.member({ USDT: '100' });
      const isHeld = name === 'withdrawal';
      const kind = isHeld ? recordTypes.withdrawal : recordTypes.spotExchange;
      const own = { owner, asset: 'USDT', amount: decimal<Amount>('5') };
      const postings = moveBetween({ ...own, from: 'available', to: 'held' });
      const undone = world.fresh.owner.transaction(async (tx) => {
        const entry = { kind, reference: `${name}:999`, postings };
        await postUnfounded(tx, [entry], world.clock.now());
        throw new Error((await auditTransfers(tx)).flatMap(({ faults }) => faults).join());
      });
      await expect(undone).rejects.toThrow(`${name} 999 is not what the journal says`);
    },
  );
});
