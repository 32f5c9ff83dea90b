/** How the total value is spread over assets: one bar with the four largest and the rest. */
import { formatPercent, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Share } from '../view-model.ts';
import styles from './allocation-bar.module.css';

const TONES = [styles.first, styles.second, styles.third, styles.fourth];
const TRACE = '0.0';

export function AllocationBar({ shares }: { shares: readonly Share[] }) {
  const t = useT();
  const locale = useNumberLocale();
  if (shares.length === 0) return null;
  const percentText = ({ percent }: Share) =>
    percent === TRACE ? `< ${formatPercent('0.1', locale, 1)}` : formatPercent(percent, locale, 1);
  return (
    <div className={styles.allocation}>
      <div className={styles.bar} aria-hidden="true">
        {shares.map((share, index) => (
          <i
            key={share.coinname ?? ''}
            className={TONES[index] ?? styles.rest}
            style={{ flexGrow: share.percent }}
          />
        ))}
      </div>
      <ul className={styles.legend} aria-label={t('assets.allocation')}>
        {shares.map((share, index) => (
          <li key={share.coinname ?? ''}>
            <i className={TONES[index] ?? styles.rest} aria-hidden="true" />
            {share.coinname ?? t('assets.otherCoins')} {percentText(share)}
          </li>
        ))}
      </ul>
    </div>
  );
}
