/** What happens after a withdrawal is sent: submitted, checked, on its way. */
import { useT } from '../../../platform/i18n/i18n.tsx';
import styles from './withdrawal.module.css';

export function ThreeSteps() {
  const t = useT();
  return (
    <ol className={styles.steps}>
      <li>
        <b>{t('withdrawal.youSubmit')}</b>
        {t('withdrawal.now')}
      </li>
      <li>
        <b>{t('withdrawal.personChecks')}</b>
        {t('withdrawal.youAreTold')}
      </li>
      <li>
        <b>{t('withdrawal.weSend')}</b>
        {t('withdrawal.toYourAddress')}
      </li>
    </ol>
  );
}
