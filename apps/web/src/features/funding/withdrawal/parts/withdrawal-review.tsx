/** The confirmation before a withdrawal is sent: amount, costs, and the full destination. */
import { AmountText, ConfirmDialog, KeyValue, KeyValues, Pill } from '@tern/ui';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Address } from '../../address-book/api.ts';
import styles from './withdrawal.module.css';

/** The withdrawal as it was when the button was pressed. */
export interface Reviewed {
  coin: string;
  /** Decimal places shown of the coin. */
  places: number;
  num: string;
  fee: string;
  received: string;
  address: Address;
}

export interface WithdrawalReviewProps {
  reviewed: Reviewed | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function WithdrawalReview(props: WithdrawalReviewProps) {
  const { reviewed, isBusy, onConfirm, onCancel } = props;
  const t = useT();
  return (
    <ConfirmDialog
      isOpen={reviewed !== undefined}
      question={t('transfer.question', { coin: reviewed?.coin ?? '' })}
      confirmLabel={t('transfer.confirm')}
      cancelLabel={t('common.cancel')}
      busyLabel={t('transfer.sending')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {reviewed && <ReviewedWithdrawal {...reviewed} />}
    </ConfirmDialog>
  );
}

function ReviewedWithdrawal({ coin, places, num, fee, received, address }: Reviewed) {
  const t = useT();
  const { name, addr, memo, czline } = address;
  const amount = (value: string) => (
    <AmountText value={value} places={exactPlaces(value, places)} unit={coin} />
  );
  return (
    <KeyValues>
      <KeyValue
        name={t('transfer.amount')}
        value={
          <span className={styles.total}>
            <Pill kind="sim">{t('common.paper')}</Pill>
            {amount(num)}
          </span>
        }
      />
      <KeyValue name={t('transfer.fee')} value={amount(fee)} />
      <KeyValue name={t('transfer.to')} value={name} />
      <KeyValue
        name={t('withdrawal.address')}
        value={<span className={styles.mono}>{addr}</span>}
      />
      {memo !== '' && (
        <KeyValue name={t('withdrawal.memo')} value={<span className={styles.mono}>{memo}</span>} />
      )}
      <KeyValue name={t('withdrawal.network')} value={czline} />
      <KeyValue isTotal name={t('transfer.youReceive')} value={amount(received)} />
    </KeyValues>
  );
}
