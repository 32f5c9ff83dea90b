/** One financial record in full, with a link to its cause. */
import { Button, DateText, KeyValue, KeyValues, Pill, Sheet, Text } from '@tern/ui';
import { useState } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import type { FinancialRecord } from '../api.ts';
import { isRelease, useRecordName } from '../record-types.ts';
import { causeOf } from '../record-cause.ts';
import styles from './records.module.css';

export interface RecordSheetProps {
  record: FinancialRecord | undefined;
  isHidden: boolean;
  onClose: () => void;
}

export function RecordSheet({ record, isHidden, onClose }: RecordSheetProps) {
  const nameOf = useRecordName();
  // The last record stays drawn while the sheet closes.
  const [last, setLast] = useState(record);
  if (record !== undefined && record !== last) setLast(record);
  const shown = record ?? last;
  return (
    <Sheet isOpen={record !== undefined} onClose={onClose} title={shown ? nameOf(shown) : ''}>
      {shown && <RecordFacts record={shown} isHidden={isHidden} />}
    </Sheet>
  );
}

function RecordFacts({ record, isHidden }: { record: FinancialRecord; isHidden: boolean }) {
  const t = useT();
  const navigator = useNavigator();
  const { asset, type, amount, available, reserved, outcome, CreatedAt, ID } = record;
  const { reference, note } = record;
  const places = useCoinPlaces(asset);
  const cause = causeOf(reference);
  return (
    <>
      <div className={styles.amount}>
        <ExactAmount value={amount} places={places} unit={asset} isSigned isHidden={isHidden} />
        <Pill kind="sim">{t('common.paper')}</Pill>
      </div>
      {outcome === 'reserved' && <p className={styles.hint}>{t('assets.reservedUntilFinal')}</p>}
      {outcome === 'returned' && <p className={styles.hint}>{t('assets.wasReturned')}</p>}
      {isRelease(type) && <p className={styles.hint}>{t('assets.staysOwned')}</p>}
      <KeyValues>
        <KeyValue
          name={t('assets.availableAfter')}
          value={<ExactAmount value={available} places={places} unit={asset} isHidden={isHidden} />}
        />
        <KeyValue
          name={t('assets.reservedAfter')}
          value={<ExactAmount value={reserved} places={places} unit={asset} isHidden={isHidden} />}
        />
        <KeyValue name={t('assets.time')} value={<DateText at={CreatedAt} detail="second" />} />
        <KeyValue name={t('assets.recordNo')} value={ID} />
        {reference !== '' && <KeyValue name={t('assets.reference')} value={reference} />}
        {note !== '' && <KeyValue name={t('assets.note')} value={note} />}
      </KeyValues>
      {cause !== undefined && navigator.has(cause.path) && (
        <Text as="div" top={16}>
          <Button isFull onPress={() => navigator.push(cause.path, { id: cause.id })}>
            {t('assets.openCause')}
          </Button>
        </Text>
      )}
    </>
  );
}
