/** Selects the averages over the candles, and the indicator below. */
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type ChosenIndicators, mainIndicators, subIndicators } from '../chart/indicators.ts';
import styles from './chart.module.css';

export interface IndicatorRowProps {
  chosen: ChosenIndicators;
  onChoose: (chosen: ChosenIndicators) => void;
}

/** One over, volume and one more under; a second tap removes it. */
export function IndicatorRow({ chosen, onChoose }: IndicatorRowProps) {
  const t = useT();
  const choice = (name: string, isOn: boolean, next: ChosenIndicators) => (
    <button
      key={name}
      type="button"
      className={styles.indicator}
      aria-pressed={isOn}
      onClick={() => onChoose(next)}
    >
      {name}
    </button>
  );
  return (
    <div className={styles.indicators}>
      <div role="group" aria-label={t('market.overCandles')}>
        <span aria-hidden="true">{t('market.main')}</span>
        {mainIndicators.map((name) => {
          const isOn = chosen.main === name;
          return choice(name, isOn, { ...chosen, main: isOn ? undefined : name });
        })}
      </div>
      <div role="group" aria-label={t('market.underCandles')}>
        <span aria-hidden="true">{t('market.sub')}</span>
        {choice('VOL', chosen.hasVolume, { ...chosen, hasVolume: !chosen.hasVolume })}
        {subIndicators.map((name) => {
          const isOn = chosen.sub === name;
          return choice(name, isOn, { ...chosen, sub: isOn ? undefined : name });
        })}
      </div>
    </div>
  );
}
