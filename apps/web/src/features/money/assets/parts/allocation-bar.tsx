/** How the total value is spread over assets: one bar with the four largest and the rest. */
import { formatPercent, useNumberLocale } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Share } from '../view-model.ts';
import styles from './assets.module.css';

const TONES = [styles.tone1, styles.tone2, styles.tone3, styles.tone4];
const TRACE = '0.0';

export function AllocationBar({ shares }: { shares: readonly Share[] }) {
  const t = useT();
  const locale = useNumberLocale();
  if (shares.length === 0) return null;
  const percentText = ({ percent }: Share) =>
    percent === TRACE ? `< ${formatPercent('0.1', locale, 1)}` : formatPercent(percent, locale, 1);
  return (
    <div className={styles.allocation}>
      <div className={styles.shares} aria-hidden="true">
        {shares.map((share, index) => (
          <i
            key={share.asset ?? ''}
            className={TONES[index] ?? styles.toneRest}
            style={{ flexGrow: share.percent }}
          />
        ))}
      </div>
      <ul className={styles.legend} aria-label={t('assets.allocation')}>
        {shares.map((share, index) => (
          <li key={share.asset ?? ''}>
            <i className={TONES[index] ?? styles.toneRest} aria-hidden="true" />
            {share.asset ?? t('assets.otherCoins')} {percentText(share)}
          </li>
        ))}
      </ul>
    </div>
  );
}
