/** Radio group of durations, each with its return. */
import { classNames, formatChange, Text, useNumberLocale } from '@tern/ui';
import type { KeyboardEvent } from 'react';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { percentOf } from '../contract-view.ts';
import styles from './contract.module.css';

/** "+80%": returns are mostly whole percents, so ".00" is left out. */
export function useReturnText(): (ratio: string) => string {
  const locale = useNumberLocale();
  return (ratio) => formatChange(percentOf(ratio), locale).replace(/[.,]00(?=\D|$)/, '');
}

export interface DurationChoiceProps {
  terms: ContractTerms;
  seconds: number;
  onChange: (seconds: number) => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

export function DurationChoice({ terms, seconds, onChange }: DurationChoiceProps) {
  const t = useT();
  const returnText = useReturnText();
  const { durations, ratios } = terms;
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (durations.indexOf(seconds) + step + durations.length) % durations.length;
    onChange(durations[next] ?? seconds);
    const sibling = event.currentTarget.parentElement?.children[next];
    if (sibling instanceof HTMLElement) sibling.focus();
  };
  return (
    <div>
      <div className={styles.label} aria-hidden="true">
        <span>{t('futures.duration')}</span>
        <Text as="span" tone="faint">
          {t('futures.returnIfRight')}
        </Text>
      </div>
      <div role="radiogroup" aria-label={t('futures.duration')} className={styles.durations}>
        {durations.map((duration, index) => (
          <button
            key={duration}
            type="button"
            role="radio"
            aria-checked={duration === seconds}
            tabIndex={duration === seconds ? 0 : -1}
            className={classNames(styles.duration)}
            onClick={() => onChange(duration)}
            onKeyDown={move}
          >
            <b>{t('futures.seconds', { seconds: String(duration) })}</b>
            <span>{returnText(ratios[index] ?? '')}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
