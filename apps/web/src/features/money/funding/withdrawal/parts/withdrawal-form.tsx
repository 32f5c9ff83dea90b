/** The withdrawal form, with its costs and what happens after sending. */
import { KeyValue, KeyValues, TextButton } from '@tern/ui';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import type { User } from '../../../../../kernel/session.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../../platform/navigation/links.ts';
import { afterFee } from '../../request/amounts.ts';
import { ChoiceFact, ChoiceField } from '../../request/choice-field.tsx';
import { OutgoingForm } from '../../request/outgoing-form.tsx';
import { LimitsLine } from '../../request/outgoing-parts.tsx';
import { shortAddress } from '../../request/request.ts';
import { TermsNotes } from '../../request/terms-notes.tsx';
import type { useWithdrawalForm } from '../use-withdrawal-form.ts';
import type { WithdrawableCoin } from '../../request/withdrawable-coins.ts';

export interface WithdrawalFormProps {
  coin: WithdrawableCoin;
  user: User | undefined;
  withdrawal: ReturnType<typeof useWithdrawalForm>;
  onPick: (what: 'coin' | 'address') => void;
}

export function WithdrawalForm({ coin, user, withdrawal, onPick }: WithdrawalFormProps) {
  const { form, address, network } = withdrawal;
  const t = useT();
  const to = useLinks();
  return (
    <OutgoingForm
      title={t('withdrawal.title')}
      {...{ coin, user }}
      outgoing={withdrawal}
      max={network?.withdrawals.max}
      onPickCoin={() => onPick('coin')}
      lastStep={{ title: t('withdrawal.weSend'), text: t('withdrawal.toYourAddress') }}
    >
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
      <TextButton tone="accent" isFlush {...to(pages.scan, { coin: coin.asset })}>
        {t('withdrawal.scan')}
      </TextButton>
      <Costs coin={coin} withdrawal={withdrawal} />
      <TermsNotes kind="network" asset={coin.asset} network={network?.code} direction="out" />
    </OutgoingForm>
  );
}

function Costs({ coin, withdrawal }: Pick<WithdrawalFormProps, 'coin' | 'withdrawal'>) {
  const { form, network, places, isSendable } = withdrawal;
  const t = useT();
  const received =
    network && isSendable ? afterFee(form.values.amount, network.withdrawals.fee) : undefined;
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
