/** A member's contracts, one of them, and their overall results. */
import { formatDecimal } from '@tern/money';
import { type futuresCalls, futuresStatus, type InputOf } from '@tern/protocol';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { Contract } from './contract.ts';
import { contractRowOf } from './contract-row.ts';
import { breakEvenOfResults, winRateOf } from './rules.ts';
import { findContract, findContracts, findResults } from './store.ts';

const { pending, settled, invalid } = futuresStatus;
/** 4 is "done": settled or invalid. */
const statusesOf: Record<number, number[]> = {
  0: [pending, settled, invalid],
  [pending]: [pending],
  [settled]: [settled],
  [invalid]: [invalid],
  4: [settled, invalid],
};

/** Newest first. */
export function listContracts(
  reader: Reader,
  instruments: InstrumentRegistry,
  request: { memberId: number; input: InputOf<typeof futuresCalls.myHyorderList> },
) {
  const { memberId, input } = request;
  const statuses = statusesOf[Number(input.status ?? 0)] ?? [];
  const row = (contract: Contract) =>
    contractRowOf(contract, instruments.findById(contract.instrumentId)!);
  return findContracts(reader, { memberId, statuses }, { page: pageOf(input), row });
}

/** @throws not-found, also for another member's contract */
export async function describeContract(
  reader: Reader,
  instruments: InstrumentRegistry,
  request: { memberId: number; contractId: number },
) {
  const contract = await findContract(reader, request.contractId, request.memberId);
  if (contract === undefined) throw new Refusal('not-found');
  return { rehyorder: contractRowOf(contract, instruments.findById(contract.instrumentId)!) };
}

const rateText = (rate: bigint | undefined) => (rate === undefined ? '' : formatDecimal(rate));

/** The member's results so far, shown before placing. */
export async function reportResults(reader: Reader, memberId: number) {
  const results = await findResults(reader, memberId);
  const { wins, losses, ties, invalid: invalidCount, staked, profit } = results;
  return {
    settled: wins + losses + ties,
    wins,
    losses,
    ties,
    invalid: invalidCount,
    staked: formatDecimal(staked),
    ploss: formatDecimal(profit),
    winRate: rateText(winRateOf(results)),
    breakEven: rateText(breakEvenOfResults(results)),
  };
}
