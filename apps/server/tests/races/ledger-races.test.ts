import { type Entry, exchangeAccounts, recordTypes } from '@tern/ledger';
import { add, type Amount, decimal, formatDecimal, ZERO } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/audit/ledger.ts';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import { isOverdrawn, isPostedBefore } from '../../src/kernel/ledger/post-entries.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { balanceOf, entryOf, post, posting } from '../support/journal.ts';

const CONNECTIONS = 24;
const MEMBERS = [1, 2, 3, 4, 5, 6, 7, 8];
const ASSETS = ['BTC', 'ETH', 'USDT'];
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: CONNECTIONS });
  const grants = MEMBERS.flatMap((member) =>
    ASSETS.map((asset) =>
      entryOf([
        posting(exchangeAccounts.paperIssuance, asset, '-100'),
        posting(member, asset, '100'),
      ]),
    ),
  );
  await post(fresh.database, ...grants);
});

afterAll(() => fresh?.drop());

async function expectCleanJournal() {
  const findings = await fresh.database.snapshot(auditLedger);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
}

/** The same numbers each time. */
function random(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
}

/** Several payments between members; the next batch has them in reverse order. */
function randomBatch(roll: (sides: number) => number, isReversed: boolean): Entry[] {
  const entries = Array.from({ length: 2 + roll(5) }, () => {
    const from = MEMBERS[roll(MEMBERS.length)]!;
    const to = MEMBERS[(MEMBERS.indexOf(from) + 1 + roll(MEMBERS.length - 1)) % MEMBERS.length]!;
    const asset = ASSETS[roll(ASSETS.length)]!;
    const amount = `${roll(40)}.${1 + roll(99)}`;
    const lines = [posting(from, asset, `-${amount}`), posting(to, asset, amount)];
    return entryOf(isReversed ? lines.toReversed() : lines);
  });
  return isReversed ? entries.toReversed() : entries;
}

describe('2,000 concurrent batches over the same accounts, in opposite orders', () => {
  it('never deadlock, and leave exactly the accepted postings', async () => {
    const roll = random(7);
    const batches = Array.from({ length: 2_000 }, (_each, index) =>
      randomBatch(roll, index % 2 === 1),
    );
    const accepted: Entry[] = [];
    let refused = 0;
    let next = 0;
    const worker = async () => {
      for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
        try {
          await post(fresh.database, ...batch);
          accepted.push(...batch);
        } catch (error) {
          if (!isOverdrawn(error)) throw error;
          refused += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    expect(refused).toBeGreaterThan(50);
    expect(accepted.length).toBeGreaterThan(1_000);
    const sums = new Map<string, Amount>();
    for (const { owner, asset, amount } of accepted.flatMap(({ postings }) => postings)) {
      sums.set(`${owner} ${asset}`, add(sums.get(`${owner} ${asset}`) ?? decimal('100'), amount));
    }
    for (const member of MEMBERS) {
      for (const { asset, available } of await balancesOf(fresh.database, member)) {
        const expected = formatDecimal(sums.get(`${member} ${asset}`) ?? decimal<Amount>('100'));
        expect([member, asset, formatDecimal(available)]).toEqual([member, asset, expected]);
      }
    }
    for (const asset of ASSETS) {
      const total = [...sums].filter(([key]) => key.endsWith(` ${asset}`));
      expect(total.reduce((sum, [, amount]) => add(sum, amount), ZERO)).toBe(decimal('800'));
    }
    await expectCleanJournal();
  });
});

describe('fifty concurrent payments from one account', () => {
  it('succeed exactly as often as the balance allows', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_each, index) =>
        post(
          fresh.database,
          entryOf([posting(100 + index, 'USDT', '0.3'), posting(99, 'USDT', '-0.3')]),
        ),
      ).concat(
        post(
          fresh.database,
          entryOf([
            posting(exchangeAccounts.paperIssuance, 'USDT', '-2'),
            posting(99, 'USDT', '2'),
          ]),
        ),
      ),
    );
    const passed = results.slice(0, 50).filter(({ status }) => status === 'fulfilled').length;
    const left = await balanceOf(fresh.database, 99, 'USDT');
    expect(passed).toBeLessThanOrEqual(6);
    expect(decimal(left['available'] ?? '0')).toBe(decimal('2') - decimal('0.3') * BigInt(passed));
    await expectCleanJournal();
  });
});

describe('one reference from many concurrent connections', () => {
  it('is posted once', async () => {
    const once = { kind: recordTypes.depositSuccess, reference: 'deposit:1' };
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        post(
          fresh.database,
          entryOf([posting(exchangeAccounts.custody, 'BTC', '-1'), posting(50, 'BTC', '1')], once),
        ),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const errors = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(errors.every(isPostedBefore)).toBe(true);
    expect(await balanceOf(fresh.database, 50, 'BTC')).toEqual({ available: '1' });
    await expectCleanJournal();
  });
});
