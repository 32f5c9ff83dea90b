/** One earlier checkpoint: size, root, time, who cosigned it, and its signed note as a file. */
import { formatPrice, Text, useNumberLocale } from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import styles from './checkpoint-row.module.css';
import { type PastCheckpoint, shortRoot } from './log-checkpoints.ts';

export interface CheckpointRowProps {
  checkpoint: PastCheckpoint;
  /** When the log signed it, as the page prints times. */
  time: ReactNode;
}

/** For pages that load the texts of `log-checkpoints`. */
export function CheckpointRow({ checkpoint, time }: CheckpointRowProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { ID, root, witnesses, href } = checkpoint;
  return (
    <div className={styles.row}>
      <div>
        <Text size="label">
          {t('log-checkpoints.sizeOf', { count: formatPrice(String(ID), { locale }) })}
        </Text>
        <p className={styles.detail}>{time}</p>
        <p className={styles.detail}>
          <code title={root}>{shortRoot(root)}</code>
        </p>
        <p className={styles.detail}>
          {witnesses.length === 0
            ? t('log-checkpoints.notCosigned')
            : t('log-checkpoints.cosignedBy', { names: witnesses.join(', ') })}
        </p>
      </div>
      <a href={href} target="_blank" rel="noopener noreferrer" className={styles.file}>
        {t('log-checkpoints.file')}
      </a>
    </div>
  );
}
