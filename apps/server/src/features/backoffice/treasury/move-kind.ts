/** The review of a move: what a second operator sees, and what the agreement does. */
import { custodyAccount, type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, formatDecimal, ZERO } from '@tern/money';
import type { IncomeAccount, FundedAccount } from '@tern/protocol/operator';
import { exchangeBalances } from '../../../kernel/ledger/exchange-days.ts';
import { postEntries } from '../../../kernel/ledger/post-entries.ts';
import { findAssetNetwork } from '../../../kernel/networks/networks.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { proposalKind } from '../../../kernel/review/proposals.ts';
import {
  comparisonRow,
  type ReviewCheck,
  type ReviewKind,
} from '../../../kernel/review/review-kind.ts';
import { isCheckViolation, isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { TreasuryDeps } from './deps.ts';
import { accountStates, neededOf, takeable } from './rules.ts';
import { coverFloor, insertAgreement, type Move, moveById, positionOf } from './store.ts';

export const MOVE = 'treasury';
export const MOVE_LETTER = 'Q';

/** In English, for operators. */
const LABELS = {
  fees: 'Fees',
  loanInterest: 'Interest of loans',
  machineSales: 'Sale of machines',
  rounding: 'Rounding',
  yields: 'Yields',
  loans: 'Loans',
  offerings: 'New coins',
  liquidity: 'Liquidity',
  contracts: 'Timed contracts',
  rewards: 'Rewards',
} as const satisfies Record<IncomeAccount | FundedAccount, string>;

/** The table has no other accounts. */
type Account = keyof typeof LABELS;

/** What accounts of the exchange need of an asset, by their features. */
async function neededNow(deps: TreasuryDeps, reader: Reader, asset: string): Promise<Amount> {
  const needs = await deps.needs(reader, deps.clock.now());
  const own = needs.filter((need) => need.asset === asset);
  return neededOf(accountStates(await exchangeBalances(reader, asset), own));
}

/** What can be taken out of a move's account now. */
export async function takeableNow(
  deps: TreasuryDeps,
  reader: Reader,
  { asset, account }: Pick<Move, 'asset' | 'account'>,
): Promise<Amount> {
  const mustStay = await neededNow(deps, reader, asset);
  const position = await reader.one(positionOf, [asset, account]);
  const { floor } = await reader.one(coverFloor, []);
  return takeable(position.balance, position, { mustStay, floor });
}

export function moveKind(deps: TreasuryDeps): ReviewKind {
  return proposalKind({
    kind: MOVE,
    letter: MOVE_LETTER,
    read: (reader, id) => reader.one(moveById, [id]),
    facts: ({ move, account, asset, amount, network, reference, reason }) => ({
      move,
      account,
      asset,
      amount,
      network,
      reference,
      reason,
    }),
    async checks(move, reader) {
      if (move.move === 'addCapital') return [];
      const most = await takeableNow(deps, reader, move);
      return [canBeTaken(move, most)];
    },
    async evidence({ move, account, asset, reference, network, reason, amount }, reader) {
      const { balance, held, owed } = await reader.one(positionOf, [asset, account]);
      const sign = move === 'takeOut' ? -1n : 1n;
      const after = (value: bigint) => formatDecimal(value + sign * amount);
      return {
        summary: `${move === 'takeOut' ? 'Take out revenue' : 'Add capital'} · ${reason}`,
        columns: ['Now', 'After'],
        rows: [
          comparisonRow(`${LABELS[account as Account]}, ${asset}`, [
            formatDecimal(balance),
            after(balance),
          ]),
          comparisonRow('Held', [formatDecimal(held), after(held)]),
          comparisonRow('Owed to members', [formatDecimal(owed), formatDecimal(owed)]),
          comparisonRow(network === '' ? 'Reference' : `Transaction, ${network}`, ['', reference]),
        ],
        images: [],
      };
    },
    texts: ({ reason }) => ({ reason }),
    async approve(tx, { subjectId, at }) {
      const move = await tx.one(moveById, [subjectId]);
      await agree(deps, tx, { move, at });
      await postEntries(tx, [await entryOf(deps, tx, move)], at);
    },
    reject: () => Promise.resolve(),
  });
}

const canBeTaken = ({ amount, asset }: Move, most: Amount): ReviewCheck => ({
  name: 'house-can-take-out',
  isPassed: amount <= most,
  level: 'stop',
  detail: `At most ${formatDecimal(most)} ${asset}`,
});

/** Stores the agreement; the database proves the sums. @throws insufficient-balance, already-exists */
async function agree(deps: TreasuryDeps, tx: Tx, { move, at }: { move: Move; at: number }) {
  const mustStay = move.move === 'takeOut' ? await neededNow(deps, tx, move.asset) : ZERO;
  try {
    await tx.run(insertAgreement, [move.id, mustStay, at]);
  } catch (error) {
    if (isUniqueViolation(error, 'treasury_agreements_reference_once')) {
      throw new Refusal('already-exists', { fields: ['reference'], text: 'transfer.recorded' });
    }
    if (PROVEN.some((constraint) => isCheckViolation(error, constraint))) {
      throw new Refusal('insufficient-balance');
    }
    throw error;
  }
}

const PROVEN = ['treasury_balance', 'treasury_needs', 'treasury_cover'];

async function entryOf(deps: TreasuryDeps, reader: Reader, move: Move): Promise<Entry> {
  const { id, account, asset, amount, reason, network } = move;
  const own = exchangeAccounts[account as Account];
  const outside = await outsideOf(deps, reader, { asset, network });
  const [from, to] = move.move === 'takeOut' ? [own, outside] : [outside, own];
  return {
    kind: move.move === 'takeOut' ? recordTypes.revenueTaken : recordTypes.capitalAdded,
    reference: `${MOVE}:${id}`,
    note: reason,
    postings: transfer({
      from: { owner: from, purpose: 'available' },
      to: { owner: to, purpose: 'available' },
      asset,
      amount,
    }),
  };
}

/** The other side: a network, the bank, or the issue of paper money. */
async function outsideOf(
  { mode }: TreasuryDeps,
  reader: Reader,
  { asset, network }: Pick<Move, 'asset' | 'network'>,
): Promise<number> {
  if (mode === 'paper') return exchangeAccounts.paperIssuance;
  const found = await findAssetNetwork(reader, asset, network);
  return found === undefined ? exchangeAccounts.custody : custodyAccount(found.networkId);
}
