import { type Amount, decimal } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertBalanced,
  type Entry,
  exchangeAccounts,
  isBalanced,
  lineOf,
  moveBetween,
  netPostings,
  type Posting,
  purposes,
  recordTypes,
  transfer,
} from './index.ts';

const MEMBER = 7;
const OTHER = 8;

const available = (owner: number) => ({ owner, purpose: 'available' }) as const;
const entry = (postings: Posting[]): Entry => ({
  kind: recordTypes.spotBuy,
  reference: 'trade:1',
  postings,
});

// A member buys 2 BTC at 100 out of a hold, pays 0.2 % of what they receive, and the other side pays nothing.
const purchase = entry([
  ...transfer({
    from: { owner: MEMBER, purpose: 'held' },
    to: available(OTHER),
    asset: 'USDT',
    amount: decimal('200'),
  }),
  ...transfer({
    from: { owner: OTHER, purpose: 'held' },
    to: available(MEMBER),
    asset: 'BTC',
    amount: decimal('2'),
  }),
  ...transfer({
    from: available(MEMBER),
    to: available(exchangeAccounts.fees),
    asset: 'BTC',
    amount: decimal('0.004'),
  }),
]);

const posting = fc.record({
  owner: fc.integer({ min: -2, max: 3 }),
  asset: fc.constantFrom('BTC', 'USDT'),
  purpose: fc.constantFrom(...purposes),
  amount: fc.bigInt({ min: -9n, max: 9n }) as fc.Arbitrary<Amount>,
});

describe('an entry', () => {
  it('balances when each asset sums to zero', () => {
    expect(isBalanced(purchase)).toBe(true);
    expect(() => assertBalanced(purchase)).not.toThrow();
  });

  it('does not balance when one asset offsets another', () => {
    const unbalanced = entry([
      { owner: MEMBER, asset: 'BTC', purpose: 'available', amount: decimal('1') },
      { owner: MEMBER, asset: 'USDT', purpose: 'available', amount: decimal('-1') },
    ]);
    expect(isBalanced(unbalanced)).toBe(false);
    expect(() => assertBalanced(unbalanced)).toThrow('entry 9 trade:1 is off by 1 BTC');
  });

  it('does not balance when the smallest unit is missing', () => {
    const [gone, come] = moveBetween({
      owner: MEMBER,
      asset: 'BTC',
      from: 'available',
      to: 'held',
      amount: decimal('1'),
    });
    const short = { ...come, amount: (come.amount - 1n) as Amount };
    expect(isBalanced(entry([gone, short]))).toBe(false);
  });

  it('shows a member the gain and loss, fee included', () => {
    expect(lineOf(purchase, MEMBER, 'BTC')).toBe(decimal('1.996'));
    expect(lineOf(purchase, MEMBER, 'USDT')).toBe(decimal('-200'));
    expect(lineOf(purchase, OTHER, 'BTC')).toBe(decimal('-2'));
    expect(lineOf(purchase, exchangeAccounts.fees, 'BTC')).toBe(decimal('0.004'));
    expect(lineOf(purchase, MEMBER, 'ETH')).toBe(0n);
  });

  it('shows a hold as zero, because the member still owns the amount', () => {
    const hold = moveBetween({
      owner: MEMBER,
      asset: 'BTC',
      from: 'available',
      to: 'held',
      amount: decimal('3'),
    });
    expect(lineOf(entry(hold), MEMBER, 'BTC')).toBe(0n);
    expect(hold.map(({ purpose, amount }) => [purpose, amount])).toEqual([
      ['available', decimal('-3')],
      ['held', decimal('3')],
    ]);
  });
});

describe('netted postings', () => {
  it('have one line per account without zeros, in account order', () => {
    const net = netPostings([
      ...purchase.postings,
      ...moveBetween({
        owner: OTHER,
        asset: 'USDT',
        from: 'available',
        to: 'held',
        amount: decimal('200'),
      }),
    ]);
    expect(net).toEqual([
      { owner: -1, asset: 'BTC', purpose: 'available', amount: decimal('0.004') },
      { owner: 7, asset: 'BTC', purpose: 'available', amount: decimal('1.996') },
      { owner: 7, asset: 'USDT', purpose: 'held', amount: decimal('-200') },
      { owner: 8, asset: 'BTC', purpose: 'held', amount: decimal('-2') },
      { owner: 8, asset: 'USDT', purpose: 'held', amount: decimal('200') },
    ]);
  });

  it('are the same for any order of the movements, and change no sum', () => {
    const shuffled = fc
      .array(posting, { maxLength: 30 })
      .chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const net = netPostings(list);
        expect(netPostings(other)).toEqual(net);
        expect(netPostings(net)).toEqual(net);
        expect(net.every(({ amount }) => amount !== 0n)).toBe(true);
        for (const { owner, asset } of list) {
          expect(lineOf(entry(net), owner, asset)).toBe(lineOf(entry(list), owner, asset));
        }
      }),
    );
  });
});

describe('record types', () => {
  it('number every kind once, without gaps, with the given codes', () => {
    const codes = Object.values(recordTypes);
    expect(codes.toSorted((left, right) => left - right)).toEqual(codes.map((_, at) => at + 1));
    expect([recordTypes.contractOpen, recordTypes.spotBuy, recordTypes.spotSell]).toEqual([
      3, 9, 10,
    ]);
    expect(recordTypes.subscribedAssetRelease).toBe(18);
    expect([recordTypes.contractPrincipalReturn, recordTypes.withdrawalSuccess]).toEqual([19, 31]);
  });
});
