import { recordTypes } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelRequest } from '../src/features/money/funding/request/lifecycle.ts';
import { listOutgoingFees } from '../src/features/money/funding/index.ts';
import { readMovements } from '../src/features/money/statement/read-movements.ts';
import { withdrawals } from '../src/features/money/funding/withdrawal/withdrawals.ts';
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
    formatDecimal(each.availableAfter),
    formatDecimal(each.reservedAfter),
    each.outcome,
  ]);
}

it('a withdrawal is one record: reserved, then returned or paid, with what is available after it', async () => {
  const { withdrawal, withdrawalReturn, withdrawalSuccess, paperFundsGranted } = recordTypes;
  const memberId = await world.member({ USDT: '250' });
  const returned = await world.withdraw(memberId);
  await cancelRequest(world.deps, withdrawals, { memberId, id: returned.ID, key: undefined });
  const paid = await world.withdraw(memberId);
  expect((await recordsOf(memberId))[0]).toEqual([withdrawal, '-100', '150', '100', 'reserved']);
  await world.approve(paid.ID);
  await world.send();
  const all = [
    // What is reserved was reserved at that time.
    [withdrawal, '-100', '150', '100', 'final'],
    [withdrawalReturn, '100', '250', '0', 'final'],
    [withdrawal, '-100', '150', '100', 'returned'],
    [paperFundsGranted, '250', '250', '0', 'final'],
  ];
  expect(await recordsOf(memberId)).toEqual(all);
  // Counted or not, the lists are the same.
  await countAllRecords(world.database);
  expect(await recordsOf(memberId)).toEqual(all);
  expect(await recordsOf(memberId, withdrawal)).toEqual([all[0], all[2]]);
  expect(await recordsOf(memberId, withdrawalReturn)).toEqual([all[1]]);
  expect(await recordsOf(memberId, withdrawalSuccess)).toEqual([]);
  // A statement knows the fee that is part of what was paid.
  const whole = {
    start: 0,
    end: Date.parse('2100-01-01'),
    from: 0,
    through: 1e12,
    lateFrom: 1e12,
  };
  const fees: unknown[] = [];
  for await (const groups of readMovements(
    world.database,
    { ...whole, memberId },
    listOutgoingFees,
  )) {
    for (const { kind: of, amount, feeWithin } of groups.flat())
      fees.push([of, formatDecimal(amount), formatDecimal(feeWithin)]);
  }
  expect(fees).toEqual([
    [paperFundsGranted, '250', '0'],
    [withdrawalSuccess, '-100', '1'],
  ]);
  const findings = await world.database.snapshot((reader) => auditRecords(reader));
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
});
