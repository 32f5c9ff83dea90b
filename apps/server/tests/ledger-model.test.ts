import {
  type Entry,
  type LedgerRefusal,
  MemoryLedger,
  netPostings,
  type Posting,
  purposes,
} from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../src/audit/ledger.ts';
import { type Balance, isOverdrawn, isPostedBefore } from '../src/kernel/ledger/post-entries.ts';
import { amount, int8, text } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { isCheckViolation } from '../src/platform/database/database-errors.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { post } from './support/journal.ts';
import { randomBatches } from './support/random-entries.ts';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});

afterAll(() => fresh?.drop());

const allBalances = defineQuery({
  name: 'test.allBalances',
  text: 'select owner_id, asset, available, held, locked, staked, financed, loan from ledger_balances',
  params: [],
  row: {
    ownerId: int8,
    asset: text,
    available: amount,
    held: amount,
    locked: amount,
    staked: amount,
    financed: amount,
    loan: amount,
  },
});

const inWords = ({ owner, asset, purpose, amount: value }: Posting) =>
  `${owner} ${asset} ${purpose} ${formatDecimal(value)}`;

const accountsOf = ({ ownerId: owner, asset, ...amounts }: Balance): Posting[] =>
  purposes.map((purpose) => ({ owner, asset, purpose, amount: amounts[purpose] }));

async function balancesIn(database: Database): Promise<string[]> {
  const rows = await database.many(allBalances, []);
  return netPostings(rows.flatMap(accountsOf)).map(inWords);
}

async function refusalOf(entries: readonly Entry[]): Promise<LedgerRefusal | undefined> {
  try {
    await post(fresh.database, ...entries);
    return undefined;
  } catch (error) {
    if (isCheckViolation(error, 'ledger_unbalanced')) return 'unbalanced';
    if (isPostedBefore(error)) return 'repeated';
    if (isOverdrawn(error)) return 'overdrawn';
    throw error;
  }
}

describe('the journal in the database', () => {
  it('accepts and refuses the same 10,000 random entries as the reference model in memory', async () => {
    const [batches = []] = fc.sample(randomBatches(1_400, 25), { numRuns: 1, seed: 20_261_118 });
    const model = new MemoryLedger();
    const answers = new Map<string, number>();
    let tried = 0;
    for (const [index, entries] of batches.entries()) {
      // Refused batches are retried in halves.
      const parts = [
        entries,
        entries.slice(0, entries.length / 2),
        entries.slice(entries.length / 2),
      ];
      for (const part of parts.filter((each) => each.length > 0)) {
        tried += part.length;
        const expected = model.post(part);
        expect([index, await refusalOf(part)]).toEqual([index, expected]);
        answers.set(String(expected), (answers.get(String(expected)) ?? 0) + 1);
        if (expected === undefined) break;
      }
      if (index % 60 === 0) {
        expect(await balancesIn(fresh.database)).toEqual(model.allBalances().map(inWords));
      }
    }
    expect(tried).toBeGreaterThan(10_000);
    expect([...answers.keys()].toSorted()).toEqual([
      'overdrawn',
      'repeated',
      'unbalanced',
      'undefined',
    ]);
    expect(answers.get('undefined')).toBeGreaterThan(200);
    expect(await balancesIn(fresh.database)).toEqual(model.allBalances().map(inWords));
    const findings = await fresh.database.snapshot(auditLedger);
    // The amounts are random, and the ledger itself knows no smallest units.
    const UNITS = 'every amount of a member is a multiple of the smallest unit';
    const others = findings.filter(({ rule }) => rule !== UNITS);
    expect(others.length).toBe(findings.length - 1);
    expect(others.flatMap(({ faults }) => faults)).toEqual([]);
    expect(findings.find(({ rule }) => rule === 'every entry has postings')?.checked).toBe(
      model.entries().length,
    );
  });
});
