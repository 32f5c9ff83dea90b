/** What stands in the way of closing an account: money, reviews, a freeze, and what features have open. */
import { type Amount, negate, ZERO } from '@tern/money';
import type {
  AccountPart,
  Obstacle,
  ObstaclePurpose,
  OpenThing,
} from '../../../kernel/account-data/account-part.ts';
import { balancesOf } from '../../../kernel/ledger/balances.ts';
import { openReviewsOf } from '../../../kernel/members/account-closing.ts';
import type { Member } from '../../../kernel/members/members.ts';
import type { Reader } from '../../../platform/database/database.ts';

const purposes: readonly ObstaclePurpose[] = [
  'available',
  'held',
  'locked',
  'staked',
  'financed',
  'loan',
];

/** What a kind of review is called in the API; others are `review`. */
const ofReview: Readonly<Record<string, OpenThing>> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  wire: 'wire',
  payout: 'payout',
  loan: 'application',
  identity: 'identity',
};

/** Empty if the account can be closed. */
export async function findObstacles(
  reader: Reader,
  {
    parts,
    member,
  }: { parts: readonly AccountPart[]; member: Pick<Member, 'id' | 'isFrozen' | 'isBanned'> },
): Promise<Obstacle[]> {
  const { id } = member;
  const found: Obstacle[] = member.isFrozen || member.isBanned ? [{ kind: 'frozen' }] : [];
  found.push(...(await moneyLeft(reader, id)));
  for (const part of parts) found.push(...((await part.obstacles?.(reader, id)) ?? []));
  for (const { kind, reviews } of await openReviewsOf(reader, id)) {
    found.push({ kind: ofReview[kind] ?? 'review', count: reviews });
  }
  return found;
}

async function moneyLeft(reader: Reader, memberId: number): Promise<Obstacle[]> {
  const balances = await balancesOf(reader, memberId);
  return balances.flatMap((balance) =>
    purposes
      .filter((purpose) => balance[purpose] !== ZERO)
      .map((kind) => ({ kind, asset: balance.asset, amount: owed(balance[kind]) })),
  );
}

/** A loan is a negative balance; what is owed is shown. */
const owed = (amount: Amount): Amount => (amount < ZERO ? negate(amount) : amount);
