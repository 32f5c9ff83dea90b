import { recordTypes } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelRequest } from '../src/features/funding/request/lifecycle.ts';
import { withdrawals } from '../src/features/funding/withdrawal/withdrawals.ts';
import { auditRecords } from '../src/audit/records.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await withdrawalWorld();
});
afterAll(() => world.fresh.drop());

async function recordsOf(memberId: number, kind: number | null = null) {
  const page = { limit: 10, offset: 0 };
  const filter = { memberId, asset: 'USDT', kind };
  const { records, total } = await listRecords(world.database, filter, page);
  expect(total).toBe(records.length);
  return records.map((each) => [
    each.kind,
    formatDecimal(each.amount),
    formatDecimal(each.totalAfter),
  ]);
}

it('the records of a member show a withdrawal when it is held, returned and paid', async () => {
  const { withdrawal, withdrawalReturn, withdrawalSuccess, paperFundsGranted } = recordTypes;
  const memberId = await world.member({ USDT: '250' });
  const returned = await world.withdraw(memberId);
  await cancelRequest(world.deps, withdrawals, { memberId, id: returned.ID, key: undefined });
  const paid = await world.withdraw(memberId);
  await world.approve(paid.ID);
  await world.send();
  const all = [
    [withdrawalSuccess, '-100', '150'],
    [withdrawal, '-100', '250'],
    [withdrawalReturn, '100', '250'],
    [withdrawal, '-100', '250'],
    [paperFundsGranted, '250', '250'],
  ];
  expect(await recordsOf(memberId)).toEqual(all);
  // Counted or not, the lists are the same.
  await countAllRecords(world.database);
  expect(await recordsOf(memberId)).toEqual(all);
  expect(await recordsOf(memberId, withdrawal)).toEqual([all[1], all[3]]);
  expect(await recordsOf(memberId, withdrawalReturn)).toEqual([all[2]]);
  const findings = await world.database.snapshot((reader) => auditRecords(reader));
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
});
