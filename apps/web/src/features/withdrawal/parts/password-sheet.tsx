/** Says that a withdrawal password is needed first, with the way to set one. */
import { Button, Sheet } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import styles from './withdrawal.module.css';

export function PasswordSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  const set = () => {
    onClose();
    navigator.push(pages.resetWithdrawPassword);
  };
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('withdrawal.setPasswordFirst')}>
      <div className={styles.form}>
        <p>{t('withdrawal.setPasswordText')}</p>
        <Button kind="primary" isFull onPress={set}>
          {t('withdrawal.setIt')}
        </Button>
        <Button kind="secondary" isFull onPress={onClose}>
          {t('withdrawal.later')}
        </Button>
      </div>
    </Sheet>
  );
}
