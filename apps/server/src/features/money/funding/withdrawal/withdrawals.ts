/** Withdrawals as a kind of request: approved, sent by a rail, completed; every other end returns the whole amount. */
import { formatDecimal, subtract } from '@tern/money';
import type { WithdrawalEvent } from '@tern/protocol';
import { findAssetNetwork } from '../../../../kernel/networks/networks.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { requestRow } from '../request/list.ts';
import { publish } from '../request/publish.ts';
import type { RequestKind } from '../request/request-kind.ts';
import { payEntry } from './rules.ts';
import { setCompleted, type Withdrawal, withdrawalStore } from './store.ts';

export const withdrawals: RequestKind<Withdrawal, WithdrawalEvent> = {
  kind: 'withdrawal',
  letter: 'W',
  topic: 'withdrawal.changed',
  store: withdrawalStore,
  holdsAmount: true,
  row(withdrawal, lang) {
    const { state, amount, fee } = withdrawal;
    return {
      ...requestRow(withdrawals, withdrawal, lang),
      coinname: withdrawal.asset,
      czline: withdrawal.network,
      address: withdrawal.address,
      memo: withdrawal.memo,
      fee: formatDecimal(fee),
      actual: formatDecimal(subtract(amount, fee)),
      isApproved: state === 'approved' || state === 'sending',
      txid: withdrawal.txid,
    };
  },
};

/** Its rail, or two operators in place of the rail, reported it as paid. Needs: the withdrawal locked, in the state `sending`. */
export async function completeWithdrawal(
  tx: Tx,
  { id, asset, network: code }: Withdrawal,
  { txid, at }: { txid: string; at: number },
): Promise<void> {
  const network = await findAssetNetwork(tx, asset, code);
  if (network === undefined) throw new Error(`no network ${code} of ${asset}`);
  const request = await tx.one(setCompleted, [id, txid, at]);
  const entries = [payEntry(request, network.networkId)];
  await publish(tx, withdrawals, { request, entries, at });
}
