/** Withdrawals as a kind of request: approved, sent by a rail, completed; every other end returns the whole amount. */
import { formatDecimal, subtract } from '@tern/money';
import type { WithdrawalEvent } from '@tern/protocol';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { requestRow } from '../request/list.ts';
import type { RequestKind } from '../request/request-kind.ts';
import { returnEntry } from './rules.ts';
import { type Withdrawal, withdrawalStore } from './store.ts';

const LETTER = 'W';

function row(withdrawal: Withdrawal, lang?: Lang): WithdrawalEvent {
  const { state, amount, fee } = withdrawal;
  return {
    ...requestRow(withdrawal, LETTER, lang),
    coinname: withdrawal.asset,
    czline: withdrawal.network,
    address: withdrawal.address,
    memo: withdrawal.memo,
    fee: formatDecimal(fee),
    actual: formatDecimal(subtract(amount, fee)),
    isApproved: state === 'approved' || state === 'sending',
    txid: withdrawal.txid,
  };
}

export const withdrawals: RequestKind<Withdrawal, WithdrawalEvent> = {
  kind: 'withdrawal',
  letter: LETTER,
  topic: 'withdrawal.changed',
  store: withdrawalStore,
  row,
  returnEntry,
};
