/** What was moved to the venue or back, as two operators record it: our books have it there from then on (ADR 110). */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { postEntries } from '../../../kernel/ledger/post-entries.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { propose, proposalKind, type ProposalDeps } from '../../../kernel/review/proposals.ts';
import { comparisonRow, type ReviewKind } from '../../../kernel/review/review-kind.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { HedgingDeps } from './deps.ts';
import { readPositions } from './position.ts';
import { decideMove, insertMove, moveById, moveOf, type VenueMove } from './store.ts';

const VENUE_MOVE = 'venuemove';

export interface MoveInput {
  direction: 'in' | 'out';
  coinname: string;
  /** As sent: exact decimal. */
  amount: string;
  reference: string;
  reason: string;
}

/**
 * Returns the id of the review that awaits the second operator.
 * @throws not-listed, invalid-request naming the field, already-decided beside another record of the same transfer
 */
export function proposeVenueMove(
  deps: ProposalDeps & Pick<HedgingDeps, 'assets'>,
  actor: Reviewer,
  input: MoveInput,
): Promise<number> {
  const asset = deps.assets.find(input.coinname.toUpperCase());
  if (asset === undefined) throw new Refusal('not-listed', { fields: ['coinname'] });
  const amount = parseDecimal<Amount>(input.amount);
  if (amount === undefined || amount <= ZERO || !fitsScale(amount, asset.scale)) {
    throw new Refusal('invalid-request', { fields: ['amount'] });
  }
  const { direction } = input;
  const reference = readReason(input.reference, 'reference');
  const content = {
    direction,
    asset: asset.code,
    amount,
    reference,
    reason: readReason(input.reason),
  };
  return propose(deps, actor, async (tx) => ({
    kind: VENUE_MOVE,
    earlier: await tx.maybe(moveOf, [direction, asset.code, reference]),
    content,
    async insert(at) {
      const row = { ...content, proposedBy: actor.operatorId, createdAt: at };
      const { id } = await insertMove(tx, row);
      const detail = { direction, asset: asset.code, amount: formatDecimal(amount), reference };
      const subject = `${VENUE_MOVE}:${id}`;
      const log = { action: 'hedging.proposeMove', subject, detail } as const;
      return { id, memberId: null, asset: asset.code, amount, log };
    },
  }));
}

export function venueMoveKind(): ReviewKind {
  return proposalKind<VenueMove>({
    kind: VENUE_MOVE,
    letter: 'VM',
    read: (reader, id) => reader.one(moveById, [id]),
    facts: ({ direction, asset, amount, reference, reason }) => ({
      direction,
      asset,
      amount,
      reference,
      reason,
    }),
    checks: () => Promise.resolve([]),
    async evidence({ direction, asset, amount, reference }, reader) {
      const now = (await readPositions(reader)).atVenue.get(asset) ?? ZERO;
      const after = direction === 'in' ? now + amount : now - amount;
      return {
        summary: direction === 'in' ? 'Moved to the venue' : 'Moved back from the venue',
        columns: ['Now', 'After'],
        rows: [
          comparisonRow(`At the venue, ${asset}`, [formatDecimal(now), formatDecimal(after)]),
          comparisonRow('Reference', ['', reference]),
        ],
        images: [],
      };
    },
    texts: ({ reason }) => ({ reason }),
    async approve(tx, { subjectId, at }) {
      const { direction, asset, amount, reason } = await tx.one(moveById, [subjectId]);
      await tx.run(decideMove, [subjectId, 'carried', at]);
      const [venue, ours] = [exchangeAccounts.venue, exchangeAccounts.venueAssets].map((owner) => ({
        owner,
        purpose: 'available' as const,
      }));
      const [from, to] = direction === 'in' ? [venue, ours] : [ours, venue];
      const entry = {
        kind: recordTypes.venueMove,
        reference: `${VENUE_MOVE}:${subjectId}`,
        note: reason,
        postings: transfer({ from: from!, to: to!, asset, amount }),
      };
      await postEntries(tx, [entry], at);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(decideMove, [subjectId, 'dropped', at]);
    },
  });
}
