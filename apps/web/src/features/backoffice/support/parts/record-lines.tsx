/** What a record is called and where it stands, in two lines beside its coin: in messages, lists and the composer. */
import type { RecordCard } from '@tern/protocol/client';
import { CoinMark, Icon, identityIcon } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { nameOf, stateOf } from '../records.ts';
import styles from './records.module.css';

export function RecordLines({ record }: { record: RecordCard }) {
  const t = useT();
  return (
    <>
      <RecordMark record={record} />
      <span className={styles.words}>
        <b>{nameOf(record, t)}</b>
        <StateLine record={record} />
      </span>
    </>
  );
}

function RecordMark({ record: { asset } }: { record: RecordCard }) {
  if (asset === null) {
    return (
      <span className={styles.mark}>
        <Icon of={identityIcon} size={18} />
      </span>
    );
  }
  return <AssetMark asset={asset} />;
}

function AssetMark({ asset }: { asset: string }) {
  return <CoinMark symbol={asset} logo={useCoin(asset)?.logo} size={28} />;
}

function StateLine({ record }: { record: RecordCard }) {
  const t = useT();
  const { asset, amount } = record;
  const print = useAmountText(useCoinPlaces(asset ?? ''));
  const state = stateOf(record, t);
  if (asset === null || amount === null) return <small>{state}</small>;
  return (
    <small>
      {print(amount)} {asset} · {state}
    </small>
  );
}
