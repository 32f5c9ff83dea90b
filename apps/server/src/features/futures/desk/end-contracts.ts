/** Writes down how contracts ended: rows, entries, what the house stands for and events, in one transaction. */
import { houseBooks, recordTypes, transfer } from '@tern/ledger';
import { type Amount, add, ZERO } from '@tern/money';
import { balanceRow } from '../../../kernel/balances.ts';
import { type MemberEvent, recordMemberEvents } from '../../../kernel/member-events.ts';
import { type Balance, type JournalEntry, postEntries } from '../../../kernel/post-entries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { STAKE_ASSET } from '../contract.ts';
import { endedEvent } from '../contract-row.ts';
import { type EndedContract, relieveExposure, type Relief, writeEndings } from './store-desk.ts';

/** Members per row of the outbox: readers look through a row for their own. */
const EVENTS_PER_ROW = 100;

/**
 * Pipelined; the balances come last, so that their rows stay locked only for the commit.
 * Fails with: a thrown error when one of the contracts has ended already, or an entry stands (kind and reference).
 */
export async function endContracts(
  tx: Tx,
  ended: readonly EndedContract[],
  at: number,
): Promise<void> {
  if (ended.length === 0) return;
  const written = [writeEndings(tx, ended, at), relieveExposure(tx, reliefsOf(ended))];
  const [balances] = await Promise.all([postEntries(tx, ended.flatMap(entriesOf), at), ...written]);
  const events = [
    ...ended.map((contract) => endedEvent({ ...contract, settledAt: at, updatedAt: at })),
    ...balances.flatMap(balanceEvent),
  ];
  await recordEvents(tx, events, at);
}

export async function recordEvents(
  tx: Tx,
  events: readonly MemberEvent[],
  at: number,
): Promise<void> {
  const rows: Promise<void>[] = [];
  for (let from = 0; from < events.length; from += EVENTS_PER_ROW) {
    rows.push(recordMemberEvents(tx, events.slice(from, from + EVENTS_PER_ROW), at));
  }
  await Promise.all(rows);
}

/** A loss moves nothing: the stake is the house's since the opening, and now it stays. */
function entriesOf(contract: EndedContract): JournalEntry[] {
  const { id, memberId, payout, profit, remainder } = contract;
  if (payout === ZERO) return [];
  const reference = `contract:${id}`;
  const house = { owner: houseBooks.contracts, purpose: 'available' } as const;
  const member = { owner: memberId, purpose: 'available' } as const;
  const paid = (amount: Amount, to: { owner: number; purpose: 'available' }) =>
    transfer({ from: house, to, asset: STAKE_ASSET, amount });
  const returned = {
    kind: recordTypes.contractPrincipalReturn,
    reference,
    postings: paid(contract.stake, member),
  };
  if (profit <= ZERO && remainder === ZERO) return [returned];
  const rounding = { owner: houseBooks.rounding, purpose: 'available' } as const;
  const kept = remainder === ZERO ? [] : paid(remainder, rounding);
  const won = {
    kind: recordTypes.contractClose,
    reference,
    postings: [...paid(profit, member), ...kept],
  };
  return [returned, won];
}

function reliefsOf(ended: readonly EndedContract[]): Relief[] {
  const byMarket = new Map<number, Relief>();
  for (const { instrumentId, direction, stake, possibleProfit } of ended) {
    let relief = byMarket.get(instrumentId);
    if (relief === undefined) {
      relief = { instrumentId, upStake: ZERO, upProfit: ZERO, downStake: ZERO, downProfit: ZERO };
      byMarket.set(instrumentId, relief);
    }
    relief[`${direction}Stake`] = add(relief[`${direction}Stake`], stake);
    relief[`${direction}Profit`] = add(relief[`${direction}Profit`], possibleProfit);
  }
  return [...byMarket.values()];
}

function balanceEvent(balance: Balance): MemberEvent[] {
  if (balance.ownerId < 0) return [];
  const data = [balanceRow(balance)];
  return [{ memberId: balance.ownerId, topic: 'assets.balance', data }];
}
