/** A long text of letters and digits, in full, with a button that copies it. */
import { copyIcon, IconButton, showToast } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import styles from './detail.module.css';

export function Copyable({ text, label }: { text: string; label: string }) {
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t('common.copied'), 'done');
    } catch {
      showToast(t('withdrawal.copyFailed'), 'info');
    }
  };
  return (
    <span className={styles.copyable}>
      <span className={styles.mono}>{text}</span>
      <IconButton
        icon={copyIcon}
        size={18}
        isQuiet
        label={label}
        className={styles.copy}
        onPress={() => void copy()}
      />
    </span>
  );
}
