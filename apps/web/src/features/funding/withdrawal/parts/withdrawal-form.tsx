/** The withdrawal form, with its costs and what happens after sending. */
import { KeyValue, KeyValues } from '@tern/ui';
import type { FormEvent } from 'react';
import { withdrawalObstacle } from '../../../../kernel/account-status.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import type { User } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { AccountStatusNote } from '../../request/account-status-note.tsx';
import { afterFee } from '../../request/amounts.ts';
import { ChoiceFact, ChoiceField } from '../../request/choice-field.tsx';
import { CoinButton, NextSteps } from '../../request/form-parts.tsx';
import {
  LimitsLine,
  OutgoingAmount,
  PayPasswordField,
  SendBar,
} from '../../request/outgoing-parts.tsx';
import { shortAddress } from '../../request/request.ts';
import { TermsNotes } from '../../request/terms-notes.tsx';
import type { useWithdrawalForm } from '../use-withdrawal-form.ts';
import type { WithdrawableCoin } from '../withdrawable-coins.ts';
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
      <CoinButton asset={coin.asset} logo={coin.logo} onPress={() => onPick('coin')} />
      <OutgoingAmount
        coin={coin}
        field={form.field('amount')}
        places={places}
        isDisabled={obstacle !== undefined}
        max={network?.withdrawals.max}
      />
      <ChoiceField
        label={t('transfer.to')}
        chosen={address && { title: address.name, note: shortAddress(address.address) }}
        placeholder={t('withdrawal.chooseAddress')}
        error={form.errors.to}
        onPress={() => onPick('address')}
      >
        <ChoiceFact
          label={t('withdrawal.network')}
          value={address?.network ?? '---'}
          by={t('withdrawal.setByAddress')}
        />
      </ChoiceField>
      <Costs coin={coin} withdrawal={withdrawal} />
      <TermsNotes kind="network" asset={coin.asset} network={network?.code} direction="out" />
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
      <SendBar
        {...{ user, places, isBusy, isOff }}
        asset={coin.asset}
        amount={form.values.amount}
      />
    </form>
  );
}

function Costs({ coin, withdrawal }: Pick<WithdrawalFormProps, 'coin' | 'withdrawal'>) {
  const { form, network, places } = withdrawal;
  const t = useT();
  const received = network && afterFee(form.values.amount, network.withdrawals.fee);
  const { asset } = coin;
  // Until an address sets the network, shows the first one's terms.
  const shown = network ?? coin.networks[0];
  const named = (label: string) =>
    network === undefined && shown !== undefined ? `${label}, ${shown.code}` : label;
  return (
    <KeyValues>
      <KeyValue
        name={named(t('transfer.fee'))}
        value={<ExactAmount value={shown?.withdrawals.fee} places={places} unit={asset} />}
      />
      <LimitsLine
        name={named(t('transfer.limits'))}
        limits={shown?.withdrawals}
        {...{ asset, places }}
      />
      <KeyValue
        isTotal
        name={t('transfer.youReceive')}
        value={<ExactAmount value={received} places={places} unit={asset} />}
      />
    </KeyValues>
  );
}
