/** Asks the member to set a withdrawal password first. */
import { Button, Sheet } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { pages } from '../../../kernel/pages.ts';
import styles from './password-sheet.module.css';

export function PasswordSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  const set = () => {
    onClose();
    navigator.push(pages.resetWithdrawPassword);
  };
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('transfer.setPasswordFirst')}>
      <div className={styles.sheet}>
        <p>{t('transfer.setPasswordText')}</p>
        <Button kind="primary" isFull onPress={set}>
          {t('transfer.setIt')}
        </Button>
        <Button kind="secondary" isFull onPress={onClose}>
          {t('transfer.later')}
        </Button>
      </div>
    </Sheet>
  );
}
