import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { networkTerms } from '../src/kernel/networks/network-terms.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import type { TermsChange } from '../src/kernel/terms/terms.ts';
import { type DepositWorld, depositWorld } from './support/deposits.ts';
import { balanceOf } from './support/journal.ts';

const CLOSED: TermsChange = { inFee: decimal<Amount>('3'), takesIn: false };
const OPEN: TermsChange = { inFee: decimal<Amount>('0'), takesIn: true };
let world: DepositWorld;

const put = (change: TermsChange) =>
  world.database.transaction(async (tx) => {
    const subject = (await networkTerms.lock(tx, 'network.USDT.TRC20'))!;
    await networkTerms.put(tx, subject, { ...subject.terms, ...change });
  });
const usdt = (memberId: number) => balanceOf(world.database, memberId, 'USDT');

beforeAll(async () => {
  world = await depositWorld();
});
beforeEach(() => put(OPEN));
afterAll(() => world?.fresh.drop());

it('a deposit under review keeps the fee of its submission, also when its network is switched off', async () => {
  const memberId = await world.member();
  const { ID } = await world.submit(memberId);
  await put(CLOSED);
  await world.approve(ID);
  expect(await usdt(memberId)).toEqual({ available: '1500' });
  const refused = await world.submit(memberId).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 4019 });
});

it('a transfer over a network that is switched off is credited to the member', async () => {
  const memberId = await world.member();
  const address = await world.address(memberId);
  await put(CLOSED);
  await world.see({ address, reference: 'after-off:0' });
  expect(await usdt(memberId)).toEqual({ available: '37' });
});
