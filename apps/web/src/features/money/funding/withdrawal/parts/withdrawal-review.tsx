/** What a member confirms before a withdrawal is sent: amount, costs, and the full destination. */
import { KeyValue, KeyValues } from '@tern/ui';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import recordStyles from '../../../../../kernel/record-detail.module.css';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { ConfirmedAmount } from '../../request/outgoing-parts.tsx';
import type { Reviewed } from '../use-withdrawal-form.ts';

/** `places` are those shown of the coin. */
export function ReviewedWithdrawal(props: { reviewed: Reviewed; places: number }) {
  const { reviewed, places } = props;
  const { coin, amount, fee, received, address } = reviewed;
  const t = useT();
  const { asset } = coin;
  const exact = (value: string) => <ExactAmount value={value} places={places} unit={asset} />;
  const mono = (text: string) => <span className={recordStyles.mono}>{text}</span>;
  return (
    <KeyValues>
      <ConfirmedAmount {...{ amount, asset, places }} />
      <KeyValue name={t('transfer.fee')} value={exact(fee)} />
      <KeyValue name={t('transfer.to')} value={address.name} />
      <KeyValue name={t('withdrawal.address')} value={mono(address.address)} />
      {address.memo !== '' && <KeyValue name={t('withdrawal.memo')} value={mono(address.memo)} />}
      <KeyValue name={t('withdrawal.network')} value={address.network} />
      <KeyValue isTotal name={t('transfer.youReceive')} value={exact(received)} />
    </KeyValues>
  );
}
