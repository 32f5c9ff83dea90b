/** All details of a withdrawal. */
import { Card, KeyValue, KeyValues } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../../kernel/balances.ts';
import { Copyable } from '../../../../../kernel/copyable.tsx';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import styles from '../../../../../kernel/record-detail.module.css';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { RequestFacts } from '../../request/request-detail.tsx';
import type { Withdrawal } from '../api.ts';

export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT();
  const { network, address, memo, txid } = withdrawal;
  return (
    <Card>
      <KeyValues>
        <Amounts withdrawal={withdrawal} />
        <KeyValue name={t('withdrawal.network')} value={network} />
        <KeyValue
          name={t('withdrawal.address')}
          value={<Mono text={address} label={t('withdrawal.copyAddress')} />}
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
            value={<Mono text={txid} label={t('withdrawal.copyTxid')} />}
          />
        )}
        <RequestFacts request={withdrawal} />
      </KeyValues>
    </Card>
  );
}

function Mono({ text, label }: { text: string; label: string }) {
  return (
    <Copyable text={text} label={label}>
      <span className={styles.mono}>{text}</span>
    </Copyable>
  );
}

function Amounts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT();
  const { asset, amount, fee, received } = withdrawal;
  const places = useCoinPlaces(asset);
  const available = useCoin(asset)?.available ?? '';
  const exact = (value: string) => <ExactAmount value={value} places={places} unit={asset} />;
  return (
    <>
      <KeyValue name={t('transfer.amount')} value={exact(amount)} />
      <KeyValue name={t('transfer.fee')} value={exact(fee)} />
      <KeyValue name={t('transfer.youReceive')} value={exact(received)} />
      <KeyValue name={t('transfer.available')} value={exact(available)} />
    </>
  );
}
