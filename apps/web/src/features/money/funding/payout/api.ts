/** Payout calls in the app's own terms, their cache and live updates. */
import { queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import type { Bounds } from '../../../../kernel/coin-networks.ts';
import { onMemberEvent } from '../../../../kernel/member-events.ts';
import { CallError } from '../../../../platform/http/call-error.ts';
import { call } from '../../../../platform/http/call.ts';
import { accountOf, type BankAccount } from '../bank-cards/api.ts';
import { BANK_MONEY } from '../currencies/api.ts';
import { requestOf, requestStore } from '../request/api.ts';
import type { FundingRequest } from '../request/request.ts';

type PayoutDto = RowOf<'GET /withdraw_bank/myWithdraw_bankList'>;
type TermsDto = Output<'GET /withdraw_bank/terms'>['terms'];

/** `amount` is given in `asset`; fee and received are in `currency`. */
export interface Payout
  extends FundingRequest,
    Pick<
      PayoutDto,
      | 'currency'
      | 'rate'
      | 'fee'
      | 'received'
      | 'quotedRate'
      | 'quotedReceived'
      | 'leastReceived'
      | 'bankReference'
      | 'valueDate'
      | 'returned'
    > {
  account: BankAccount;
}

function payoutOf(row: PayoutDto): Payout {
  const { bankname, accountname, bankcard, ibna, country, isReturned, ...rest } = row;
  const account = accountOf({ bankname, accountname, bankcard, ibna, country });
  return { ...requestOf(rest), isVoided: row.isVoided || isReturned, account };
}

export const payouts = requestStore<PayoutDto, Payout>({
  key: [BANK_MONEY, 'payouts'],
  translate: payoutOf,
  loadList: (input, signal) => call('GET /withdraw_bank/myWithdraw_bankList', input, { signal }),
  loadOne: async (id, signal) => {
    const input = { ID: id };
    const answer = await call('GET /withdraw_bank/findWithdraw_bank', input, { signal });
    return payoutOf(answer.rewithdraw_bank);
  },
});

/** The asset paid, and the currency it arrives in. */
export interface PayoutPair {
  asset: string;
  currency: string;
}

export interface PayoutTerms extends Pick<TermsDto, 'rate' | 'fee' | 'drift'> {
  /** In the asset, at this rate. */
  min: string;
  max: string;
  /** In the currency. */
  limits: Pick<Bounds, 'min' | 'max'>;
}

/** What is told when the market between asset and currency is closed. */
export interface ClosedPayout {
  opensAt: string | undefined;
  /** The currencies that can be paid out now. */
  currencies: readonly string[];
}

/** Undefined unless it is closed. */
export function closedOf(error: unknown): ClosedPayout | undefined {
  if (!(error instanceof CallError) || error.refusal !== 'market-closed') return undefined;
  const { opensAt, currencies = [] } = (error.data ?? {}) as Partial<ClosedPayout>;
  return { opensAt, currencies };
}

/** The rate is refetched at this interval, as in a swap. */
const TERMS_MS = 10_000;

export const termsQuery = ({ asset, currency }: PayoutPair) =>
  queryOptions({
    queryKey: [BANK_MONEY, 'terms', asset, currency],
    queryFn: async ({ signal }): Promise<PayoutTerms> => {
      const input = { coinname: asset, currency };
      const { terms } = await call('GET /withdraw_bank/terms', input, { signal });
      const { rate, fee, drift, min, max, minNum, maxNum } = terms;
      return { rate, fee, drift, min: minNum, max: maxNum, limits: { min, max } };
    },
    refetchInterval: TERMS_MS,
    // A rate expires: never show one from an earlier visit to the page.
    gcTime: 0,
    retry: false,
  });

export interface PayoutInput extends PayoutPair {
  assetId: number;
  amount: string;
  cardId: number;
  /** The accepted minimum: if less would be paid, everything is returned. */
  leastReceived: string;
  password: string;
}

/** The form's fields of those in the API. */
export const PAYOUT_FIELDS = { num: 'amount', bank_id: 'to' } as const;

/** `key` makes retries idempotent. */
export async function sendPayout(draft: PayoutInput, key: string): Promise<Payout> {
  const input = {
    num: draft.amount,
    bank_id: draft.cardId,
    coinname: draft.asset,
    coin_id: draft.assetId,
    currency: draft.currency,
    min_received: draft.leastReceived,
    pay_password: draft.password,
  };
  const options = { idempotencyKey: key };
  const answer = await call('POST /withdraw_bank/createWithdraw_bank', input, options);
  return payoutOf(answer.withdraw_bank);
}

export async function cancelPayout(id: number, key: string): Promise<Payout> {
  const options = { idempotencyKey: key };
  const answer = await call('POST /withdraw_bank/cancelWithdraw_bank', { ID: id }, options);
  return payoutOf(answer.withdraw_bank);
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('payout.changed', (row) => payouts.patch(payoutOf(row)));
