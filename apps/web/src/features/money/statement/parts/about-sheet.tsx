/** How figures are made, and what a download is. */
import { Sheet } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './statement.module.css';

export function AboutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Sheet title={t('statement.about')} isOpen={isOpen} onClose={onClose}>
      <div className={styles.about}>
        <p>{t('statement.aboutJournal')}</p>
        <p>{t('statement.aboutPrices')}</p>
        <p>{t('statement.aboutCut')}</p>
        <p>{t('statement.aboutSeal')}</p>
        <p>{t('statement.aboutCheck')}</p>
      </div>
    </Sheet>
  );
}
