/** All details of a deposit. */
import { Card, KeyValue, KeyValues } from '@tern/ui';
import type { ReactNode } from 'react';
import { useCoinPlaces } from '../../../../../kernel/balances.ts';
import { Copyable } from '../../../../../kernel/copyable.tsx';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import styles from '../../../../../kernel/record-detail.module.css';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { shortAddress } from '../../request/request.ts';
import { RequestFacts } from '../../request/request-detail.tsx';
import type { Deposit } from '../api.ts';
import { ProofView } from './proof-view.tsx';

/** How a deposit was recorded. */
export const ORIGINS = {
  reported: 'deposit.typeTold',
  seen: 'deposit.typeSeen',
  added: 'deposit.typeAdded',
} as const;

export function DepositFacts({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const { origin, address, txid, proofId } = deposit;
  const originText = t(ORIGINS[origin]);
  return (
    <Card>
      <KeyValues>
        <KeyValue name={t('deposit.type')} value={originText} />
        <Amounts deposit={deposit} />
        <RequestFacts
          request={deposit}
          {...(origin === 'reported' ? {} : { submitted: originText })}
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
      {proofId !== null && <ProofView id={proofId} />}
    </Card>
  );
}

function Mono({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <Copyable text={text} label={label}>
      <span className={styles.mono}>{shortAddress(text)}</span>
    </Copyable>
  );
}

function Amounts({ deposit: { asset, network, fee, credited } }: { deposit: Deposit }) {
  const t = useT();
  const places = useCoinPlaces(asset);
  const unit = credited === null ? {} : { unit: asset };
  return (
    <>
      {network !== '' && <KeyValue name={t('deposit.network')} value={network} />}
      <KeyValue
        name={t('transfer.fee')}
        value={<ExactAmount value={fee} places={places} unit={asset} />}
      />
      <KeyValue
        name={t('deposit.credited')}
        value={<ExactAmount value={credited} places={places} {...unit} />}
      />
    </>
  );
}
