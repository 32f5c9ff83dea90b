/** Where a member chooses the record to attach: the newest ones of all kinds. */
import { useQuery } from '@tanstack/react-query';
import type { RecordCard } from '@tern/protocol/client';
import { Sheet } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { recordsQuery } from '../api.ts';
import { RecordLines } from './record-lines.tsx';
import styles from './records.module.css';

export interface RecordSheetProps {
  isOpen: boolean;
  onClose: () => void;
  onPick: (record: RecordCard) => void;
}

export function RecordSheet({ isOpen, onClose, onPick }: RecordSheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('support.attachRecord')}>
      {isOpen && <Choices onPick={onPick} />}
    </Sheet>
  );
}

function Choices({ onPick }: Pick<RecordSheetProps, 'onPick'>) {
  const t = useT();
  return (
    <Loaded query={useQuery(recordsQuery())}>
      {(list) =>
        list.length === 0 ? (
          <p>{t('support.noneYet')}</p>
        ) : (
          <ul className={styles.list}>
            {list.map((record) => (
              <li key={`${record.kind} ${record.ID}`}>
                <button type="button" className={styles.record} onClick={() => onPick(record)}>
                  <RecordLines record={record} />
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
