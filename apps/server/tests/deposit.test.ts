import { custodyAccount, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { decimal, formatDecimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { auditDeposits } from '../src/audit/deposits.ts';
import { deposits } from '../src/features/money/funding/deposit/deposits.ts';
import { findRequest, listRequests } from '../src/features/money/funding/request/list.ts';
import { showAddress } from '../src/features/money/funding/deposit/own-address.ts';
import { depositSettings } from '../src/features/money/funding/settings.ts';
import { depositStore } from '../src/features/money/funding/deposit/store.ts';
import { createRails } from '../src/kernel/rails/rail.ts';
import { paperRail } from '../src/adapters/paper-rail.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { agreeVersion } from './support/operator-decisions.ts';
import { changeSetting } from './support/change-setting.ts';
import { type DepositWorld, depositWorld } from './support/deposits.ts';
import { balanceOf, postUnfounded } from './support/journal.ts';
import { freezeMember } from './support/members.ts';

const HOUR = 3_600_000;
/** TRC20 and ERC20, by their seed. */
const TRON = custodyAccount(10);
const ETHEREUM = custodyAccount(4);
let world: DepositWorld;

const FEE_OF_FIVE = { inFee: '5', inMin: '10' };
const feeOfFive = defineStatement({
  name: 'test.depositFeeOfFive',
  text: `update asset_networks set deposit_fee = 5, deposit_min = 10 where asset = 'USDT' and network = 'ERC20'`,
  params: [],
});
const closeBitcoin = defineStatement({
  name: 'test.closeBitcoinDeposits',
  text: `update asset_networks set takes_deposits = false where asset = 'BTC'`,
  params: [],
});

beforeAll(async () => {
  world = await depositWorld();
  await world.fresh.owner.transaction(async (tx) => {
    await agreeVersion(tx, { key: 'network.USDT.ERC20', value: FEE_OF_FIVE, kind: 'terms' });
    await agreeVersion(tx, { key: 'network.BTC.BTC', value: { takesIn: false }, kind: 'terms' });
    await tx.run(feeOfFive, []);
    await tx.run(closeBitcoin, []);
  });
});

afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const usdt = async (owner: number) =>
  Number((await balanceOf(world.database, owner, 'USDT'))['available'] ?? 0);
const failedChecks = async (id: number) =>
  (await world.detailOf(id)).checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name);

describe('a deposit submitted by a member', () => {
  it('is credited less the fee from the custody of its network, after two approvals', async () => {
    const memberId = await world.member();
    const before = [await usdt(ETHEREUM), await usdt(exchangeAccounts.fees)];
    const deposit = await world.submit(memberId, { network: 'erc20', num: '1500.5' });
    expect(deposit).toMatchObject({
      coin: 'USDT',
      czline: 'ERC20',
      cate: 1,
      type: 1,
      num: '1500.5',
      fee: '5',
      actual: null,
      status: 1,
      recordNo: `D-${deposit.ID}`,
    });
    expect(Date.parse(deposit.dueAt)).toBe(world.clock.now() + 24 * HOUR);

    await world.agree(world.operators.first, deposit.ID, 'first');
    expect(await usdt(memberId)).toBe(0);
    await world.agree(world.operators.second, deposit.ID, 'second');
    expect(await findRequest(world.database, deposits, { memberId, id: deposit.ID })).toMatchObject(
      {
        status: 2,
        actual: '1495.5',
      },
    );
    expect(await usdt(memberId)).toBe(1495.5);
    expect([await usdt(ETHEREUM), await usdt(exchangeAccounts.fees)]).toEqual([
      before[0]! - 1500.5,
      before[1]! + 5,
    ]);
    const filter = { memberId, asset: 'USDT', kind: recordTypes.depositSuccess };
    const { records } = await listRecords(world.database, filter, { limit: 10, offset: 0 });
    expect(records.map(({ amount, reference }) => [formatDecimal(amount), reference])).toEqual([
      ['1495.5', `deposit:${deposit.ID}`],
    ]);
  });

  it('is not approved by one operator alone', async () => {
    const memberId = await world.member();
    const { ID } = await world.submit(memberId);
    await world.agree(world.operators.first, ID, 'first');
    await expect(world.agree(world.operators.first, ID, 'second')).rejects.toMatchObject({
      code: 5032,
    });
    expect(await usdt(memberId)).toBe(0);
  });

  it('credits nothing when it is rejected, and shows the message', async () => {
    const memberId = await world.member();
    const { ID } = await world.submit(memberId);
    await world.reject(ID, 'The proof shows another address.');
    expect(await findRequest(world.database, deposits, { memberId, id: ID })).toMatchObject({
      status: 3,
      actual: null,
      reason: 'We couldn’t confirm this deposit. If you need help, contact us.',
    });
    expect(await usdt(memberId)).toBe(0);
    await expect(world.cancel(memberId, ID)).rejects.toMatchObject({ code: 5034 });
  });

  it('shows until when and why it is paused, and can be approved afterwards', async () => {
    const memberId = await world.member();
    const { ID } = await world.submit(memberId);
    const { review } = await world.detailOf(ID);
    await world.reviewQueue.claim(world.operators.first, review.id);
    const until = world.clock.now() + HOUR;
    const reason = 'We ask the network.';
    await world.reviewQueue.hold(world.operators.first, review.id, { until, reason });
    expect(await findRequest(world.database, deposits, { memberId, id: ID })).toMatchObject({
      status: 1,
      heldUntil: new Date(until).toISOString(),
      reason: 'We need more time to check this. You don’t need to do anything.',
    });
    world.clock.set(until);
    await world.approve(ID);
    expect(await usdt(memberId)).toBe(1500);
    const ended = { status: 2, heldUntil: null, reason: '' };
    expect(await findRequest(world.database, deposits, { memberId, id: ID })).toMatchObject(ended);
  });

  it('can be cancelled by its member until it is decided, and by no other member', async () => {
    const memberId = await world.member();
    const { ID } = await world.submit(memberId);
    await expect(world.cancel(await world.member(), ID)).rejects.toMatchObject({ code: 5007 });
    await world.agree(world.operators.first, ID, 'first');
    expect(await world.cancel(memberId, ID)).toMatchObject({ status: 4, actual: null });
    // Its review is closed too.
    expect((await world.detailOf(ID)).review.state).toBe('cancelled');
    await expect(world.cancel(memberId, ID)).rejects.toMatchObject({ code: 5034 });
    await expect(world.agree(world.operators.second, ID, 'second')).rejects.toMatchObject({
      code: 5034,
    });

    const other = await world.submit(memberId);
    await world.approve(other.ID);
    await expect(world.cancel(memberId, other.ID)).rejects.toMatchObject({ code: 5034 });
    expect(await usdt(memberId)).toBe(1500);
  });

  it.each<[string, Parameters<DepositWorld['submit']>[1], object]>([
    ['an unknown coin', { coin: 'NOPE' }, { code: 4019, detail: { fields: ['asset'] } }],
    ['no network', { network: undefined }, { code: 5001, detail: { fields: ['network'] } }],
    ['a network that does not support the coin', { network: 'BTC' }, { code: 4019 }],
    ['a closed network', { coin: 'BTC', network: 'BTC', num: '1' }, { code: 4019 }],
    ['no amount', { num: '' }, { code: 5001, detail: { fields: ['amount'] } }],
    ['an amount of zero', { num: '0' }, { code: 5001 }],
    ['more decimal places than the coin has', { num: '20.0000001' }, { code: 5001 }],
    [
      'an amount below the minimum',
      { num: '4.999999' },
      { code: 5013, detail: { text: 'transfer.min', data: { min: '5' } } },
    ],
    [
      'an amount above the maximum',
      { num: '1000000.000001' },
      { code: 5013, detail: { text: 'transfer.max', data: { max: '1000000' } } },
    ],
    [
      'a smaller credit than the member was shown',
      { leastReceived: '1500.000001' },
      { code: 5004, detail: { data: { received: '1500' } } },
    ],
    ['no proof', { imageId: undefined }, { code: 5001, detail: { fields: ['image'] } }],
    [
      'an unknown image as proof',
      { imageId: 999_999 },
      { code: 5001, detail: { fields: ['image'] } },
    ],
  ])('with %s is refused and leaves no record', async (_what, over, refusal) => {
    const memberId = await world.member();
    await expect(world.submit(memberId, over)).rejects.toMatchObject(refusal);
    expect((await listRequests(world.database, deposits, { memberId })).total).toBe(0);
  });

  it('needs a proof image of its own member that no other deposit used', async () => {
    const memberId = await world.member();
    const noProof = { code: 5001, detail: { fields: ['image'] } };
    const another = await world.picture(await world.member());
    await expect(world.submit(memberId, { imageId: another })).rejects.toMatchObject(noProof);
    const imageId = await world.picture(memberId);
    const { ID } = await world.submit(memberId, { imageId });
    await expect(world.submit(memberId, { imageId })).rejects.toMatchObject(noProof);
    // A cancellation does not free the image for another deposit.
    await world.cancel(memberId, ID);
    await expect(world.submit(memberId, { imageId })).rejects.toMatchObject(noProof);
  });

  it('is refused when too many deposits of the member are under review', async () => {
    const memberId = await world.member();
    await changeSetting(world.fresh.owner, 'deposit.openMax', 2);
    await world.settings.refresh();
    expect(world.settings.read(depositSettings.openMax)).toBe(2);
    const { ID } = await world.submit(memberId);
    await world.submit(memberId);
    await expect(world.submit(memberId)).rejects.toMatchObject({ code: 5012 });
    await world.cancel(memberId, ID);
    await world.submit(memberId);
  });

  it('never changes its amount or goes back to an earlier state, whatever writes it', async () => {
    const memberId = await world.member();
    const { ID } = await world.submit(memberId);
    await world.cancel(memberId, ID);
    for (const state of ['reviewed', 'completed', 'rejected']) {
      const jump = world.database.transaction((tx) =>
        tx.one(depositStore.end, [ID, state, 'x', world.clock.now()]),
      );
      await expect(jump).rejects.toThrow('that ended does not change');
    }
    const open = await world.submit(memberId);
    const more = defineStatement({
      name: 'test.moreThanTold',
      text: `update deposits set amount = amount + 1 where state = 'reviewed'`,
      params: [],
    });
    await expect(world.database.transaction((tx) => tx.run(more, []))).rejects.toThrow(
      'the reported facts of a deposit do not change',
    );
    expect(await world.stateOf(open.ID)).toBe('reviewed');
  });
});

describe('the review of a deposit', () => {
  it('shows the facts, the proof, and the change of the balance', async () => {
    const memberId = await world.member();
    const { ID, address } = await world.submit(memberId);
    const { facts, evidence, change, checks } = await world.detailOf(ID);
    expect(JSON.parse(facts)).toMatchObject({
      memberId,
      asset: 'USDT',
      network: 'TRC20',
      address,
      amount: '1500',
      fee: '0',
      proof: evidence.images[0]!.sha256,
    });
    expect(evidence.images).toMatchObject([{ id: 'proof' }]);
    expect(change).toEqual({ asset: 'USDT', amount: decimal('1500') });
    expect(checks.every(({ isPassed }) => isPassed)).toBe(true);
  });

  it('warns of an image that was used before, by any member', async () => {
    const [one, other] = [await world.member(), await world.member()];
    const first = await world.submit(one, { imageId: await world.picture(one, '#abcdef') });
    const again = await world.submit(other, { imageId: await world.picture(other, '#abcdef') });
    expect(await failedChecks(again.ID)).toEqual(['image-not-used-before']);
    await world.cancel(one, first.ID);
    expect(await failedChecks(again.ID)).toEqual(['image-not-used-before']);
  });

  it('cannot approve a deposit to an address of another member', async () => {
    const memberId = await world.member();
    const address = await world.address(await world.member());
    const { ID } = await world.submit(memberId, { address });
    expect(await failedChecks(ID)).toEqual(['address-own']);
    await expect(world.approve(ID)).rejects.toMatchObject({ code: 5036 });
    expect(await usdt(memberId)).toBe(0);
  });

  it('warns of an unusual amount and of a frozen account', async () => {
    const memberId = await world.member();
    const small = await world.submit(memberId, { num: '100' });
    await world.approve(small.ID);
    const usual = await world.submit(memberId, { num: '1000' });
    expect(await failedChecks(usual.ID)).toEqual([]);
    await world.cancel(memberId, usual.ID);
    const large = await world.submit(memberId, { num: '1000.000001' });
    expect(await failedChecks(large.ID)).toEqual(['amount-usual']);
    await freezeMember(world.database, memberId);
    expect(await failedChecks(large.ID)).toEqual(['amount-usual', 'account-not-frozen']);
  });

  it('approves nothing on a network whose rail credits automatically, because it would be credited twice', async () => {
    const memberId = await world.member();
    const { ID } = await world.submit(memberId);
    world.watching.add('TRC20');
    await expect(world.approve(ID)).rejects.toMatchObject({
      code: 5036,
      detail: { data: { checks: ['not-credited-by-itself'] } },
    });
    const address = await world.address(memberId);
    await world.see({ address, reference: 'seen-later', amount: decimal('1500') });
    world.watching.clear();
    expect(await usdt(memberId)).toBe(1500);
    await world.cancel(memberId, ID);
  });

  it('warns if the same transfer was already credited by the rail', async () => {
    const memberId = await world.member();
    const address = await world.address(memberId);
    await world.see({ address, reference: 'seen-first', amount: decimal('1500') });
    const { ID } = await world.submit(memberId);
    expect(await failedChecks(ID)).toEqual(['not-credited-already']);
    const { rows } = (await world.detailOf(ID)).evidence;
    expect(rows.find(({ label }) => label === 'Amount')).toMatchObject({
      values: ['1500 USDT', '1500 USDT'],
      isEqual: true,
    });
  });
});

describe('a deposit address', () => {
  it('stays the same for its member, and is recognisably not a real one in paper mode', async () => {
    const [one, other] = [await world.member(), await world.member()];
    const address = await world.address(one);
    expect(address).toMatch(/^paper-trc20-/);
    expect(await world.address(one)).toBe(address);
    expect(await world.address(other)).not.toBe(address);
    expect(await world.address(one, 'usdt', 'erc20')).toMatch(/^paper-erc20-/);
  });

  it('is refused where deposits are not possible, and to frozen or unverified members', async () => {
    const memberId = await world.member();
    await expect(world.address(memberId, 'BTC', 'BTC')).rejects.toMatchObject({ code: 4019 });
    const place = { coin: 'USDT', network: 'TRC20' };
    const real = { ...world.deps, asksIdentity: true };
    await expect(showAddress(real, memberId, place)).rejects.toMatchObject({ code: 4025 });
    const broken = { ...paperRail, depositAddress: () => Promise.reject(new Error('gone')) };
    const without = { ...world.deps, rails: createRails([broken]) };
    await expect(showAddress(without, memberId, place)).rejects.toMatchObject({ code: 5011 });
    await freezeMember(world.database, memberId);
    await expect(world.address(memberId)).rejects.toMatchObject({ code: 4008 });
  });

  it('never belongs to two members', async () => {
    const one = { ...paperRail, depositAddress: async () => 'shared' };
    const deps = { ...world.deps, rails: createRails([one]) };
    const place = { coin: 'USDT', network: 'TRC20' };
    await showAddress(deps, await world.member(), place);
    await expect(showAddress(deps, await world.member(), place)).rejects.toThrow('two members');
  });
});

describe('the audit', () => {
  it('finds a credit with the reference of a deposit that was never completed', async () => {
    const memberId = await world.member();
    const { ID } = await world.submit(memberId);
    const undone = world.fresh.owner.transaction(async (tx) => {
      const postings = transfer({
        from: { owner: TRON, purpose: 'available' },
        to: { owner: memberId, purpose: 'available' },
        asset: 'USDT',
        amount: decimal('1500'),
      });
      const entry = { kind: recordTypes.depositSuccess, reference: `deposit:${ID}`, postings };
      await postUnfounded(tx, [entry], world.clock.now());
      throw new Error((await auditDeposits(tx)).flatMap(({ faults }) => faults).join());
    });
    await expect(undone).rejects.toThrow(`deposit ${ID} is not what the journal says`);
  });
});
