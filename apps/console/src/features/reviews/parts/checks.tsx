/** The automatic checks: each failed one on its own line to be looked at, the passed ones folded, and what is approved. */
import {
  checkIcon,
  Checkbox,
  chevronDownIcon,
  Icon,
  lockIcon,
  VisuallyHidden,
  warningIcon,
} from '@tern/ui';
import { texts } from '../../../kernel/texts.ts';
import type { ReviewDetail } from '../api.ts';
import type { Rights } from '../view-model.ts';
import styles from './checks.module.css';

type Check = ReviewDetail['checks'][number];

export interface ChecksProps {
  review: ReviewDetail;
  rights: Rights;
  /** Names of the warnings that the operator says they have looked at. */
  looked: readonly string[];
  onLook: (name: string, isLooked: boolean) => void;
  /** Whether the facts are still those first shown. */
  isUnchanged: boolean;
}

function wordsOf({ name, isPassed, detail }: Check): string {
  const words = texts.checks[name]?.[isPassed ? 0 : 1] ?? name;
  return detail === '' ? words : `${words} · ${detail}`;
}

const SHOWN_NAMES = 2;

export function Checks(props: ChecksProps) {
  const { review, isUnchanged } = props;
  const failed = review.checks.filter(({ isPassed }) => !isPassed);
  const passed = review.checks.filter(({ isPassed }) => isPassed);
  const { facts, hash } = review;
  return (
    <section className={styles.checks} aria-label={texts.review.checks}>
      {failed.map((check) => (
        <Failed key={check.name} {...props} check={check} />
      ))}
      {passed.length > 0 && (
        <details>
          <summary>
            <Icon of={checkIcon} size={18} className={styles.good} />
            <span>{texts.review.passedOf(passed.length, review.checks.length)}</span>
            <em>
              {texts.review.andMore(
                passed.slice(0, SHOWN_NAMES).map(wordsOf),
                Math.max(0, passed.length - SHOWN_NAMES),
              )}
            </em>
            <Icon of={chevronDownIcon} size={16} />
          </summary>
          <ul>
            {passed.map((check) => (
              <li key={check.name}>
                <Icon of={checkIcon} size={16} className={styles.good} />
                <VisuallyHidden>{texts.review.passed} </VisuallyHidden>
                {wordsOf(check)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>
          <Icon of={lockIcon} size={18} />
          <span>{texts.review.whatYouApprove}</span>
          <em>
            <code title={hash}>{`${hash.slice(0, 4)}…${hash.slice(-4)}`}</code>{' '}
            {isUnchanged && texts.review.unchanged}
          </em>
          <Icon of={chevronDownIcon} size={16} />
        </summary>
        <dl>
          {Object.entries({ ...facts, [texts.review.hash]: hash }).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function Failed({ check, rights, looked, onLook }: ChecksProps & { check: Check }) {
  const { name, level } = check;
  const isAsked = rights.isOpen && rights.isMine && level === 'warning';
  if (isAsked) {
    return (
      <div>
        <Checkbox isChecked={looked.includes(name)} onChange={(isOn) => onLook(name, isOn)}>
          <b>{wordsOf(check)}.</b> {texts.review.looked}
        </Checkbox>
      </div>
    );
  }
  return (
    <div className={styles.failed}>
      <Icon of={warningIcon} size={18} className={styles.bad} />
      <span>
        <VisuallyHidden>{texts.review.failed} </VisuallyHidden>
        <b>{wordsOf(check)}</b>
        {level === 'stop' && ` · ${texts.review.stop}`}
      </span>
    </div>
  );
}
