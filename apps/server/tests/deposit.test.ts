import { custodyAccount, houseAccounts, recordTypes, transfer } from '@tern/ledger';
import { decimal, formatDecimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { auditDeposits } from '../src/audit/deposits.ts';
import { deposits } from '../src/features/funding/deposit/deposits.ts';
import { findRequest, listRequests } from '../src/features/funding/request/list.ts';
import { showAddress } from '../src/features/funding/deposit/own-address.ts';
import { depositSettings } from '../src/features/funding/settings.ts';
import { depositStore } from '../src/features/funding/deposit/store.ts';
import { createRails } from '../src/kernel/rails/rail.ts';
import { paperRail } from '../src/kernel/rails/paper-rail.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { agreeVersion } from './support/decided.ts';
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

describe('a deposit that a member tells of', () => {
  it('waits for two people, then is credited less the fee, out of what lies on the network', async () => {
    const memberId = await world.member();
    const before = [await usdt(ETHEREUM), await usdt(houseAccounts.fees)];
    const told = await world.tell(memberId, { network: 'erc20', num: '1500.5' });
    expect(told).toMatchObject({
      coin: 'USDT',
      czline: 'ERC20',
      cate: 1,
      type: 1,
      num: '1500.5',
      fee: '5',
      actual: null,
      status: 1,
      recordNo: `D-${told.ID}`,
    });
    expect(Date.parse(told.dueAt)).toBe(world.clock.now() + 24 * HOUR);

    await world.agree(world.operators.first, told.ID, 'first');
    expect(await usdt(memberId)).toBe(0);
    await world.agree(world.operators.second, told.ID, 'second');
    expect(await findRequest(world.database, deposits, { memberId, id: told.ID })).toMatchObject({
      status: 2,
      actual: '1495.5',
    });
    expect(await usdt(memberId)).toBe(1495.5);
    expect([await usdt(ETHEREUM), await usdt(houseAccounts.fees)]).toEqual([
      before[0]! - 1500.5,
      before[1]! + 5,
    ]);
    const filter = { memberId, asset: 'USDT', kind: recordTypes.depositSuccess };
    const { records } = await listRecords(world.database, filter, { limit: 10, offset: 0 });
    expect(records.map(({ amount, reference }) => [formatDecimal(amount), reference])).toEqual([
      ['1495.5', `deposit:${told.ID}`],
    ]);
  });

  it('is not approved by one person alone', async () => {
    const memberId = await world.member();
    const { ID } = await world.tell(memberId);
    await world.agree(world.operators.first, ID, 'first');
    await expect(world.agree(world.operators.first, ID, 'second')).rejects.toMatchObject({
      code: 5032,
    });
    expect(await usdt(memberId)).toBe(0);
  });

  it('rejected credits nothing, and says why', async () => {
    const memberId = await world.member();
    const { ID } = await world.tell(memberId);
    await world.reject(ID, 'The proof shows another address.');
    expect(await findRequest(world.database, deposits, { memberId, id: ID })).toMatchObject({
      status: 3,
      actual: null,
      reason: 'The proof shows another address.',
    });
    expect(await usdt(memberId)).toBe(0);
    await expect(world.cancel(memberId, ID)).rejects.toMatchObject({ code: 5034 });
  });

  it('held says until when and why, and ends as any other', async () => {
    const memberId = await world.member();
    const { ID } = await world.tell(memberId);
    const { review } = await world.detailOf(ID);
    await world.reviewQueue.claim(world.operators.first, review.id);
    const until = world.clock.now() + HOUR;
    const reason = 'We ask the network.';
    await world.reviewQueue.hold(world.operators.first, review.id, { until, reason });
    expect(await findRequest(world.database, deposits, { memberId, id: ID })).toMatchObject({
      status: 1,
      heldUntil: new Date(until).toISOString(),
      reason,
    });
    world.clock.set(until);
    await world.approve(ID);
    expect(await usdt(memberId)).toBe(1500);
    const ended = { status: 2, heldUntil: null, reason: '' };
    expect(await findRequest(world.database, deposits, { memberId, id: ID })).toMatchObject(ended);
  });

  it('can be taken back while nobody has decided it, not after, and by nobody else', async () => {
    const memberId = await world.member();
    const { ID } = await world.tell(memberId);
    await expect(world.cancel(await world.member(), ID)).rejects.toMatchObject({ code: 5007 });
    await world.agree(world.operators.first, ID, 'first');
    expect(await world.cancel(memberId, ID)).toMatchObject({ status: 4, actual: null });
    // Nothing of it is left in the queue.
    expect((await world.detailOf(ID)).review.state).toBe('cancelled');
    await expect(world.cancel(memberId, ID)).rejects.toMatchObject({ code: 5034 });
    await expect(world.agree(world.operators.second, ID, 'second')).rejects.toMatchObject({
      code: 5034,
    });

    const other = await world.tell(memberId);
    await world.approve(other.ID);
    await expect(world.cancel(memberId, other.ID)).rejects.toMatchObject({ code: 5034 });
    expect(await usdt(memberId)).toBe(1500);
  });

  it('told again with its key is one deposit, whatever has changed since', async () => {
    const memberId = await world.member();
    const imageId = await world.picture(memberId);
    const key = { memberId, key: 'again', requestHash: 'same' };
    const { ID } = await world.tell(memberId, { imageId, key });
    await freezeMember(world.database, memberId);
    expect(await world.tell(memberId, { imageId, key })).toMatchObject({ ID, status: 1 });
    await expect(world.tell(memberId)).rejects.toMatchObject({ code: 4008 });
    expect((await listRequests(world.database, deposits, { memberId })).total).toBe(1);
  });

  it.each<[string, Parameters<DepositWorld['tell']>[1], object]>([
    ['an unknown coin', { coin: 'NOPE' }, { code: 4019, detail: { fields: ['coin'] } }],
    ['no network', { network: undefined }, { code: 5001, detail: { fields: ['czline'] } }],
    ['a network that does not carry it', { network: 'BTC' }, { code: 4019 }],
    ['a closed network', { coin: 'BTC', network: 'BTC', num: '1' }, { code: 4019 }],
    ['no amount', { num: '' }, { code: 5001, detail: { fields: ['num'] } }],
    ['nothing', { num: '0' }, { code: 5001 }],
    ['finer than the coin', { num: '20.0000001' }, { code: 5001 }],
    [
      'less than the minimum',
      { num: '4.999999' },
      { code: 5013, detail: { text: 'transfer.min', data: { min: '5' } } },
    ],
    [
      'more than the maximum',
      { num: '1000000.000001' },
      { code: 5013, detail: { text: 'transfer.max', data: { max: '1000000' } } },
    ],
    [
      'less to come than the member was shown',
      { leastReceived: '1500.000001' },
      { code: 5004, detail: { data: { received: '1500' } } },
    ],
    ['no proof', { imageId: undefined }, { code: 5001, detail: { fields: ['payimg'] } }],
    ['a proof that is none', { imageId: 999_999 }, { code: 5001, detail: { fields: ['payimg'] } }],
  ])('with %s is refused and leaves nothing', async (_what, over, refusal) => {
    const memberId = await world.member();
    await expect(world.tell(memberId, over)).rejects.toMatchObject(refusal);
    expect((await listRequests(world.database, deposits, { memberId })).total).toBe(0);
  });

  it('is proven by an image of the member that proved nothing before', async () => {
    const memberId = await world.member();
    const noProof = { code: 5001, detail: { fields: ['payimg'] } };
    const another = await world.picture(await world.member());
    await expect(world.tell(memberId, { imageId: another })).rejects.toMatchObject(noProof);
    const imageId = await world.picture(memberId);
    const { ID } = await world.tell(memberId, { imageId });
    await expect(world.tell(memberId, { imageId })).rejects.toMatchObject(noProof);
    // Taking it back frees nothing: what was shown once was shown.
    await world.cancel(memberId, ID);
    await expect(world.tell(memberId, { imageId })).rejects.toMatchObject(noProof);
  });

  it('is refused beyond so many under review', async () => {
    const memberId = await world.member();
    await changeSetting(world.fresh.owner, 'deposit.openMax', 2);
    await world.settings.refresh();
    expect(world.settings.read(depositSettings.openMax)).toBe(2);
    const { ID } = await world.tell(memberId);
    await world.tell(memberId);
    await expect(world.tell(memberId)).rejects.toMatchObject({ code: 5012 });
    await world.cancel(memberId, ID);
    await world.tell(memberId);
  });

  it('goes only forward and stays what was told, whatever writes it', async () => {
    const memberId = await world.member();
    const { ID } = await world.tell(memberId);
    await world.cancel(memberId, ID);
    for (const state of ['reviewed', 'completed', 'rejected']) {
      const jump = world.database.transaction((tx) =>
        tx.one(depositStore.end, [ID, state, 'x', world.clock.now()]),
      );
      await expect(jump).rejects.toThrow('that ended does not change');
    }
    const open = await world.tell(memberId);
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

describe('whoever reviews a deposit', () => {
  it('sees what is told, the proof, and what approval changes', async () => {
    const memberId = await world.member();
    const { ID, address } = await world.tell(memberId);
    const { facts, evidence, checks } = await world.detailOf(ID);
    expect(JSON.parse(facts)).toMatchObject({
      memberId,
      asset: 'USDT',
      network: 'TRC20',
      address,
      amount: '1500',
      fee: '0',
      proof: evidence.images[0]!.sha256,
    });
    expect(evidence).toMatchObject({
      images: [{ id: 'proof' }],
      change: { asset: 'USDT', amount: decimal('1500') },
    });
    expect(checks.every(({ isPassed }) => isPassed)).toBe(true);
  });

  it('is told of an image that proved something before, whoever showed it', async () => {
    const [one, other] = [await world.member(), await world.member()];
    const first = await world.tell(one, { imageId: await world.picture(one, '#abcdef') });
    const again = await world.tell(other, { imageId: await world.picture(other, '#abcdef') });
    expect(await failedChecks(again.ID)).toEqual(['image-not-used-before']);
    await world.cancel(one, first.ID);
    expect(await failedChecks(again.ID)).toEqual(['image-not-used-before']);
  });

  it('is told of a strange address, which nobody may approve', async () => {
    const memberId = await world.member();
    const address = await world.address(await world.member());
    const { ID } = await world.tell(memberId, { address });
    expect(await failedChecks(ID)).toEqual(['address-own']);
    await expect(world.approve(ID)).rejects.toMatchObject({ code: 5036 });
    expect(await usdt(memberId)).toBe(0);
  });

  it('is told of an unusual amount and of a frozen account', async () => {
    const memberId = await world.member();
    const small = await world.tell(memberId, { num: '100' });
    await world.approve(small.ID);
    const usual = await world.tell(memberId, { num: '1000' });
    expect(await failedChecks(usual.ID)).toEqual([]);
    await world.cancel(memberId, usual.ID);
    const large = await world.tell(memberId, { num: '1000.000001' });
    expect(await failedChecks(large.ID)).toEqual(['amount-usual']);
    await freezeMember(world.database, memberId);
    expect(await failedChecks(large.ID)).toEqual(['amount-usual', 'account-not-frozen']);
  });

  it('approves nothing on a network whose rail credits by itself: it would be credited twice', async () => {
    const memberId = await world.member();
    const { ID } = await world.tell(memberId);
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

  it('is told of what was credited already when it was seen on the network', async () => {
    const memberId = await world.member();
    const address = await world.address(memberId);
    await world.see({ address, reference: 'seen-first', amount: decimal('1500') });
    const { ID } = await world.tell(memberId);
    expect(await failedChecks(ID)).toEqual(['not-credited-already']);
    const { rows } = (await world.detailOf(ID)).evidence;
    expect(rows.find(({ label }) => label === 'Amount')).toMatchObject({
      values: ['1500 USDT', '1500 USDT'],
      isEqual: true,
    });
  });
});

describe('a deposit address', () => {
  it('is the same whenever it is asked for, and plainly no real one in paper mode', async () => {
    const [one, other] = [await world.member(), await world.member()];
    const address = await world.address(one);
    expect(address).toMatch(/^paper-trc20-/);
    expect(await world.address(one)).toBe(address);
    expect(await world.address(other)).not.toBe(address);
    expect(await world.address(one, 'usdt', 'erc20')).toMatch(/^paper-erc20-/);
  });

  it('is not given where nothing can come in, nor to whom it may not', async () => {
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
  it('finds what was credited under the name of a deposit that was never completed', async () => {
    const memberId = await world.member();
    const { ID } = await world.tell(memberId);
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
