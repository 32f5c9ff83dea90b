/** The automatic checks, and the word that the warnings among them were read. */
import { Checkbox, checkIcon, Icon, VisuallyHidden, warningIcon } from '@tern/ui';
import { texts } from '../../../kernel/texts.ts';
import type { ReviewDetail } from '../api.ts';
import type { Rights } from '../view-model.ts';
import styles from './review-pane.module.css';

export interface ChecksProps {
  review: ReviewDetail;
  rights: Rights;
  isAcknowledged: boolean;
  onAcknowledge: (isAcknowledged: boolean) => void;
}

export function Checks({ review, rights, isAcknowledged, onAcknowledge }: ChecksProps) {
  const { checks } = review;
  const isAsked = rights.isOpen && rights.hasWarnings && rights.isMine;
  return (
    <section>
      <h3 className={styles.heading}>{texts.review.checks}</h3>
      {checks.length === 0 ? (
        <p className={styles.quiet}>{texts.review.noChecks}</p>
      ) : (
        <ul className={styles.checks}>
          {checks.map(({ name, isPassed, level, detail }) => (
            <li key={name} className={isPassed ? undefined : styles.bad}>
              <Icon
                of={isPassed ? checkIcon : warningIcon}
                size={16}
                className={isPassed ? styles.good : undefined}
              />
              <span>
                <VisuallyHidden>
                  {isPassed ? texts.review.passed : texts.review.failed}{' '}
                </VisuallyHidden>
                {texts.checks[name]?.[isPassed ? 0 : 1] ?? name}
                {detail !== '' && ` · ${detail}`}
                {!isPassed && level === 'stop' && ` · ${texts.review.stop}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isAsked && (
        <Checkbox isChecked={isAcknowledged} onChange={onAcknowledge}>
          {texts.review.acknowledge}
        </Checkbox>
      )}
    </section>
  );
}
