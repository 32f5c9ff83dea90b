/** How the total value is spread over assets: one bar, whose colours are those of the rows below it. */
import { formatPercent, useNumberLocale } from '@tern/ui';
import type { Share } from '../view-model.ts';
import styles from './assets.module.css';

const TONES = [styles.tone1, styles.tone2, styles.tone3, styles.tone4];
const TRACE = '0.0';

/** Of the four largest; the others share one. */
export const toneOf = (index: number): string | undefined => TONES[index] ?? styles.toneRest;

export function AllocationBar({ shares }: { shares: readonly Share[] }) {
  if (shares.length === 0) return null;
  return (
    <div className={styles.shares} aria-hidden="true">
      {shares.map(({ asset, percent }, index) => (
        <i key={asset} className={toneOf(index)} style={{ flexGrow: percent }} />
      ))}
    </div>
  );
}

/** "45.1%"; "< 0.1%" for a trace. */
export function useShareText(): (share: Share) => string {
  const locale = useNumberLocale();
  return ({ percent }) =>
    percent === TRACE ? `< ${formatPercent('0.1', locale, 1)}` : formatPercent(percent, locale, 1);
}
