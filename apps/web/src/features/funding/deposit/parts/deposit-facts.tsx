/** All details of a deposit (spec §3). */
import { AmountText, Card, DateText, KeyValue, KeyValues } from '@tern/ui';
import type { ReactNode } from 'react';
import { Copyable } from '../../../../kernel/copyable.tsx';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import styles from '../../../../kernel/record-detail.module.css';
import { shortAddress } from '../../request/short-address.ts';
import { useCoinPlaces } from '../../../../kernel/use-coin-places.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Deposit } from '../api.ts';
import { SUBMITTED_BY_MEMBER, depositTypeKey } from '../deposit-type.ts';
import { ProofView } from './proof-view.tsx';

export function DepositFacts({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const { address, txid, payimg } = deposit;
  const isSubmitted = deposit.type === SUBMITTED_BY_MEMBER;
  return (
    <Card>
      <KeyValues>
        <KeyValue name={t('deposit.type')} value={t(depositTypeKey(deposit.type))} />
        <Amounts deposit={deposit} />
        <KeyValue name={t('transfer.recordNo')} value={deposit.recordNo} />
        <KeyValue
          name={t(isSubmitted ? 'transfer.submittedAt' : depositTypeKey(deposit.type))}
          value={<DateText at={deposit.CreatedAt} detail="second" />}
        />
        <KeyValue
          name={t('transfer.changedAt')}
          value={<DateText at={deposit.UpdatedAt} detail="second" />}
        />
        {address !== '' && (
          <KeyValue
            name={t('deposit.address')}
            value={<Mono text={address} label={t('deposit.copyAddress')} />}
          />
        )}
        {txid !== '' && (
          <KeyValue
            name={t('deposit.txid')}
            value={<Mono text={txid} label={t('deposit.copyTxid')} />}
          />
        )}
      </KeyValues>
      {payimg !== null && <ProofView id={payimg} />}
    </Card>
  );
}

function Mono({ text, label }: { text: string; label: string }): ReactNode {
  const t = useT();
  return (
    <Copyable text={text} label={label} failed={t('transfer.copyFailed')}>
      <span className={styles.mono}>{shortAddress(text)}</span>
    </Copyable>
  );
}

function Amounts({ deposit: { coin, czline, fee, actual } }: { deposit: Deposit }) {
  const t = useT();
  const places = useCoinPlaces(coin);
  const amount = (value: string) => (
    <AmountText value={value} places={exactPlaces(value, places)} unit={coin} />
  );
  return (
    <>
      {czline !== '' && <KeyValue name={t('deposit.network')} value={czline} />}
      <KeyValue name={t('transfer.fee')} value={amount(fee)} />
      <KeyValue
        name={t('deposit.credited')}
        value={actual === null ? <AmountText value={undefined} places={places} /> : amount(actual)}
      />
    </>
  );
}
