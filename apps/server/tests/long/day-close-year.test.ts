/** A year of daily closes on generated data: ledger, chain and bank say the same of each day, to the digit. */
import type { Amount } from '@tern/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditDayCloses } from '../../src/audit/day-closes.ts';
import { listDays } from '../../src/features/backoffice/day-close/show-days.ts';
import { dayOf, startOfDay } from '../../src/platform/clock.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { outsideWorld } from '../support/outside-world.ts';

const DAYS = 365;
const DAY_MINUTES = 24 * 60;
const FIRST = startOfDay('2026-12-01');
let world: Awaited<ReturnType<typeof outsideWorld>>;

beforeAll(async () => {
  world = await outsideWorld(FIRST);
});
afterAll(() => world?.fresh.drop());

/** Near midnight as often as during the day; most are booked when they are seen, some days later, some never. */
const event = fc.record({
  kind: fc.constantFrom('deposit' as const, 'payout' as const, 'fee' as const, 'credit' as const),
  minute: fc.oneof(
    fc.nat(DAY_MINUTES - 1),
    fc.integer({ min: DAY_MINUTES - 6, max: DAY_MINUTES - 1 }),
    fc.nat(5),
  ),
  amount: fc.bigInt(1n, 10n ** 18n).map((units) => units as Amount),
  bookedAfter: fc.constantFrom(0, 0, 0, 0, 1, 7, 600, 4 * DAY_MINUTES, undefined),
});

it('ties out on each day of a year', async () => {
  const start = { minute: 1, amount: (10n ** 24n) as Amount, bookedAfter: 0 };
  world.happens({ kind: 'deposit', ...start });
  world.happens({ kind: 'credit', ...start });
  const days = fc.sample(fc.array(event, { minLength: 2, maxLength: 8 }), {
    numRuns: DAYS,
    seed: 2026,
  });
  const cents = 10n ** 16n;
  for (const [at, events] of days.entries()) {
    const end = FIRST + (at + 1) * DAY_MS;
    for (const { amount, ...each } of events) {
      // Banks have cents.
      const exact = each.kind === 'credit' ? (((amount / cents + 1n) * cents) as Amount) : amount;
      const late = each.kind === 'payout' ? (each.bookedAfter ?? 0) % 8 : each.bookedAfter;
      world.happens({
        ...each,
        amount: exact,
        bookedAfter: late,
        minute: at * DAY_MINUTES + Math.max(each.minute, at === 0 ? 2 : 0),
      });
    }
    await world.count(end);
    // No statement at weekends: the next one has their entries too.
    const hasStatement = new Date(end - DAY_MS).getUTCDay() % 6 !== 0 || at === DAYS - 1;
    await world.close(end, { hasStatement });
  }
  const wrong: unknown[] = [];
  for (let at = 0; at < DAYS; at += 1) {
    const day = dayOf(FIRST + at * DAY_MS);
    const found = await world.statements(day);
    wrong.push(
      ...found.filter(({ difference }) => difference !== 0n).map((row) => ({ day, ...row })),
    );
    if (found.length !== 2) wrong.push({ day, found });
  }
  expect(wrong).toEqual([]);
  expect(await world.differingCounts()).toBe(0);
  const { list } = await listDays(world.fresh.database, undefined);
  expect(list.every(({ isTiedOut, unstated }) => isTiedOut && unstated === 0)).toBe(true);
  const findings = await world.fresh.database.snapshot(auditDayCloses);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
});
