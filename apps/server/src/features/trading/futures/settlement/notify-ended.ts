/** The notices of ended contracts, all of a batch in one statement; a notified contract waits for nothing more. */
import { formatDecimal } from '@tern/money';
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { type NoticeGroup, notifyMany } from '../../../../kernel/messaging/notifications.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { SweepDeps } from './sweep-due.ts';
import { type DueGroup, removeWaiting } from '../store-settlement.ts';

type EndKind =
  | 'contract.won'
  | 'contract.lost'
  | 'contract.tied'
  | 'contract.void'
  | 'contract.invalid';

/** The content of the notices for contracts with the same result. */
export type NotifiedGroup = Pick<
  DueGroup,
  | 'ids'
  | 'memberIds'
  | 'instrumentId'
  | 'stake'
  | 'status'
  | 'outcome'
  | 'reason'
  | 'payout'
  | 'profit'
>;

function kindOf({ status, outcome, reason }: NotifiedGroup): EndKind {
  if (status !== futuresStatus.settled) {
    return reason === futuresReason.notOpened ? 'contract.void' : 'contract.invalid';
  }
  if (outcome === futuresOutcome.win) return 'contract.won';
  return outcome === futuresOutcome.loss ? 'contract.lost' : 'contract.tied';
}

/** Notifies the members of ended contracts. */
export function notifyDue(tx: Tx, deps: SweepDeps, groups: readonly DueGroup[]): Promise<void> {
  const ended = groups.filter(({ status }) => status !== futuresStatus.pending);
  return notifyEnded(tx, { ended, instruments: deps.instruments }, deps.clock.now());
}

/** @throws Error when one of them was already notified */
export async function notifyEnded(
  tx: Tx,
  { ended, instruments }: { ended: readonly NotifiedGroup[]; instruments: InstrumentRegistry },
  at: number,
): Promise<void> {
  if (ended.length === 0) return;
  const groups = ended.map((group): NoticeGroup<EndKind> => {
    const { instrumentId, stake, profit, payout, memberIds, ids } = group;
    const { base, quote } = instruments.findById(instrumentId)!;
    const values = {
      market: `${base}/${quote}`,
      stake: formatDecimal(stake),
      profit: formatDecimal(profit),
      payout: formatDecimal(payout),
    };
    return { kind: kindOf(group), values, memberIds, aboutIds: ids };
  });
  const ids = ended.flatMap((group) => group.ids);
  await Promise.all([notifyMany(tx, { about: 'contract', groups }, at), removeWaiting(tx, ids)]);
}
