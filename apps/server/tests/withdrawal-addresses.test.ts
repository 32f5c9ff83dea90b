import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { keepAddress, removeAddress } from '../src/features/funding/address-book/addresses.ts';
import { withdrawalSettings } from '../src/features/funding/settings.ts';
import { changeSetting } from './support/change-setting.ts';
import { plainCall } from './support/without-factors.ts';
import { TRON_ADDRESS, type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

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
