/** Paper money for the accounts that pay yields, lend, sell new coins and provide liquidity: proposed by one operator, posted once another approves (rules §2). */
import { type Entry, houseAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import { availableTo } from '../../kernel/ledger/balances.ts';
import { postEntries } from '../../kernel/ledger/post-entries.ts';
import { logAct } from '../../kernel/operators/audit-log.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { reviewOf } from '../../kernel/review/list-reviews.ts';
import { proposalKind } from '../../kernel/review/proposals.ts';
import { comparisonRow, type ReviewKind } from '../../kernel/review/review-kind.ts';
import { readReason, type Reviewer } from '../../kernel/review/review-rules.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import {
  type Funding,
  fundingById,
  fundingByRequest,
  grantUngranted,
  insertFunding,
} from './store-fundings.ts';
import type { ProductsDeps } from './write-version.ts';

const FUNDING = 'funding';

/** In English, for operators. */
const LABELS = {
  yields: 'Yields',
  loans: 'Loans',
  offerings: 'New coins',
  liquidity: 'Liquidity',
} as const;

/** A house account that is funded. */
export type FundedAccount = keyof typeof LABELS;

export interface FundingDeps extends ProductsDeps {
  assets: AssetBook;
}

export interface FundingProposal {
  account: FundedAccount;
  asset: string;
  /** As sent: exact decimal. */
  amount: string;
  reason: string;
  requestId: string | null;
}

/**
 * Returns the id of the review that awaits a second operator; a repeated request gets the same id.
 * Fails with: not-listed, invalid-request naming the field, already-decided (the same request id with other content).
 */
export async function proposeFunding(
  deps: FundingDeps,
  actor: Reviewer,
  proposal: FundingProposal,
): Promise<number> {
  const { account, requestId } = proposal;
  const reason = readReason(proposal.reason);
  const asset = deps.assets.find(proposal.asset);
  if (asset === undefined) throw new Refusal('not-listed', { fields: ['coinname'] });
  const amount = parseDecimal<Amount>(proposal.amount);
  if (amount === undefined || amount <= ZERO || !fitsScale(amount, asset.scale)) {
    throw new Refusal('invalid-request', { fields: ['amount'] });
  }
  const content = { account, asset: asset.code, amount, reason };
  const reviewId = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { operatorId } = actor;
    const values = [account, asset.code, amount, reason, operatorId, requestId, at] as const;
    const funding = await tx.maybe(insertFunding, [...values]);
    if (funding === undefined) return earlierReview(tx, content, { operatorId, requestId });
    const detail = { account, asset: asset.code, amount: formatDecimal(amount) };
    const subject = `funding:${funding.id}`;
    await logAct(tx, { actor, action: 'funding.propose', subject, reason, detail }, at);
    const about = { kind: FUNDING, subjectId: funding.id, memberId: null };
    const proposed = { operatorId, note: reason };
    return deps.reviews.open(tx, { ...about, asset: asset.code, amount, proposal: proposed });
  });
  deps.reviews.announce();
  return reviewId;
}

/** Fails with: already-decided. */
async function earlierReview(
  tx: Tx,
  content: Pick<Funding, 'account' | 'asset' | 'amount' | 'reason'>,
  { operatorId, requestId }: { operatorId: number; requestId: string | null },
): Promise<number> {
  const earlier = await tx.maybe(fundingByRequest, [operatorId, requestId]);
  const fields = ['account', 'asset', 'amount', 'reason'] as const;
  const isSame =
    earlier !== undefined && fields.every((field) => earlier[field] === content[field]);
  const review = isSame ? await reviewOf(tx, FUNDING, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('already-decided');
  return review.id;
}

/** The table has no other accounts. */
const ownerOf = (account: string): number => houseAccounts[account as FundedAccount];

function entryOf({ id, account, asset, amount, reason }: Funding): Entry {
  return {
    kind: recordTypes.increase,
    reference: `funding:${id}`,
    note: reason,
    postings: transfer({
      from: { owner: houseAccounts.paperIssuance, purpose: 'available' },
      to: { owner: ownerOf(account), purpose: 'available' },
      asset,
      amount,
    }),
  };
}

export function fundingKind(): ReviewKind {
  return proposalKind({
    kind: FUNDING,
    letter: 'H',
    read: (reader, id) => reader.one(fundingById, [id]),
    facts: ({ account, asset, amount, reason }) => ({ account, asset, amount, reason }),
    checks: () => Promise.resolve([]),
    async evidence({ account, asset, amount, reason }, reader) {
      const free = await availableTo(reader, { owner: ownerOf(account), asset });
      const label = `${LABELS[account as FundedAccount]}, ${asset}`;
      return {
        summary: `Money of the house · ${reason}`,
        columns: ['Free now', 'Added'],
        rows: [comparisonRow(label, [formatDecimal(free), formatDecimal(amount)])],
        images: [],
      };
    },
    reason: ({ reason }) => reason,
    async approve(tx, { subjectId, at }) {
      await postEntries(tx, [entryOf(await tx.one(fundingById, [subjectId]))], at);
    },
    reject: () => Promise.resolve(),
  });
}

/** Posts the money that the installation has in paper mode, each sum once. Units: `at` in epoch milliseconds. */
export async function grantBeginnings(database: Database, at: number): Promise<void> {
  await database.transaction(async (tx) => {
    const granted = await tx.many(grantUngranted, [at]);
    await postEntries(tx, granted.map(entryOf), at);
  });
}
