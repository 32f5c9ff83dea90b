/** The notices of contracts that ended, all of a batch in one statement; their live event tells the devices. */
import { add, formatDecimal } from '@tern/money';
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import type { InstrumentBook } from '../../../kernel/instruments.ts';
import { type NoticeGroup, notifyMany } from '../../../kernel/notifications.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { EndedGroup } from '../store-endings.ts';

type EndKind =
  | 'contract.won'
  | 'contract.lost'
  | 'contract.tied'
  | 'contract.void'
  | 'contract.invalid';

function kindOf({ status, outcome, reason }: EndedGroup): EndKind {
  if (status !== futuresStatus.settled) {
    return reason === futuresReason.notOpened ? 'contract.void' : 'contract.invalid';
  }
  if (outcome === futuresOutcome.win) return 'contract.won';
  return outcome === futuresOutcome.loss ? 'contract.lost' : 'contract.tied';
}

export async function tellEnded(
  tx: Tx,
  { ended, instruments }: { ended: readonly EndedGroup[]; instruments: InstrumentBook },
  at: number,
): Promise<void> {
  const groups = ended.map((group): NoticeGroup<EndKind> => {
    const { instrumentId, stake, paid, memberIds, ids } = group;
    const { base, quote } = instruments.findById(instrumentId)!;
    const values = {
      market: `${base}/${quote}`,
      stake: formatDecimal(stake),
      profit: formatDecimal(paid.profit),
      payout: formatDecimal(add(paid.returned, paid.winnings)),
    };
    return { kind: kindOf(group), values, memberIds, aboutIds: ids };
  });
  await notifyMany(tx, { about: 'contract', groups }, at);
}
