/** The withdrawal form, with its costs and what happens after sending. */
import { formatAmount, KeyValue, KeyValues, useNumberLocale } from '@tern/ui';
import type { FormEvent } from 'react';
import type { User } from '../../../../kernel/session.ts';
import { CoinButton } from '../../request/coin-button.tsx';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import { OutgoingAmount } from '../../request/outgoing-amount.tsx';
import { withdrawalObstacle } from '../../../../kernel/account-status.ts';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { NextSteps } from '../../request/next-steps.tsx';
import { PayPasswordField, SendBar, AccountStatusNote } from '../../request/withdrawal-parts.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { useWithdrawalForm } from '../use-withdrawal-form.ts';
import type { WithdrawableCoin } from '../withdrawable-coins.ts';
import { maxAmount, receivedOf } from '../withdrawal-sums.ts';
import { DestinationField } from './destination-field.tsx';
import styles from './withdrawal.module.css';

export interface WithdrawalFormProps {
  coin: WithdrawableCoin;
  user: User | undefined;
  withdrawal: ReturnType<typeof useWithdrawalForm>;
  onPick: (what: 'coin' | 'address') => void;
}

export function WithdrawalForm(props: WithdrawalFormProps) {
  const { coin, user, withdrawal, onPick } = props;
  const { form, address, network, places, isBusy, isOff } = withdrawal;
  const t = useT();
  const label = useSendLabel(props);
  const obstacle = withdrawalObstacle(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === undefined) withdrawal.review();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={styles.form}
      aria-label={t('withdrawal.title')}
      onSubmit={submit}
    >
      <AccountStatusNote user={user} />
      <CoinButton coin={coin.coinname} logo={coin.logo} onPress={() => onPick('coin')} />
      <OutgoingAmount
        coin={coin}
        field={form.field('num')}
        places={places}
        isDisabled={obstacle !== undefined}
        onMost={() => form.set('num', maxAmount(coin.available, network, coin.places))}
      />
      <DestinationField
        address={address}
        error={form.errors.to === '' ? undefined : form.errors.to}
        onPress={() => onPick('address')}
      />
      <Costs coin={coin} withdrawal={withdrawal} />
      <TermsNotes kind="network" coin={coin.coinname} network={network?.czline} direction="out" />
      <PayPasswordField user={user} field={form.field('password')} />
      {obstacle === undefined && (
        <NextSteps
          steps={[
            { title: t('transfer.youSubmit'), text: t('transfer.now') },
            { title: t('transfer.personChecks'), text: t('transfer.youAreTold') },
            { title: t('withdrawal.weSend'), text: t('withdrawal.toYourAddress') },
          ]}
        />
      )}
      <SendBar {...{ user, label, isBusy, isOff }} />
    </form>
  );
}

function Costs({ coin, withdrawal }: Pick<WithdrawalFormProps, 'coin' | 'withdrawal'>) {
  const { form, network, places } = withdrawal;
  const t = useT();
  const received = network && receivedOf(form.values.num, network);
  const unit = coin.coinname;
  // Until an address sets the network, shows the first one's terms.
  const shown = network ?? coin.networks[0];
  const named = (label: string) =>
    network === undefined && shown !== undefined ? `${label}, ${shown.czline}` : label;
  return (
    <KeyValues>
      <KeyValue
        name={named(t('transfer.fee'))}
        value={<ExactAmount value={shown?.withdrawFee} places={places} unit={unit} />}
      />
      <KeyValue
        name={named(t('transfer.limits'))}
        value={
          shown === undefined ? (
            '---'
          ) : (
            <>
              <ExactAmount value={shown.withdrawMin} places={places} /> –{' '}
              <ExactAmount value={shown.withdrawMax} places={places} unit={unit} />
            </>
          )
        }
      />
      <KeyValue
        isTotal
        name={t('transfer.youReceive')}
        value={<ExactAmount value={received} places={places} unit={unit} />}
      />
    </KeyValues>
  );
}

/** "Withdraw 2,500.00 USDT", with all digits of the amount. */
function useSendLabel({ coin, withdrawal: { form, places } }: WithdrawalFormProps): string {
  const t = useT();
  const locale = useNumberLocale();
  const { num } = form.values;
  if (num === '') return t('transfer.withdrawCoin', { coin: coin.coinname });
  const amount = formatAmount(num, { locale, places: exactPlaces(num, places) });
  return t('transfer.withdrawAmount', { amount, coin: coin.coinname });
}
