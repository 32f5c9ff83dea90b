import { custodyAccount, exchangeAccounts } from '@tern/ledger';
import { decimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { deposits } from '../src/features/money/funding/deposit/deposits.ts';
import { listRequests } from '../src/features/money/funding/request/list.ts';
import { nullable, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { agreeVersion } from './support/operator-decisions.ts';
import { type DepositWorld, depositWorld } from './support/deposits.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember } from './support/market.ts';
import { closeAccountOf, freezeMember } from './support/members.ts';

/** TRC20 and ERC20, by their seed. */
const TRON = custodyAccount(10);
const ETHEREUM = custodyAccount(4);
let world: DepositWorld;

const feeOfFive = defineStatement({
  name: 'test.seenFeeOfFive',
  text: `update asset_networks set deposit_fee = 5, deposit_min = 10 where asset = 'USDT' and network = 'ERC20'`,
  params: [],
});
const faultOf = defineQuery({
  name: 'test.faultOfSeen',
  text: 'select fault from deposits_seen where reference = $1',
  params: [text],
  row: { fault: nullable(text) },
});
beforeAll(async () => {
  world = await depositWorld();
  await world.fresh.owner.transaction(async (tx) => {
    const value = { inFee: '5', inMin: '10' };
    await agreeVersion(tx, { key: 'network.USDT.ERC20', value, kind: 'terms' });
    await tx.run(feeOfFive, []);
  });
});

afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const usdt = async (owner: number) =>
  Number((await balanceOf(world.database, owner, 'USDT'))['available'] ?? 0);

describe('a transfer that a rail has seen', () => {
  it('is credited once, however often it is reported', async () => {
    const memberId = await world.member();
    const address = await world.address(memberId);
    for (let times = 0; times < 3; times += 1) await world.see({ address, reference: 'tx-1:0' });
    expect(await usdt(memberId)).toBe(40);
    const { list, total } = await listRequests(world.database, deposits, { memberId, status: 2 });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({ type: 2, status: 2, actual: '40', payimg: null });
    await expect(world.cancel(memberId, list[0]!.ID)).rejects.toMatchObject({ code: 5034 });
  });

  it('is rounded down to the places of the coin, and the remainder goes to the rounding account', async () => {
    const memberId = await world.member();
    const address = await world.address(memberId, 'USDT', 'ERC20');
    const before = [await usdt(ETHEREUM), await usdt(exchangeAccounts.rounding)];
    const amount = decimal<never>('25.0000009');
    await world.see({ address, network: 'ERC20', reference: 'fine', amount });
    expect(await usdt(memberId)).toBe(20);
    expect(await usdt(ETHEREUM)).toBeCloseTo(before[0]! - 25.0000009, 9);
    expect(await usdt(exchangeAccounts.rounding)).toBeCloseTo(before[1]! + 0.0000009, 9);
  });

  it('is credited below the minimum, and to a frozen account', async () => {
    const memberId = await world.member();
    const address = await world.address(memberId, 'USDT', 'ERC20');
    await freezeMember(world.database, memberId);
    const amount = decimal<never>('5.5');
    await world.see({ address, network: 'ERC20', reference: 'small', amount });
    expect(await usdt(memberId)).toBe(0.5);
  });

  it.each([
    ['an unknown address', { address: 'paper-trc20-nobody' }, 'unknown-address'],
    ['a coin that is not offered', { asset: 'NOPE' }, 'unknown-asset'],
    ['no more than the fee', { network: 'ERC20', amount: decimal<never>('5') }, 'not-above-fee'],
  ])(
    'with %s is credited to no member and becomes an unmatched deposit',
    async (what, over, fault) => {
      const memberId = await world.member();
      const before = await usdt(TRON);
      const network = 'network' in over ? over.network : 'TRC20';
      const address = await world.address(memberId, 'USDT', network);
      await world.see({ address, reference: what, ...over });
      await world.see({ address, reference: what, ...over });
      expect(await world.database.one(faultOf, [what])).toEqual({ fault });
      expect([await usdt(memberId), await usdt(TRON)]).toEqual([0, before]);
    },
  );

  it('to the address of a closed account becomes an unmatched deposit', async () => {
    const memberId = await fundedMember(world.database, {});
    const address = await world.address(memberId, 'USDT', 'TRC20');
    await closeAccountOf(world.database, memberId, Date.now());
    await world.see({ address, reference: 'closed' });
    expect(await world.database.one(faultOf, ['closed'])).toEqual({ fault: 'closed-account' });
    expect(await usdt(memberId)).toBe(0);
  });
});
