import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressFamily, readAddress } from '@tern/addresses';
import { auditBooks } from '../src/audit/books.ts';
import {
  keepAddress,
  removeAddress,
} from '../src/features/money/funding/address-book/addresses.ts';
import { insertAddress } from '../src/features/money/funding/deposit/store.ts';
import { withdrawalSettings } from '../src/features/money/funding/settings.ts';
import { insertTreasuryAddress } from '../src/kernel/rails/treasury-address.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { changeSetting } from './support/change-setting.ts';
import { plainCall } from './support/without-factors.ts';
import { TRON_ADDRESS, type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

const contracts = defineQuery({
  name: 'test.contracts',
  text: `select n.family, an.contract from asset_networks an join networks n on n.code = an.network where an.contract is not null`,
  params: [],
  row: { family: text, contract: text },
});

const HOUR = 3_600_000;
let world: WithdrawalWorld;

beforeAll(async () => {
  world = await withdrawalWorld();
});

afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

/** As its chain's documentation writes it, with the checksum in its capitals. */
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('the address book', () => {
  const wallet = { coin: 'usdt', network: 'trc20', address: TRON_ADDRESS, memo: undefined };
  const keep = (memberId: number, over: object = {}) =>
    keepAddress(world.deps, plainCall(memberId), { ...wallet, name: 'cold', remark: '', ...over });

  it('stores an address once, and only if it is valid on its network', async () => {
    const memberId = await world.member({ USDT: '1' });
    expect(await keep(memberId)).toMatchObject({ coin: 'USDT', czline: 'TRC20', name: 'cold' });
    await expect(keep(memberId)).rejects.toMatchObject({ code: 5016 });
    await expect(keep(memberId, { address: 'T123' })).rejects.toMatchObject({ code: 5001 });
    for (const name of ['  ', '\u200b\u2060', '\u3164', '\u2800\u202e']) {
      await expect(keep(memberId, { name })).rejects.toMatchObject({ code: 5001 });
    }
    expect(await keep(memberId, { network: 'ERC20', address: EVM, name: '🏠' })).toMatchObject({
      addr: EVM,
    });
    await expect(
      keep(memberId, { network: 'ERC20', address: EVM.toLowerCase() }),
    ).rejects.toMatchObject({ code: 5016 });
    await expect(
      keep(memberId, { network: 'ERC20', address: `0x${'0'.repeat(40)}` }),
    ).rejects.toMatchObject({ code: 5001 });
  });

  it('delays a new address by a day by default where real money moves', async () => {
    const memberId = await world.member({ USDT: '500' });
    world.driven.rail.movesRealMoney = true;
    await expect(world.withdraw(memberId)).rejects.toMatchObject({ code: 5001 });
    await keep(memberId);
    await expect(world.withdraw(memberId)).rejects.toMatchObject({ code: 5009 });
    world.clock.advance(24 * HOUR);
    expect((await world.withdraw(memberId)).status).toBe(1);
    world.driven.rail.movesRealMoney = false;
  });

  it('delays a new address as the setting says', async () => {
    const memberId = await world.member({ USDT: '500' });
    await changeSetting(world.fresh.owner, 'withdrawal.addressHoldHours', 24);
    await world.settings.refresh();
    await expect(world.withdraw(memberId)).rejects.toMatchObject({ code: 5001 });
    const { ID } = await keep(memberId);
    await expect(world.withdraw(memberId)).rejects.toMatchObject({ code: 5009 });
    world.clock.advance(24 * HOUR);
    expect((await world.withdraw(memberId)).status).toBe(1);
    await removeAddress(world.deps, memberId, ID);
    await expect(world.withdraw(memberId)).rejects.toMatchObject({ code: 5001 });
    await changeSetting(world.fresh.owner, 'withdrawal.addressHoldHours', 0);
    await world.settings.refresh();
    expect(world.settings.read(withdrawalSettings.addressHoldHours)).toBe(0);
  });
});

describe('a destination that is hardly meant', () => {
  const EXCHANGE = '0x1111111111111111111111111111111111111111';
  const CONFIGURED = '0x2222222222222222222222222222222222222222';
  /** Begins and ends like `EVM`. */
  const ALIKE = readAddress('evm', `0x5a${'3'.repeat(34)}eaed`)!;
  const ethereum = (address: string) => ({ network: 'ERC20', address });
  const keep = (memberId: number, address: string, name = 'cold') =>
    keepAddress(world.deps, plainCall(memberId), {
      coin: 'USDT',
      ...ethereum(address),
      memo: undefined,
      name,
      remark: '',
    });
  /** Neither saved nor withdrawn to. */
  async function expectRefused(memberId: number, address: string, detail: object) {
    const refusal = { code: 5037, detail };
    await expect(keep(memberId, address)).rejects.toMatchObject(refusal);
    await expect(world.withdraw(memberId, ethereum(address))).rejects.toMatchObject(refusal);
  }
  const checkOf = async (id: number, name: string) =>
    (await world.detailOf(id)).checks.find((check) => check.name === name);

  it('is refused when it is the contract of a token, listed or of the rail', async () => {
    const memberId = await world.member({ USDT: '500' });
    world.driven.rail.isContract = (address) => address === CONFIGURED;
    const detail = { text: 'withdrawal.toContract' };
    await expectRefused(memberId, '0xdAC17F958D2ee523a2206206994597C13D831ec7', detail);
    // Of another token of the network.
    await expectRefused(memberId, '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', detail);
    await expectRefused(memberId, CONFIGURED, detail);
    delete world.driven.rail.isContract;
  });

  it('lists contracts in the normal form of their network', async () => {
    const listed = await world.fresh.owner.many(contracts, []);
    expect(listed.length).toBeGreaterThan(10);
    for (const { family, contract } of listed)
      expect(readAddress(family as AddressFamily, contract)).toBe(contract);
  });

  it('is refused when it is the own deposit address or one of the exchange', async () => {
    const [memberId, other] = [await world.member({ USDT: '500' }), await world.member({})];
    const own = '0x4444444444444444444444444444444444444444';
    const theirs = '0x6666666666666666666666666666666666666666';
    await world.fresh.owner.transaction(async (tx) => {
      await tx.run(insertAddress, ['ERC20', own, memberId, 0]);
      await tx.run(insertAddress, ['ERC20', theirs, other, 0]);
      await tx.run(insertTreasuryAddress, ['ERC20', 0, EXCHANGE, 0]);
    });
    const detail = { text: 'withdrawal.toOurselves' };
    await expectRefused(memberId, own, detail);
    await expectRefused(memberId, EXCHANGE, detail);
    // Another member's: a deposit of theirs, which the reviewer must confirm.
    const { ID } = await world.withdraw(memberId, ethereum(theirs));
    expect(await checkOf(ID, 'address-not-ours')).toEqual({
      name: 'address-not-ours',
      isPassed: false,
      level: 'warning',
      detail: `deposit address of customer ${other}`,
    });
  });

  it('is refused when it begins and ends like a saved address, and its review is stopped', async () => {
    const memberId = await world.member({ USDT: '500' });
    const { ID } = await world.withdraw(memberId, ethereum(ALIKE));
    expect(await checkOf(ID, 'address-no-look-alike')).toMatchObject({ isPassed: true });
    await keep(memberId, EVM, 'Ledger');
    const detail = { data: { lookAlike: { address: EVM, name: 'Ledger' } } };
    await expectRefused(memberId, ALIKE, { text: 'withdrawal.lookAlike', ...detail });
    // Asked for before the other one was saved.
    expect(await checkOf(ID, 'address-no-look-alike')).toMatchObject({
      isPassed: false,
      level: 'stop',
    });
    const { columns, rows } = (await world.detailOf(ID)).evidence;
    expect(columns).toEqual(['Request', 'Saved as Ledger']);
    const both = rows.find(({ label }) => label === 'Address');
    expect(both).toMatchObject({ values: [ALIKE, EVM], isEqual: false });
    await expect(world.approve(ID)).rejects.toMatchObject({ code: 5036 });
    // The saved one itself is as good as before.
    expect((await world.withdraw(memberId, ethereum(EVM))).status).toBe(1);
  });

  it('is refused when it begins and ends like an address that was paid', async () => {
    const memberId = await world.member({ USDT: '500' });
    const { ID } = await world.withdraw(memberId, ethereum(EVM));
    await world.approve(ID);
    await world.send();
    await expectRefused(memberId, ALIKE, { data: { lookAlike: { address: EVM, name: '' } } });
  });
});
