/** Writes the ends of contracts: rows, entries, the exchange's exposure and live events, in one transaction. */
import { exchangeAccounts, recordTypes } from '@tern/ledger';
import { type Amount, add, ZERO } from '@tern/money';
import { recordBatchedEvents } from '../../../../kernel/events/member-events.ts';
import { type PayOut, payOut } from '../../../../kernel/ledger/pay-out.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { STAKE_ASSET } from '../contract.ts';
import { endedEvents } from '../contract-row.ts';
import {
  type EndedGroup,
  reduceExposure,
  type ExposureReduction,
  writeEndings,
} from '../store-endings.ts';

/**
 * In one round trip; the notices follow in another transaction (`notifyEnded`). The exchange's rows come last, balance
 * before exposure as in placing, so that they are locked only briefly.
 * @throws Error when a contract has already ended or been paid
 */
export async function endContracts(
  tx: Tx,
  ended: readonly EndedGroup[],
  at: number,
): Promise<void> {
  if (ended.length === 0) return;
  const events = ended.map((group) => endedEvents(group, at));
  await Promise.all([
    writeEndings(tx, ended, at),
    recordBatchedEvents(tx, events, at),
    payOut(tx, payOutOf(ended), at),
    reduceExposure(tx, reductionsOf(ended)),
  ]);
}

/** A loss moves nothing: the exchange has had the stake since the opening. */
function payOutOf(ended: readonly EndedGroup[]): PayOut {
  const paying = ended.filter(({ paid }) => paid.returned > ZERO);
  return {
    asset: STAKE_ASSET,
    book: exchangeAccounts.contractPayouts,
    kinds: { principal: recordTypes.contractPrincipalReturn, gain: recordTypes.contractClose },
    subject: 'contract',
    shares: paying.map(({ paid, memberIds, ids }) => ({
      principal: paid.returned,
      gain: paid.winnings,
      remainder: paid.remainder,
      owners: memberIds,
      ids,
    })),
  };
}

function reductionsOf(ended: readonly EndedGroup[]): ExposureReduction[] {
  const byMarket = new Map<number, ExposureReduction>();
  for (const { instrumentId, direction, stake, possibleProfit, ids } of ended) {
    let reduction = byMarket.get(instrumentId);
    if (reduction === undefined) {
      reduction = {
        instrumentId,
        upStake: ZERO,
        upProfit: ZERO,
        downStake: ZERO,
        downProfit: ZERO,
      };
      byMarket.set(instrumentId, reduction);
    }
    const times = BigInt(ids.length);
    reduction[`${direction}Stake`] = add(reduction[`${direction}Stake`], (stake * times) as Amount);
    reduction[`${direction}Profit`] = add(
      reduction[`${direction}Profit`],
      (possibleProfit * times) as Amount,
    );
  }
  return [...byMarket.values()];
}
