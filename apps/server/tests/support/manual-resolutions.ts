/** Withdrawals without an answer of their rail, their manual resolutions, and a rail that stores what it signs, as the EVM rail does. */
import {
  proposeResolution,
  type ResolutionProposal,
} from '../../src/features/money/funding/manual-resolution/propose-resolution.ts';
import type { Rail, TransferEnd, TransferOut } from '../../src/kernel/rails/rail.ts';
import { reviewDetail } from '../../src/kernel/review/list-reviews.ts';
import type { ReviewQueue } from '../../src/kernel/review/review-queue.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import type { Reviews } from '../../src/kernel/review/reviews.ts';
import type { Settings } from '../../src/kernel/settings/settings.ts';
import type { Clock } from '../../src/platform/clock.ts';
import {
  amount,
  bool,
  int4,
  nullable,
  text,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import type { Database, Reader } from '../../src/platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../src/platform/database/query.ts';

export const HOUR_MS = 3_600_000;

const transferQuery = defineQuery({
  name: 'test.keptOfHalted',
  text: 'select state, reason, txid, given_up_at is not null as is_given_up from rail_transfers where reference = $1',
  params: [text],
  row: { state: text, reason: text, txid: nullable(text), isGivenUp: bool },
});

const addWallet = defineStatement({
  name: 'test.haltedWallet',
  text: `insert into rail_wallets (network, address) values ($1, '0xwallet') on conflict do nothing`,
  params: [text],
});

const sign = defineStatement({
  name: 'test.signHalted',
  text: `insert into rail_transfers (reference, network, asset, address, amount, state, sender, nonce, txid, signed, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 'signed', '0xwallet', $6, $7, '0xsigned', now(), now())`,
  params: [text, text, text, text, amount, int4, text],
});

/** The transaction of a transfer expires at `$2`, as those of TRON do. */
export const setExpiry = defineStatement({
  name: 'test.setExpiry',
  text: `update rail_transfers set reference_height = 1, expires_at = $2, fee_limit = 0, account_fee = 0 where reference = $1`,
  params: [text, timestamptz],
});

/** Blocks of its network up to this time were read. */
export const setBlockTime = defineStatement({
  name: 'test.setBlockTime',
  text: `insert into rail_chains (network, chain_id, updated_at, block_time)
    select network, 1, now(), $2 from rail_transfers where reference = $1
    on conflict (network) do update set block_time = excluded.block_time`,
  params: [text, timestamptz],
});

const endTransfer = defineStatement({
  name: 'test.endHalted',
  text: `update rail_transfers set state = $2, reason = $3 where reference = $1 and state = 'signed'`,
  params: [text, text, text],
});

export type RailTransfer = RowOf<typeof transferQuery>;

export const railTransferOf = (reader: Reader, reference: string) =>
  reader.maybe(transferQuery, [reference]);

/** The fate of the signed transaction. */
export type Chain = 'nothing' | 'paid' | 'undone';

/** The rail's behaviour: an answer, none, or an unclear outcome. */
export type RailAnswer = 'answers' | 'silent' | 'unclear';

/** The one transaction of a transfer. */
export const signedFor = (reference: string) =>
  `0x${Number(reference.split(':')[1]).toString(16).padStart(8, '0')}`;

/** Signs once per reference, stored before sending; never what was resolved manually. */
export function signingRail(
  database: Database,
  state: { chain(): Chain; railAnswer(): RailAnswer; isCarried?(): boolean },
): Rail {
  const begin = ({ reference, network, asset, address, amount: sum }: TransferOut) =>
    database.transaction(async (tx) => {
      await tx.run(addWallet, [network]);
      const nonce = Number(reference.split(':')[1]);
      await tx.run(sign, [reference, network, asset, address, sum, nonce, signedFor(reference)]);
    });
  const look = async (reference: string): Promise<TransferEnd | undefined> => {
    const row = await railTransferOf(database, reference);
    if (row?.state === 'refused') return { kind: 'refused', reason: row.reason };
    if (row?.state === 'completed') return { kind: 'completed', txid: signedFor(reference) };
    if (row === undefined || state.chain() === 'nothing') return undefined;
    const isPaid = state.chain() === 'paid';
    const to = [isPaid ? 'completed' : 'refused', isPaid ? '' : 'reason.railUndid'] as const;
    await database.transaction((tx) => tx.run(endTransfer, [reference, ...to]));
    return isPaid
      ? { kind: 'completed', txid: signedFor(reference) }
      : { kind: 'refused', reason: to[1] };
  };
  return {
    name: 'signing',
    serves: () => state.isCarried?.() ?? true,
    depositAddress: async () => 'nowhere',
    async send(out) {
      const row = await railTransferOf(database, out.reference);
      if (row === undefined) {
        if (state.railAnswer() === 'silent') throw new Error('the node got no answer');
        await begin(out);
      } else if (row.state === 'signed') {
        if (state.railAnswer() === 'unclear' && state.chain() === 'nothing') {
          throw new Error('nonce 0 was used by another transaction');
        }
        if (state.railAnswer() === 'silent')
          return { kind: 'pending', txid: signedFor(out.reference), isUnverified: true };
      }
      return (await look(out.reference)) ?? { kind: 'pending', txid: signedFor(out.reference) };
    },
    async look(reference) {
      if (state.railAnswer() === 'silent') throw new Error('the node got no answer');
      return look(reference);
    },
  };
}

interface People {
  database: Database;
  clock: Clock;
  settings: Settings;
  reviews: Reviews;
}

export const propose = (
  deps: People,
  who: Reviewer,
  proposal: Pick<ResolutionProposal, 'withdrawalId' | 'outcome'> & { txid?: string },
): Promise<number> =>
  proposeResolution(deps, who, {
    txid: '',
    reason: 'We looked at the chain ourselves.',
    ...proposal,
  });

/** Claims and approves the current facts; releases the review if that is refused. */
export async function approveResolution(
  deps: People & { reviewQueue: ReviewQueue },
  who: Reviewer,
  { reviewId, stage }: { reviewId: number; stage: 'first' | 'second' },
): Promise<void> {
  const { database, settings, reviews, clock, reviewQueue } = deps;
  const given = { settings, reviews, at: clock.now() };
  const { hash } = (await reviewDetail(database, reviewId, given))!;
  await reviewQueue.claim(who, reviewId);
  try {
    await reviewQueue.approve(who, reviewId, { stage, hash, note: 'Seen.', isAcknowledged: true });
  } catch (error) {
    await reviewQueue.release(who, reviewId);
    throw error;
  }
}
