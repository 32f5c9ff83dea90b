/** Applies for a loan: the terms are frozen on the application, which two operators then decide. */
import { type Amount, parseDecimal } from '@tern/money';
import { lockMember, isVerified } from '../../../kernel/members/members.ts';
import { MEMBER_EVENTS_WAKE, recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { assertShownVersion, type ShownVersion } from '../../../kernel/products/shown-version.ts';
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import { readBoundedAmount } from '../../../kernel/requests/bounded-amount.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { LoanDeps } from './deps.ts';
import { loanEvent, loanRow } from './describe-loan.ts';
import {
  insertLoan,
  lockedProductById,
  type StoredLoan,
  type StoredProduct,
  withScale,
} from './store.ts';
// The notices of its review are those of a loan.

/** As sent: all but the product may be missing. */
export interface ApplyInput {
  memberId: number;
  productId: number;
  amount: string | number | undefined;
  /** To collection on the due date. */
  consent: boolean | undefined;
  /** The bounds that the member was shown; without authority. */
  min: string | number | undefined;
  max: string | number | undefined;
  /** Of the terms that the member saw. */
  version?: ShownVersion;
  key: RequestKey | undefined;
}

type Answer = ReturnType<typeof loanRow>;

/**
 * Resolves once the application is durable and in the queue of operators.
 * @throws not-verified, account-frozen, not-found, not-available (closed, or by a restriction), terms-changed when `version`, `min` or `max` are
 * not the product's, amount-missing, invalid-request (also without consent), below-minimum (in USDT), above-maximum,
 * limit-reached beside an application for the same product that is under review
 */
export async function applyForLoan(deps: LoanDeps, input: ApplyInput): Promise<Answer> {
  const { database, clock, bus, reviews } = deps;
  const before = await answerBefore<Answer>(database, input.key);
  if (before !== undefined) return before;
  try {
    const applied = await answerOnce({ database, clock }, input.key, (tx) =>
      apply(tx, deps, input),
    );
    reviews.announce();
    bus.publish(MEMBER_EVENTS_WAKE, null);
    return applied;
  } catch (error) {
    if (isUniqueViolation(error, 'loans_one_application')) throw new Refusal('limit-reached');
    throw error;
  }
}

async function apply(tx: Tx, deps: LoanDeps, input: ApplyInput): Promise<Answer> {
  const { memberId, productId } = input;
  const member = await lockMember(tx, memberId);
  if (member === undefined || !isVerified(member)) throw new Refusal('not-verified');
  if (member.isFrozen) throw new Refusal('account-frozen');
  // Without a reason: it would say that the member is being checked.
  if (member.isTradingStopped) throw new Refusal('not-available');
  await deps.productRules.assertOffered(tx, 'loans', memberId);
  const stored = await tx.maybe(lockedProductById, [productId]);
  if (stored === undefined) throw new Refusal('not-found');
  const product = withScale(deps.assets, stored);
  if (product.state !== 'open') throw new Refusal('not-available');
  assertShownVersion(input.version, product);
  const requested = requestedIn(deps, input, product);
  const at = deps.clock.now();
  const loan = await insertApplication(tx, product, { memberId, requested, at });
  const { id: subjectId, asset } = loan;
  await deps.reviews.open(tx, { kind: 'loan', subjectId, memberId, asset, amount: requested });
  await recordMemberEvents(tx, [await loanEvent(tx, loan, at)], at);
  // It has no reason yet.
  return loanRow(loan, at, 'en');
}

function requestedIn(
  { worthOf }: LoanDeps,
  input: ApplyInput,
  { asset, scale, amountMin: min, amountMax: max }: StoredProduct,
): Amount {
  assertShown(input.min, min, 'min');
  assertShown(input.max, max, 'max');
  const minUsdt = () => worthOf(asset, min);
  const amount = readBoundedAmount(input.amount, { field: 'amount', scale, min, max, minUsdt });
  if (input.consent !== true) throw new Refusal('invalid-request', { fields: ['consent'] });
  return amount;
}

/** @throws terms-changed unless the member was shown this bound, or sent none */
function assertShown(given: string | number | undefined, bound: Amount, field: string): void {
  if (given === undefined || given === '' || parseDecimal(String(given)) === bound) return;
  throw new Refusal('terms-changed', { fields: [field] });
}

function insertApplication(
  tx: Tx,
  product: StoredProduct,
  { memberId, requested, at }: { memberId: number; requested: Amount; at: number },
): Promise<StoredLoan> {
  return insertLoan(tx, { ...product, productId: product.id, memberId, requested, createdAt: at });
}
