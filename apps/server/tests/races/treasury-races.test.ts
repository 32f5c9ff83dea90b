/** Take-outs of revenue at the same time as others, and as withdrawals. */
import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../src/audit/ledger.ts';
import { showAccounts } from '../../src/features/backoffice/treasury/show-treasury.ts';
import { codeOf, type TreasuryWorld, treasuryWorld } from '../support/treasury.ts';

let world: TreasuryWorld;

beforeAll(async () => {
  world = await treasuryWorld(20);
});
afterAll(async () => {
  const findings = await world.database.snapshot((reader) => auditLedger(reader));
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const COVER_FLOOR = decimal<Amount>('1.01');
const ONE = 10n ** 18n;
async function expectCovered(coin: string) {
  const shown = await showAccounts(world.treasury, coin);
  const [held, owed] = [decimal(shown.held), decimal(shown.owed)];
  expect(held * ONE).toBeGreaterThanOrEqual(COVER_FLOOR * owed);
}

/** The checks of each read before the other has agreed; the database decides. */
it('of two take-outs that only one sum allows, one is agreed', async () => {
  for (const coin of ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE']) {
    await world.earned(coin);
    const reviews = [
      await world.propose(coin, { amount: '3000' }),
      await world.propose(coin, { amount: '3000' }),
    ];
    const codes = await Promise.all(reviews.map((id) => codeOf(world.agreeMove(id))));
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 4020 || code === 5036)).toHaveLength(1);
    expect(await world.fees(coin)).toBe('2000');
    await expectCovered(coin);
  }
});

it('a take-out and a withdrawal both happen, and cover stays over its floor', async () => {
  await world.earned('USDT');
  const memberId = await world.member({ USDT: '50000' });
  const { ID } = await world.withdraw(memberId, { num: '20000' });
  await world.approve(ID);
  const reviewId = await world.propose('USDT', { amount: '3500' });
  const codes = await Promise.all([codeOf(world.agreeMove(reviewId)), codeOf(world.send())]);
  expect(codes).toEqual([0, 0]);
  expect(await world.stateOf(ID)).toBe('completed');
  await expectCovered('USDT');
});
