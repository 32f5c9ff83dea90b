import { type Amount, decimal, negate } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Entry,
  exchangeAccounts,
  isBalanced,
  isMember,
  type LedgerRefusal,
  MemoryLedger,
  moveBetween,
  type Posting,
  purposes,
  recordTypes,
  replay,
  transfer,
} from './index.ts';

const MEMBER = 1;

const available = (owner: number) => ({ owner, purpose: 'available' }) as const;
const grant = (owner: number, amount: string): Entry => ({
  kind: recordTypes.paperFundsGranted,
  reference: `member:${owner}`,
  postings: transfer({
    from: available(exchangeAccounts.paperIssuance),
    to: available(owner),
    asset: 'USDT',
    amount: decimal(amount),
  }),
});
const hold = (reference: string, amount: string): Entry => ({
  kind: recordTypes.orderHold,
  reference,
  postings: moveBetween({
    owner: MEMBER,
    asset: 'USDT',
    from: 'available',
    to: 'held',
    amount: decimal(amount),
  }),
});

function fundedLedger(): MemoryLedger {
  const ledger = new MemoryLedger();
  expect(ledger.post([grant(MEMBER, '100')])).toBeUndefined();
  return ledger;
}

describe('the ledger', () => {
  it('posts entries to balances by purpose, with issued paper money as a debt of the exchange', () => {
    const ledger = fundedLedger();
    expect(ledger.post([hold('order:1', '30')])).toBeUndefined();
    expect(ledger.balance(MEMBER, 'USDT')).toBe(decimal('70'));
    expect(ledger.balance(MEMBER, 'USDT', 'held')).toBe(decimal('30'));
    expect(ledger.balance(exchangeAccounts.paperIssuance, 'USDT')).toBe(decimal('-100'));
    expect([...ledger.totals().values()]).toEqual([0n]);
  });

  it.each<[string, Entry[], LedgerRefusal]>([
    [
      'a member spends what they do not have',
      [hold('order:1', '100.000000000000000001')],
      'overdrawn',
    ],
    [
      'two holds of one batch exceed the balance',
      [hold('order:1', '60'), hold('order:2', '60')],
      'overdrawn',
    ],
    ['an entry comes again', [grant(MEMBER, '100')], 'repeated'],
    ['an entry comes twice in a batch', [hold('order:1', '1'), hold('order:1', '1')], 'repeated'],
    [
      'an entry makes money',
      [{ ...grant(2, '1'), postings: grant(2, '1').postings.slice(1) }],
      'unbalanced',
    ],
    ['owner zero is named', [grant(0, '1')], 'no-account'],
    [
      'a book of the exchange would hold',
      [
        {
          ...hold('x', '1'),
          postings: moveBetween({
            owner: exchangeAccounts.fees,
            asset: 'USDT',
            from: 'available',
            to: 'held',
            amount: decimal('1'),
          }),
        },
      ],
      'no-account',
    ],
    [
      'a loan would be repaid beyond what is owed',
      [
        {
          ...hold('x', '1'),
          postings: moveBetween({
            owner: MEMBER,
            asset: 'USDT',
            from: 'available',
            to: 'loan',
            amount: decimal('1'),
          }),
        },
      ],
      'overdrawn',
    ],
  ])('refuses the whole batch when %s, and changes nothing', (_why, entries, refusal) => {
    const ledger = fundedLedger();
    const before = ledger.allBalances();
    expect(ledger.post([grant(9, '5'), ...entries])).toBe(refusal);
    expect(ledger.allBalances()).toEqual(before);
    expect(ledger.entries()).toHaveLength(1);
    expect(ledger.post([grant(9, '5')])).toBeUndefined();
  });

  it('lets a batch spend funds that another entry of it brings in', () => {
    const ledger = new MemoryLedger();
    expect(ledger.post([hold('order:1', '40'), grant(MEMBER, '100')])).toBeUndefined();
    expect(ledger.balance(MEMBER, 'USDT')).toBe(decimal('60'));
  });

  it('has a loan below zero, and accepts repayments up to zero', () => {
    const ledger = fundedLedger();
    const lend: Entry = {
      kind: recordTypes.increase,
      reference: 'loan:1',
      postings: moveBetween({
        owner: MEMBER,
        asset: 'USDT',
        from: 'loan',
        to: 'available',
        amount: decimal('50'),
      }),
    };
    const repay = { ...lend, reference: 'repayment:1', postings: lend.postings.map(reversed) };
    expect(ledger.post([lend])).toBeUndefined();
    expect(ledger.balance(MEMBER, 'USDT', 'loan')).toBe(decimal('-50'));
    expect(ledger.post([repay])).toBeUndefined();
    expect(ledger.balance(MEMBER, 'USDT', 'loan')).toBe(0n);
  });
});

function reversed(posting: Posting): Posting {
  return { ...posting, amount: negate(posting.amount) };
}

const account = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      owner: fc.integer({ min: 1, max: 4 }),
      purpose: fc.constantFrom(...purposes),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(exchangeAccounts).map(available)) },
);
const movement = fc
  .record({
    from: account,
    to: account,
    asset: fc.constantFrom('BTC', 'USDT'),
    amount: fc.bigInt({ min: 1n, max: 50n }) as fc.Arbitrary<Amount>,
  })
  .map(transfer);
const unbalancedPosting = fc.record({
  owner: fc.constant(MEMBER),
  asset: fc.constant('BTC'),
  purpose: fc.constantFrom(...purposes),
  amount: fc.constant(1n as Amount),
});
const unbalancedPostings = fc.oneof(
  { weight: 20, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.tuple(unbalancedPosting) },
);
const randomEntry: fc.Arbitrary<Entry> = fc.record({
  kind: fc.constantFrom(recordTypes.spotBuy, recordTypes.orderHold, recordTypes.increase),
  // Few enough that repeats happen.
  reference: fc.nat({ max: 400 }).map((n) => `order:${n}`),
  postings: fc
    .tuple(fc.array(movement, { minLength: 1, maxLength: 3 }), unbalancedPostings)
    .map(([moves, unbalanced]) => [...moves.flat(), ...unbalanced]),
});

function isBelowFloor({ owner, purpose, amount }: Posting): boolean {
  return isMember(owner) && (purpose === 'loan' ? amount > 0n : amount < 0n);
}

/** Comparing strings is fast enough to compare after each batch. */
function textOf(balances: readonly Posting[]): string {
  return balances
    .map(({ owner, asset, purpose, amount }) => `${owner} ${asset} ${purpose} ${amount}`)
    .join('\n');
}

describe('the ledger over random histories', () => {
  it('is balanced and above its floors after each of 10,000 or more batches, and its journal replays to its balances', () => {
    const outcomes = new Map<LedgerRefusal | 'posted', number>();
    fc.assert(
      fc.property(
        fc.array(fc.array(randomEntry, { minLength: 1, maxLength: 2 }), {
          minLength: 200,
          maxLength: 300,
          size: 'max',
        }),
        (batches) => {
          const ledger = new MemoryLedger();
          let before = '';
          for (const batch of batches) {
            const refusal = ledger.post(batch);
            const balances = ledger.allBalances();
            const after = textOf(balances);
            outcomes.set(refusal ?? 'posted', (outcomes.get(refusal ?? 'posted') ?? 0) + 1);
            if (refusal !== undefined) expect(after).toBe(before);
            expect([...ledger.totals().values()].every((total) => total === 0n)).toBe(true);
            expect(balances.some(isBelowFloor)).toBe(false);
            before = after;
          }
          expect(ledger.entries().every(isBalanced)).toBe(true);
          expect(replay(ledger.entries())).toEqual(ledger.allBalances());
        },
      ),
      { seed: 20_261_121, numRuns: 50 },
    );
    const counts = [...outcomes.values()];
    expect(counts.reduce((total, count) => total + count, 0)).toBeGreaterThanOrEqual(10_000);
    // A history without postings, or without refusals, would prove little.
    for (const outcome of ['posted', 'unbalanced', 'repeated', 'overdrawn'] as const) {
      expect(outcomes.get(outcome) ?? 0).toBeGreaterThan(100);
    }
  });
});
