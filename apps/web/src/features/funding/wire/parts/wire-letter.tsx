/** How to send a wire: the reference to use, and the instructions as mailed. */
import { Card } from '@tern/ui';
import { Copyable } from '../../../../kernel/copyable.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { WireDetail, Wire } from '../api.ts';
import styles from '../../currencies/bank-money.module.css';
import { PaperNote } from '../../currencies/paper-note.tsx';

export interface WireLetterProps {
  wire: Wire;
  instructions: WireDetail['instructions'];
}

export function WireLetter({ wire, instructions }: WireLetterProps) {
  const t = useT();
  return (
    <>
      {instructions.isSimulated && <PaperNote>{t('fiat.paperWire')}</PaperNote>}
      <Card>
        <section aria-label={t('fiat.instructions')}>
          <div className={styles.reference}>
            <h2>{t('fiat.reference')}</h2>
            <strong>
              <Copyable
                text={wire.reference}
                label={t('fiat.copyReference')}
                failed={t('transfer.copyFailed')}
              />
            </strong>
          </div>
          <p className={styles.letter}>{instructions.body}</p>
        </section>
      </Card>
    </>
  );
}
