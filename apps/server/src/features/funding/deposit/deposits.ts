/** Deposits as a kind of request: reported by a member, seen by a rail, or added by operators. */
import { formatDecimal, subtract } from '@tern/money';
import { depositCate, type DepositEvent, depositType } from '@tern/protocol';
import { requestRow } from '../request/list.ts';
import type { RequestKind } from '../request/request-kind.ts';
import { type Deposit, depositStore } from './store.ts';

const LETTER = 'D';

const typeOf: Record<string, number> = {
  member: depositType.reportedByMember,
  network: depositType.seenOnNetwork,
  platform: depositType.addedByPlatform,
};

function row(deposit: Deposit): DepositEvent {
  const { amount, fee } = deposit;
  return {
    ...requestRow(deposit, LETTER),
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
}

export const deposits: RequestKind<Deposit, DepositEvent> = {
  kind: 'deposit',
  letter: LETTER,
  topic: 'deposit.changed',
  store: depositStore,
  row,
};
