/** The withdrawal form's state: destination, validation, confirmation and sending. */
import { useQuery } from '@tanstack/react-query';
import { reloadTerms } from '../../../../kernel/coin-networks.ts';
import { pages } from '../../../../kernel/pages.ts';
import type { User } from '../../../../kernel/session.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { type Address, addressesQuery } from '../address-book/api.ts';
import { useUsableFrom } from '../request/usable-from.ts';
import { afterFee } from '../request/amounts.ts';
import { useChosenDestination } from '../request/chosen-destination.ts';
import { recentWithdrawals } from '../request/coin-choice.tsx';
import { useOutgoingForm } from '../request/use-outgoing-form.ts';
import { useScanned } from '../request/scanned.ts';
import {
  patchWithdrawal,
  sendWithdrawal,
  type Withdrawal,
  WITHDRAWAL_FIELDS,
  type WithdrawalInput,
  withdrawals,
} from './api.ts';
import type { WithdrawableCoin } from '../request/withdrawable-coins.ts';

/** The address selected for the coin, with its network. */
function useDestination(coin: WithdrawableCoin) {
  const id = useChosenDestination(coin.asset);
  const book = useQuery(addressesQuery).data;
  const address = book?.find((kept) => kept.ID === id && kept.asset === coin.asset);
  const network = coin.networks.find(({ code }) => code === address?.network);
  return { address, network };
}

/** Why the selected address cannot be used; undefined when it can. */
function useAddressFault({ address, network }: ReturnType<typeof useDestination>) {
  const { t } = useI18n();
  const usableFrom = useUsableFrom();
  if (address === undefined) return t('withdrawal.chooseAddressFirst');
  return network === undefined ? t('withdrawal.networkClosed') : usableFrom(address);
}

/** The withdrawal as it was when the button was pressed. */
export interface Reviewed {
  coin: WithdrawableCoin;
  amount: string;
  fee: string;
  received: string;
  address: Address;
}

export function useWithdrawalForm(coin: WithdrawableCoin, user: User | undefined) {
  const { t } = useI18n();
  const destination = useDestination(coin);
  const { address, network } = destination;
  const addressFault = useAddressFault(destination);
  const terms = network?.withdrawals;
  const outgoing = useOutgoingForm<Reviewed, WithdrawalInput, Withdrawal>({
    coin,
    user,
    limits: terms,
    wrongPlace: t('withdrawal.wrongAddress'),
    fields: WITHDRAWAL_FIELDS,
    page: pages.withdrawDetail,
    inputOf: ({ amount, received, address: to }, password) => ({
      asset: coin.asset,
      assetId: coin.ID,
      network: to.network,
      address: to.address,
      memo: to.memo,
      amount,
      leastReceived: received,
      password,
    }),
    send: sendWithdrawal,
    onSent: (made) => {
      recentWithdrawals.remember(coin.asset);
      patchWithdrawal(made);
      withdrawals.reload();
    },
    onTermsChanged: reloadTerms,
  });
  useScanned(coin.asset, (amount) => outgoing.form.set('amount', amount));
  const review = () =>
    outgoing.review(addressFault === undefined ? {} : { to: addressFault }, (amount) => {
      if (address === undefined || terms === undefined) return undefined;
      const received = afterFee(amount, terms.fee) ?? '0';
      return { coin, amount, fee: terms.fee, received, address };
    });
  return { ...outgoing, address, network, review };
}
