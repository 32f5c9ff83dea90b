/** Random journal entries: mostly valid ones, some invalid, repeated or without funds. */
import {
  type Entry,
  exchangeAccounts,
  type Posting,
  type Purpose,
  recordTypes,
} from '@tern/ledger';
import { type Amount, negate } from '@tern/money';
import fc from 'fast-check';

const MEMBERS = [1, 2, 3, 4, 5, 6];
const BOOKS = [exchangeAccounts.fees, exchangeAccounts.liquidity, exchangeAccounts.paperIssuance];
const ASSETS = ['USDT', 'BTC', 'JPY'];
const PURPOSES: Purpose[] = ['available', 'held', 'locked', 'staked', 'financed', 'loan'];

const account = fc.oneof(
  fc.record({ owner: fc.constantFrom(...MEMBERS), purpose: fc.constantFrom(...PURPOSES) }),
  fc.record({
    owner: fc.constantFrom(...MEMBERS),
    purpose: fc.constant<Purpose>('available'),
  }),
  fc.record({ owner: fc.constantFrom(...BOOKS), purpose: fc.constant<Purpose>('available') }),
);

const amount = fc
  .oneof(
    { arbitrary: fc.bigInt({ min: 1n, max: 50n * 10n ** 18n }), weight: 8 },
    { arbitrary: fc.bigInt({ min: 1n, max: 9n }), weight: 1 },
    { arbitrary: fc.bigInt({ min: 1n, max: 10n ** 36n }), weight: 1 },
  )
  .map((value) => value as Amount);

/** Any two different accounts. */
const movement = fc
  .record({
    from: account,
    to: account,
    asset: fc.constantFrom(...ASSETS),
    amount,
  })
  .filter(({ from, to }) => from.owner !== to.owner || from.purpose !== to.purpose)
  .map(({ from, to, asset, amount: moved }): Posting[] => [
    { ...from, asset, amount: negate(moved) },
    { ...to, asset, amount: moved },
  ]);

/** A member's initial money. */
const grant = fc
  .record({ owner: fc.constantFrom(...MEMBERS), asset: fc.constantFrom(...ASSETS), amount })
  .map(({ owner, asset, amount: given }): Posting[] => [
    { owner: exchangeAccounts.paperIssuance, asset, purpose: 'available', amount: negate(given) },
    { owner, asset, purpose: 'available', amount: given },
  ]);

const postings = fc.oneof(
  { arbitrary: grant, weight: 3 },
  { arbitrary: movement, weight: 4 },
  {
    arbitrary: fc.array(movement, { minLength: 2, maxLength: 4 }).map((all) => all.flat()),
    weight: 2,
  },
);

const kinds = [recordTypes.increase, recordTypes.spotBuy, recordTypes.orderHold] as const;

interface Draft {
  kind: (typeof kinds)[number];
  postings: Posting[];
  isUnbalanced: boolean;
  isRepeated: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom(...kinds),
  postings,
  isUnbalanced: fc.integer({ min: 0, max: 99 }).map((n) => n === 0),
  isRepeated: fc.integer({ min: 0, max: 99 }).map((n) => n === 0),
});

/** Batches of entries, each with a new reference unless it repeats one on purpose. */
export function randomBatches(batches: number, entriesMax: number): fc.Arbitrary<Entry[][]> {
  const batch = fc.array(draft, { minLength: 1, maxLength: entriesMax });
  return fc.array(batch, { minLength: batches, maxLength: batches }).map((all) => {
    let count = 0;
    return all.map((drafts) =>
      drafts.map(({ kind, postings: lines, isUnbalanced, isRepeated }): Entry => {
        if (!isRepeated) count += 1;
        const [first, ...others] = lines;
        const unbalanced = { ...first!, amount: (first!.amount + 1n) as Amount };
        const reference = `random:${count}`;
        return { kind, reference, postings: isUnbalanced ? [unbalanced, ...others] : lines };
      }),
    );
  });
}
