/** Withdrawal calls in the app's own terms, their cache and live updates. */
import type { RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../../kernel/member-events.ts';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/http/call.ts';
import { requestOf, requestStore, WITHDRAWALS } from '../request/api.ts';
import type { FundingRequest } from '../request/request.ts';

type WithdrawalDto = RowOf<'GET /withdraw/myWithdrawList'>;

export interface Withdrawal extends FundingRequest {
  /** "TRC20" */
  network: string;
  address: string;
  memo: string;
  fee: string;
  /** What arrives: the amount less the fee. */
  received: string;
  /** Empty until sent. */
  txid: string;
}

const withdrawalOf = ({ czline, actual, ...row }: WithdrawalDto): Withdrawal => ({
  ...requestOf(row),
  network: czline,
  received: actual,
});

export const withdrawals = requestStore<WithdrawalDto, Withdrawal>({
  key: [WITHDRAWALS],
  translate: withdrawalOf,
  loadList: (input, signal) => call('GET /withdraw/myWithdrawList', input, { signal }),
  loadOne: async (id, signal) =>
    withdrawalOf((await call('GET /withdraw/findWithdraw', { ID: id }, { signal })).rewithdraw),
});

export interface WithdrawalInput
  extends Pick<Withdrawal, 'asset' | 'network' | 'amount' | 'address' | 'memo'> {
  assetId: number;
  /** What the member was shown to arrive: less is refused. */
  leastReceived: string;
  password: string;
}

/** The form's fields of those in the API. */
export const WITHDRAWAL_FIELDS = { num: 'amount', address: 'to', memo: 'to' } as const;

/** `key` makes retries idempotent. */
export async function sendWithdrawal(draft: WithdrawalInput, key: string): Promise<Withdrawal> {
  const { asset, network, amount, address, memo, assetId, leastReceived, password } = draft;
  const input = {
    num: amount,
    czline: network,
    address,
    coinname: asset,
    coin_id: assetId,
    min_received: leastReceived,
    ...(memo !== '' && { memo }),
    pay_password: password,
  };
  const { withdraw } = await call('POST /withdraw/createWithdraw', input, { idempotencyKey: key });
  return withdrawalOf(withdraw);
}

export async function cancelWithdrawal(id: number, key: string): Promise<Withdrawal> {
  const options = { idempotencyKey: key };
  return withdrawalOf((await call('POST /withdraw/cancelWithdraw', { ID: id }, options)).withdraw);
}

/** Updates a withdrawal in every list and page that shows it. */
export function patchWithdrawal(row: Withdrawal): void {
  if (!withdrawals.patch(row) || row.reason === '') return;
  // The live event is in English; the call returns automatic reasons in the member's language.
  const { queryKey } = withdrawals.oneQuery(row.ID);
  void queryClient.invalidateQueries({ queryKey });
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('withdrawal.changed', (row) => patchWithdrawal(withdrawalOf(row)));
