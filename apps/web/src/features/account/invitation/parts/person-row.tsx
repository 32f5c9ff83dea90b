/** One person of a level: masked name, registration, and rewards from their fees. */
import { AmountText, formatDate, useNumberLocale } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Person } from '../api.ts';
import { worthPlaces } from '../view-model.ts';
import styles from './invitation.module.css';

export function PersonRow({ person }: { person: Person }) {
  const { name, verified, worth, CreatedAt } = person;
  const t = useT();
  const locale = useNumberLocale();
  const date = formatDate(CreatedAt, { locale, detail: 'day' });
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span>{name}</span>
        <AmountText value={worth} places={worthPlaces(worth)} unit="USDT" />
      </span>
      <span className={styles.quiet}>
        <span>{t('invitation.joined', { date })}</span>
        <span>{t(verified ? 'invitation.verified' : 'invitation.notVerified')}</span>
      </span>
    </div>
  );
}
