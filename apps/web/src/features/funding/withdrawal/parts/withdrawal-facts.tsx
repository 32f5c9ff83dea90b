/** All details of a withdrawal (spec §3). */
import { AmountText, Card, DateText, KeyValue, KeyValues } from '@tern/ui';
import { useCoin } from '../../../../kernel/balances.ts';
import { Copyable } from '../../../../kernel/copyable.tsx';
import styles from '../../../../kernel/record-detail.module.css';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import { useCoinPlaces } from '../../../../kernel/use-coin-places.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Withdrawal } from '../api.ts';

export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT();
  const { address, memo, txid } = withdrawal;
  return (
    <Card>
      <KeyValues>
        <Amounts withdrawal={withdrawal} />
        <KeyValue name={t('withdrawal.network')} value={withdrawal.czline} />
        <KeyValue
          name={t('withdrawal.address')}
          value={
            <Copyable
              text={address}
              label={t('withdrawal.copyAddress')}
              failed={t('transfer.copyFailed')}
            >
              <span className={styles.mono}>{address}</span>
            </Copyable>
          }
        />
        {memo !== '' && (
          <KeyValue
            name={t('withdrawal.memo')}
            value={<span className={styles.mono}>{memo}</span>}
          />
        )}
        {txid !== '' && (
          <KeyValue
            name={t('withdrawal.txid')}
            value={
              <Copyable
                text={txid}
                label={t('withdrawal.copyTxid')}
                failed={t('transfer.copyFailed')}
              >
                <span className={styles.mono}>{txid}</span>
              </Copyable>
            }
          />
        )}
        <KeyValue name={t('transfer.recordNo')} value={withdrawal.recordNo} />
        <KeyValue
          name={t('transfer.submittedAt')}
          value={<DateText at={withdrawal.CreatedAt} detail="second" />}
        />
        <KeyValue
          name={t('transfer.changedAt')}
          value={<DateText at={withdrawal.UpdatedAt} detail="second" />}
        />
      </KeyValues>
    </Card>
  );
}

function Amounts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT();
  const { coinname, num, fee, actual } = withdrawal;
  const places = useCoinPlaces(coinname);
  const available = useCoin(coinname)?.available;
  const amount = (value = '') => (
    <AmountText value={value} places={exactPlaces(value, places)} unit={coinname} />
  );
  return (
    <>
      <KeyValue name={t('transfer.amount')} value={amount(num)} />
      <KeyValue name={t('transfer.fee')} value={amount(fee)} />
      <KeyValue name={t('transfer.youReceive')} value={amount(actual)} />
      <KeyValue name={t('transfer.available')} value={amount(available)} />
    </>
  );
}
