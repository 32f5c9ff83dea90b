/** The steps of a listing: which are filled in, and with what. */
import { checkIcon, classNames, DateText, Icon } from '@tern/ui';
import type { ReactNode } from 'react';
import { type Draft, lineOf, type Step, STEPS } from './draft.ts';
import styles from './steps.module.css';
import { listingTexts as texts } from './texts.ts';

interface StepListProps {
  readonly draft: Draft;
  readonly step: Step;
  /** How many checks passed, once they ran. */
  readonly checked: string | undefined;
  onChoose(step: Step): void;
}

export function StepList({ draft, step, checked, onChoose }: StepListProps) {
  return (
    <nav aria-label={texts.stepList} className={styles.steps}>
      {STEPS.map((each, index) => {
        const line = each === 'check' ? checked : shownOf(draft, each);
        return (
          <button
            key={each}
            type="button"
            aria-current={each === step ? 'step' : undefined}
            onClick={() => onChoose(each)}
          >
            <span
              aria-hidden="true"
              className={classNames(styles.number, line !== undefined && styles.done)}
            >
              {line === undefined ? index + 1 : <Icon of={checkIcon} size={14} />}
            </span>
            <span>
              <b>{texts.steps[each]}</b>
              <small>{line ?? texts.missing}</small>
            </span>
          </button>
        );
      })}
    </nav>
  );
}

function shownOf(draft: Draft, step: Step): ReactNode {
  const line = lineOf(draft, step);
  if (step === 'opening' && line !== undefined) return <DateText at={line} detail="short" />;
  if (step === 'sources' && draft.market !== null) return texts.sources.short[draft.market.feed];
  return line;
}
