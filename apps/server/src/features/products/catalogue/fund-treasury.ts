/** Money for the exchange accounts: paper money, or in live mode what arrived at the bank; proposed by one operator, posted once another approves (ADR 62). */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import type { FundedAccount } from '@tern/protocol/operator';
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import type { Asset, AssetRegistry } from '../../../kernel/catalog/assets.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import { postEntries } from '../../../kernel/ledger/post-entries.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { proposalKind } from '../../../kernel/review/proposals.ts';
import { comparisonRow, type ReviewKind } from '../../../kernel/review/review-kind.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import {
  type Funding,
  type FundingValues,
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
  contracts: 'Short contracts',
  rewards: 'Rewards',
} as const satisfies Record<FundedAccount, string>;

export interface FundingDeps extends ProductsDeps {
  assets: AssetRegistry;
  mode: 'paper' | 'live';
}

export interface FundingProposal {
  account: FundedAccount;
  asset: string;
  /** As sent: exact decimal. */
  amount: string;
  /** Of the receipt in live mode; paper money has none. */
  bankReference: string | undefined;
  reason: string;
  requestId: string | null;
}

/**
 * Returns the id of the review that awaits a second operator; a repeated request gets the same id.
 * @throws not-listed, invalid-request naming the field, already-decided (the same request id with other content),
 * already-exists for a bank transfer that was recorded before
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
  const bankReference = readBankReference(deps, asset, proposal.bankReference);
  const content = { account, asset: asset.code, amount, bankReference, reason };
  const reviewId = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { operatorId } = actor;
    // A repeated request would meet its own receipt.
    const earlier = await tx.maybe(fundingByRequest, [operatorId, requestId]);
    if (earlier !== undefined) return earlierReview(tx, content, earlier);
    const values = [account, asset.code, amount, bankReference, reason] as const;
    const funding = await insertOnce(tx, [...values, operatorId, requestId, at]);
    const detail = { account, asset: asset.code, amount: formatDecimal(amount), bankReference };
    const subject = `funding:${funding.id}`;
    await logAct(tx, { actor, action: 'funding.propose', subject, reason, detail }, at);
    const about = { kind: FUNDING, subjectId: funding.id, memberId: null };
    const proposed = { operatorId, note: reason };
    return deps.reviews.open(tx, { ...about, asset: asset.code, amount, proposal: proposed });
  });
  deps.reviews.announce();
  return reviewId;
}

/** Empty for paper money. @throws invalid-request naming the field */
function readBankReference(
  { mode }: Pick<FundingDeps, 'mode'>,
  { kind }: Pick<Asset, 'kind'>,
  given: string | undefined,
): string {
  if (mode === 'paper') {
    if (given !== undefined) throw new Refusal('invalid-request', { fields: ['bankReference'] });
    return '';
  }
  // Coins arrive over a network, where the rail sees them.
  if (kind !== 'fiat') throw new Refusal('invalid-request', { fields: ['coinname'] });
  return readReason(given ?? '', 'bankReference');
}

/** @throws already-exists for a bank transfer that was recorded before, already-decided for one proposed meanwhile */
async function insertOnce(tx: Tx, values: FundingValues): Promise<Funding> {
  try {
    const funding = await tx.maybe(insertFunding, values);
    if (funding !== undefined) return funding;
  } catch (error) {
    if (!isUniqueViolation(error, 'house_fundings_receipt_once')) throw error;
    throw new Refusal('already-exists', { fields: ['bankReference'], text: 'transfer.recorded' });
  }
  throw new Refusal('already-decided');
}

/** @throws already-decided */
async function earlierReview(
  tx: Tx,
  content: Pick<Funding, (typeof CONTENT)[number]>,
  earlier: Funding,
): Promise<number> {
  const isSame = CONTENT.every((field) => earlier[field] === content[field]);
  const review = isSame ? await reviewOf(tx, FUNDING, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('already-decided');
  return review.id;
}

/** What a repeated request must repeat. */
const CONTENT = ['account', 'asset', 'amount', 'bankReference', 'reason'] as const;

/** The table has no other accounts. */
const ownerOf = (account: string): number => exchangeAccounts[account as FundedAccount];

function entryOf({ id, account, asset, amount, bankReference, reason }: Funding): Entry {
  const from = bankReference === '' ? exchangeAccounts.paperIssuance : exchangeAccounts.custody;
  return {
    kind: recordTypes.increase,
    reference: `funding:${id}`,
    note: reason,
    postings: transfer({
      from: { owner: from, purpose: 'available' },
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
    facts: ({ account, asset, amount, bankReference, reason }) => ({
      account,
      asset,
      amount,
      bankReference,
      reason,
    }),
    checks: () => Promise.resolve([]),
    async evidence({ account, asset, amount, bankReference, reason }, reader) {
      const free = await availableTo(reader, { owner: ownerOf(account), asset });
      const label = `${LABELS[account as FundedAccount]}, ${asset}`;
      return {
        summary: `Treasury · ${reason}`,
        columns: ['Free now', 'Added'],
        rows: [
          comparisonRow(label, [formatDecimal(free), formatDecimal(amount)]),
          ...(bankReference === '' ? [] : [comparisonRow('Bank reference', ['', bankReference])]),
        ],
        images: [],
      };
    },
    texts: ({ reason }) => ({ reason }),
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
