/** Deposits as a kind of request: reported by a member, seen by a rail, or added by operators. */
import { type Amount, formatDecimal, subtract } from '@tern/money';
import { depositCate, type DepositEvent, depositType } from '@tern/protocol';
import type { Tx } from '../../../../platform/database/database.ts';
import { requestRow } from '../request/list.ts';
import { publish } from '../request/publish.ts';
import type { RequestKind } from '../request/request-kind.ts';
import { type Deposit, depositStore, insertPlatform } from './store.ts';

const typeOf: Record<string, number> = {
  member: depositType.reportedByMember,
  network: depositType.seenOnNetwork,
  platform: depositType.addedByPlatform,
};

export const deposits: RequestKind<Deposit, DepositEvent> = {
  kind: 'deposit',
  letter: 'D',
  topic: 'deposit.changed',
  store: depositStore,
  holdsAmount: false,
  row(deposit) {
    const { amount, fee } = deposit;
    return {
      ...requestRow(deposits, deposit),
      cate: depositCate.crypto,
      type: typeOf[deposit.source] ?? depositType.seenOnNetwork,
      coin: deposit.asset,
      czline: deposit.network,
      address: deposit.address,
      fee: formatDecimal(fee),
      actual: deposit.state === 'completed' ? formatDecimal(subtract(amount, fee)) : null,
      payimg: deposit.imageId,
      txid: deposit.txid,
    };
  },
};

/**
 * Lists a credit by operators among the member's deposits. Call it in the transaction that credits the member.
 * `entryId`: the manual entry that two operators approved; it moves the money.
 */
export async function listPlatformCredit(
  tx: Tx,
  credit: { memberId: number; asset: string; amount: Amount; entryId: number },
  at: number,
) {
  const { entryId: manualEntryId, ...credited } = credit;
  const request = await insertPlatform(tx, {
    ...credited,
    manualEntryId,
    dueAt: at,
    createdAt: at,
  });
  await publish(tx, deposits, { request, at });
}
