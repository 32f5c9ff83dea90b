/** The day close: each UTC day is closed once, ties out to the digit, and stays as it was. */
import { exchangeAccounts, type Purpose } from '@tern/ledger';
import { type Amount, decimal, formatDecimal, negate } from '@tern/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDayCloses } from '../src/audit/day-closes.ts';
import { closeDays } from '../src/features/backoffice/day-close/close-days.ts';
import { newestClose } from '../src/features/backoffice/day-close/newest-close.ts';
import { listDays, showDay } from '../src/features/backoffice/day-close/show-days.ts';
import { closeNext } from '../src/features/backoffice/day-close/store.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { dayOf, startOfDay } from '../src/platform/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { entryOf, postUnfounded } from './support/journal.ts';
import { fundedMember, manualClock } from './support/market.ts';
import { failedRulesOf, withoutGuards } from './support/tampering.ts';

const FIRST_DAY = startOfDay('2026-12-01');
const coins = ['USDT', 'BTC'] as const;

let fresh: FreshDatabase;
let members: number[];
const clock = manualClock(FIRST_DAY);
/** Nobody who signs. */
const VIEWER = { operatorId: 0, at: FIRST_DAY };

beforeAll(async () => {
  fresh = await freshDatabase();
  members = [await fundedMember(fresh.database, {}), await fundedMember(fresh.database, {})];
});
afterAll(() => fresh?.drop());

/** Everything that was written is counted, and what can be closed is closed. */
async function close(): Promise<void> {
  await countAllRecords(fresh.database);
  await closeDays({ database: fresh.database, clock });
}
let named = 0;
const statementOf = (sql: string) => {
  named += 1;
  return defineStatement({ name: `test.dayClose${named}`, text: sql, params: [] });
};
const days = async () => (await listDays(fresh.database, undefined)).list;
const newestDay = async () => (await days())[0]?.day;
const faults = async () =>
  (await fresh.database.snapshot(auditDayCloses)).flatMap((finding) => finding.faults);

interface Move {
  readonly coin: (typeof coins)[number];
  /** Owner and purpose: a member by its place, or an account of the exchange. */
  readonly from: readonly [number, Purpose];
  readonly to: readonly [number, Purpose];
  /** In the smallest unit of 18 places. */
  readonly amount: bigint;
  /** Before the moment at which it is written. */
  readonly daysLate: number;
}

const postAt = (at: number, { coin: asset, from, to, amount }: Move) => {
  const value = amount as Amount;
  const entry = entryOf([
    { owner: from[0], asset, purpose: from[1], amount: negate(value) },
    { owner: to[0], asset, purpose: to[1], amount: value },
  ]);
  return fresh.owner.transaction((tx) => postUnfounded(tx, [entry], at));
};

/** Of coins that come in, are held, and pay fees: what each account has by the model, and what it was. */
const moves = fc.array(
  fc.record({
    coin: fc.constantFrom(...coins),
    member: fc.nat(1),
    way: fc.constantFrom('in', 'hold', 'fee', 'out'),
    amount: fc.bigInt(1n, 10n ** 22n),
    daysLate: fc.constantFrom(0, 0, 0, 1, 3),
  }),
  { minLength: 1, maxLength: 5 },
);
type Drawn = (typeof moves extends fc.Arbitrary<infer T> ? T : never)[number];

/** A member moves at most what it has: the rest of the drawn amount is dropped. */
function moveOf(drawn: Drawn, has: (owner: number, asset: string, purpose: Purpose) => bigint) {
  const { coin, daysLate, way } = drawn;
  const member = members[drawn.member]!;
  const least = (purpose: Purpose) => {
    const most = has(member, coin, purpose);
    return drawn.amount < most ? drawn.amount : most;
  };
  const base = { coin, daysLate };
  const own = [member, 'available'] as const;
  const reserve = [member, 'held'] as const;
  if (way === 'in') {
    const from = [exchangeAccounts.paperIssuance, 'available'] as const;
    return { ...base, from, to: own, amount: drawn.amount };
  }
  if (way === 'hold') return { ...base, from: own, to: reserve, amount: least('available') };
  // A sub-account of the fees: it counts as the account.
  const to = [
    way === 'fee' ? exchangeAccounts.fees - 100 : exchangeAccounts.paperIssuance,
    'available',
  ] as const;
  return { ...base, from: reserve, to, amount: least('held') };
}

/** The books of the model: balances by owner, coin and purpose, and the trial balance by coin and account. */
function modelBooks() {
  const balances = new Map<string, bigint>();
  const closing = new Map<string, bigint>();
  const key = (owner: number, asset: string, purpose: Purpose) => `${owner} ${asset} ${purpose}`;
  const nameOf = (owner: number, purpose: Purpose) => {
    if (owner > 0) return `members.${purpose}`;
    return owner === exchangeAccounts.paperIssuance ? 'paperIssuance' : 'fees';
  };
  return {
    has: (owner: number, asset: string, purpose: Purpose) =>
      balances.get(key(owner, asset, purpose)) ?? 0n,
    book({ coin, from, to, amount }: Move) {
      for (const [[owner, purpose], sign] of [
        [from, -1n],
        [to, 1n],
      ] as const) {
        const at = key(owner, coin, purpose);
        balances.set(at, (balances.get(at) ?? 0n) + sign * amount);
      }
    },
    /** The lines of a day by coin and account, from its moves; the model's books then close. */
    closeDay(counted: readonly { move: Move; isLate: boolean }[]) {
      const lines = new Map<string, { debits: bigint; credits: bigint; late: bigint }>();
      const lineOf = (name: string) => {
        const line = lines.get(name) ?? { debits: 0n, credits: 0n, late: 0n };
        lines.set(name, line);
        return line;
      };
      for (const { move, isLate } of counted) {
        const { coin, from, to, amount } = move;
        const debit = lineOf(`${coin} ${nameOf(...from)}`);
        debit.debits += amount;
        const credit = lineOf(`${coin} ${nameOf(...to)}`);
        credit.credits += amount;
        if (isLate) {
          debit.late -= amount;
          credit.late += amount;
        }
      }
      const names = new Set([
        ...lines.keys(),
        ...[...closing].filter(([, left]) => left !== 0n).map(([name]) => name),
      ]);
      return [...names].toSorted().map((name) => {
        const { debits, credits, late } = lineOf(name);
        const opening = closing.get(name) ?? 0n;
        closing.set(name, opening - debits + credits);
        const texts = [opening, debits, credits, opening - debits + credits, late];
        return [name, ...texts.map((value) => formatDecimal(value as Amount))].join(' ');
      });
    },
  };
}

const storedLines = async (day: string) => {
  const { coins: shown } = await showDay(fresh.database, day, VIEWER);
  return shown
    .flatMap(({ coinname, lines }) =>
      lines.map(({ account, opening, debits, credits, closing, late }) =>
        [coinname, account, opening, debits, credits, closing, late].join(' '),
      ),
    )
    .toSorted();
};

describe('closed days', () => {
  it('are what a model gives for any journal, to the digit, with what was written late', async () => {
    const books = modelBooks();
    const week = fc.array(fc.tuple(moves, moves), { minLength: 3, maxLength: 3 });
    const drawn = fc.sample(week, { numRuns: 8, seed: 20_261_201 }).flat();
    const first: Drawn = { coin: 'USDT', member: 0, way: 'in', amount: 10n ** 24n, daysLate: 0 };
    drawn[0]![0].unshift(first);
    let dayAt = FIRST_DAY;
    for (const [before, after] of drawn) {
      const counted: { move: Move; isLate: boolean }[] = [];
      // Some of a day is counted while it runs, the rest when it is closed.
      for (const part of [before, after]) {
        for (const each of part) {
          const move = moveOf(each, books.has);
          if (move.amount === 0n) continue;
          const isFirst = dayAt === FIRST_DAY;
          const at = dayAt + 13 * HOUR_MS - (isFirst ? 0 : move.daysLate * DAY_MS);
          await postAt(at, move);
          books.book(move);
          counted.push({ move, isLate: at < dayAt });
        }
        clock.set(dayAt + 20 * HOUR_MS);
        await close();
      }
      clock.set(dayAt + DAY_MS + 15 * MINUTE_MS);
      await close();
      expect(await newestDay()).toBe(dayOf(dayAt));
      expect(await storedLines(dayOf(dayAt))).toEqual(books.closeDay(counted));
      dayAt += DAY_MS;
    }
    expect((await days()).every(({ isTiedOut }) => isTiedOut)).toBe(true);
    expect(await faults()).toEqual([]);
  });

  it('are closed a quarter of an hour after their end, by one of several instances', async () => {
    const day = startOfDay((await newestDay())!) + DAY_MS;
    clock.set(day + DAY_MS + 15 * MINUTE_MS - 1);
    await close();
    expect(await newestDay()).toBe(dayOf(day - DAY_MS));
    clock.advance(1);
    const deps = { database: fresh.database, clock };
    await Promise.all([closeDays(deps), closeDays(deps), closeDays(deps)]);
    expect(await newestDay()).toBe(dayOf(day));
  });

  it('are caught up after a pause, each with what the day before closed with', async () => {
    const day = startOfDay((await newestDay())!);
    clock.set(day + 4 * DAY_MS + HOUR_MS);
    await close();
    const paused = (await days()).slice(0, 4).map((each) => each.day);
    expect(paused).toEqual([3, 2, 1, 0].map((later) => dayOf(day + later * DAY_MS)));
    const lines = await storedLines(paused[1]!);
    expect(lines.length).toBeGreaterThan(2);
    expect(await storedLines(paused[0]!)).toEqual(lines);
    expect(await faults()).toEqual([]);
  });

  it('wait for what is written of them and not counted yet', async () => {
    const day = startOfDay((await newestDay())!) + DAY_MS;
    await postAt(day + HOUR_MS, received('USDT', '5'));
    clock.set(day + DAY_MS + HOUR_MS);
    await fresh.database.transaction((tx) => tx.one(closeNext, [clock.now()]));
    expect(await newestDay()).toBe(dayOf(day - DAY_MS));
    await close();
    expect(await newestDay()).toBe(dayOf(day));
  });
});

const received = (coin: Move['coin'], text: string): Move => ({
  coin,
  from: [exchangeAccounts.paperIssuance, 'available'],
  to: [members[0]!, 'available'],
  amount: decimal<Amount>(text),
  daysLate: 0,
});

describe('a day that does not tie out', () => {
  it('is closed with its differences, and the next one opens with what the journal says', async () => {
    const day = startOfDay((await newestDay())!) + DAY_MS;
    const change = (sign: string) =>
      withoutGuards(
        fresh,
        `update ledger_balances set held = held ${sign} 0.000000000000000001 where owner_id = ${members[0]} and asset = 'USDT'`,
      );
    await change('+');
    clock.set(day + DAY_MS + HOUR_MS);
    await close();
    const failed = await showDay(fresh.database, dayOf(day), VIEWER);
    expect(failed).toMatchObject({ isTiedOut: false, differences: 1 });
    const { lines, differences } = failed.coins.find(({ coinname }) => coinname === 'USDT')!;
    const held = lines.find(({ account }) => account === 'members.held')!;
    expect(differences).toEqual([
      {
        account: 'members.held',
        reason: 'balances',
        expected: held.closing,
        found: formatDecimal((decimal<Amount>(held.closing) + 1n) as Amount),
        difference: '0.000000000000000001',
      },
    ]);
    expect(await newestClose(fresh.database)).toMatchObject({
      endedAt: day + DAY_MS,
      differences: 1,
    });
    await change('-');
    clock.advance(DAY_MS);
    await close();
    expect((await days()).slice(0, 2).map(({ isTiedOut }) => isTiedOut)).toEqual([true, false]);
    expect(await newestClose(fresh.database)).toMatchObject({ differences: 0 });
    expect(await faults()).toEqual([]);
  });

  it('is the newest of those that are closed together, if a balance is wrong', async () => {
    const day = startOfDay((await newestDay())!) + DAY_MS;
    const change = (sign: string) =>
      withoutGuards(
        fresh,
        `update ledger_balances set held = held ${sign} 2 where owner_id = ${members[0]} and asset = 'USDT'`,
      );
    await change('+');
    clock.set(day + 3 * DAY_MS + HOUR_MS);
    await close();
    expect((await days()).slice(0, 3).map(({ isTiedOut }) => isTiedOut)).toEqual([
      false,
      true,
      true,
    ]);
    await change('-');
    clock.advance(DAY_MS);
    await close();
    expect(await newestClose(fresh.database)).toMatchObject({ differences: 0 });
  });

  it('has entries whose sides differ', async () => {
    const day = startOfDay((await newestDay())!) + DAY_MS;
    await postAt(day + HOUR_MS, received('BTC', '1'));
    await countAllRecords(fresh.database);
    const raised = (sign: string) =>
      withoutGuards(
        fresh,
        `update ledger_postings set available = available ${sign} 2 where owner_id = ${members[0]} and id = (select max(id) from ledger_postings where owner_id = ${members[0]})`,
      );
    await raised('+');
    clock.set(day + DAY_MS + HOUR_MS);
    await close();
    const { coins: shown } = await showDay(fresh.database, dayOf(day), VIEWER);
    const { differences } = shown.find(({ coinname }) => coinname === 'BTC')!;
    expect(differences.map(({ account, reason }) => [account, reason])).toEqual([
      [null, 'sides'],
      ['members.available', 'balances'],
    ]);
    expect(differences[0]).toMatchObject({ expected: '3', found: '1', difference: '-2' });
    expect(await faults()).toEqual([]);
    // Put right, the journal is not what the day counted.
    await raised('-');
    expect(await faults()).toHaveLength(1);
    await raised('+');
  });
});

describe('a stored day', () => {
  it('is written by no one but the functions that count', async () => {
    const { database, owner } = fresh;
    for (const sql of [
      'update day_close_lines set late = 1',
      'delete from day_close_differences',
      "insert into day_closes values ('2099-01-01', 0, now())",
      'update day_close_movements set credits = credits + 1',
    ]) {
      const change = statementOf(sql);
      await expect(database.transaction((tx) => tx.run(change, []))).rejects.toThrow(
        /permission denied/,
      );
      if (sql.startsWith('insert')) continue;
      await expect(owner.transaction((tx) => tx.run(change, []))).rejects.toThrow(
        /a closed day does not change/,
      );
    }
  });

  const MOVEMENTS = 'what each day changed is what its postings give';
  const LINES = 'a closed day opens with what the day before closed with, and adds up';
  const DIFFERENCES = 'a closed day names the differences that its lines have';
  const oneLine = (change: string) =>
    `update day_close_lines set ${change} where (day, asset, account) = (select day, asset, account from day_close_lines where closing <> 0 order by day limit 1)`;

  it.each([
    [
      'a movement',
      'update day_close_movements set credits = credits + 1 where kind = 12',
      [MOVEMENTS, LINES],
    ],
    [
      'a removed movement',
      'delete from day_close_movements where account = -1',
      [MOVEMENTS, LINES],
    ],
    [
      'a line that still adds up',
      oneLine('credits = credits + 1, closing = closing + 1'),
      [LINES, DIFFERENCES],
    ],
    ['what was late', oneLine('late = late + 1'), [LINES]],
    ['a removed line', 'delete from day_close_lines where account = 2', [LINES, DIFFERENCES]],
    [
      'a day closed on other postings',
      'update day_closes set through_posting = 0 where day = (select min(day) from day_closes)',
      [MOVEMENTS],
    ],
    [
      'a removed day',
      'delete from day_closes where day = (select min(day) + 5 from day_closes)',
      [MOVEMENTS, LINES],
    ],
    [
      'a removed difference',
      "delete from day_close_differences where reason = 'sides'",
      [DIFFERENCES],
    ],
    [
      'a changed difference',
      "update day_close_differences set expected = expected + 1 where reason = 'balances'",
      [DIFFERENCES],
    ],
  ])('that is changed is found by the audit: %s', async (_what, sql, rules) => {
    const audit = (database: Parameters<Parameters<typeof failedRulesOf>[0]>[0]) =>
      database.snapshot(auditDayCloses);
    expect(await failedRulesOf(audit, fresh, [sql])).toEqual(rules);
  });
});
