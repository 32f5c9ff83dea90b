/** Writes down how contracts ended: rows, entries, what the house stands for and live events, in one transaction. */
import { houseBooks, recordTypes } from '@tern/ledger';
import { type Amount, add, ZERO } from '@tern/money';
import { recordBatchedEvents } from '../../../kernel/events/member-events.ts';
import { type PayOut, payOut } from '../../../kernel/ledger/pay-out.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { STAKE_ASSET } from '../contract.ts';
import { endedEvents } from '../contract-row.ts';
import { type EndedGroup, relieveExposure, type Relief, writeEndings } from '../store-endings.ts';

/**
 * In one round trip; the notices follow in a transaction of their own (`tellEnded`). The house's rows come last, balance before exposure as in placing, so that they are locked for a short time.
 * Fails with: a thrown error when one of the contracts has ended already, or an entry stands (kind and reference).
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
    relieveExposure(tx, reliefsOf(ended)),
  ]);
}

/** A loss moves nothing: the stake is the house's since the opening, and now it stays. */
function payOutOf(ended: readonly EndedGroup[]): PayOut {
  const paying = ended.filter(({ paid }) => paid.returned > ZERO);
  return {
    asset: STAKE_ASSET,
    book: houseBooks.contractPayouts,
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

function reliefsOf(ended: readonly EndedGroup[]): Relief[] {
  const byMarket = new Map<number, Relief>();
  for (const { instrumentId, direction, stake, possibleProfit, ids } of ended) {
    let relief = byMarket.get(instrumentId);
    if (relief === undefined) {
      relief = { instrumentId, upStake: ZERO, upProfit: ZERO, downStake: ZERO, downProfit: ZERO };
      byMarket.set(instrumentId, relief);
    }
    const times = BigInt(ids.length);
    relief[`${direction}Stake`] = add(relief[`${direction}Stake`], (stake * times) as Amount);
    relief[`${direction}Profit`] = add(
      relief[`${direction}Profit`],
      (possibleProfit * times) as Amount,
    );
  }
  return [...byMarket.values()];
}
