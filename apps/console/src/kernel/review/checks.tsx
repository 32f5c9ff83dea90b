/** Automatic checks: failed ones each on a line, passed ones folded, and the hash of the approved facts. */
import {
  checkIcon,
  Checkbox,
  chevronDownIcon,
  Icon,
  lockIcon,
  VisuallyHidden,
  warningIcon,
} from '@tern/ui';
import { texts } from '../texts.ts';
import type { ReviewDetail } from './review.ts';
import type { Rights } from './rights.ts';
import styles from './checks.module.css';

type Check = ReviewDetail['checks'][number];

export interface ChecksProps {
  review: ReviewDetail;
  rights: Rights;
  /** Names of the warnings the operator has acknowledged. */
  acknowledged: readonly string[];
  onAcknowledge: (name: string, isAcknowledged: boolean) => void;
  /** Whether the facts are unchanged since the review was opened. */
  isUnchanged: boolean;
}

function textOf({ name, isPassed, detail }: Check): string {
  const text = texts.checks[name]?.[isPassed ? 0 : 1] ?? name;
  return detail === '' ? text : `${text} · ${detail}`;
}

const SHOWN_NAMES = 2;

export function Checks(props: ChecksProps) {
  const { review, isUnchanged } = props;
  // Of a decided review, those of its approval.
  const { checks } = review;
  const failed = checks.filter(({ isPassed }) => !isPassed);
  const passed = checks.filter(({ isPassed }) => isPassed);
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
            <span>{texts.review.passedOf(passed.length, checks.length)}</span>
            <em>
              {texts.review.andMore(
                passed.slice(0, SHOWN_NAMES).map(textOf),
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
                {textOf(check)}
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

function Failed({
  check,
  review,
  rights,
  acknowledged,
  onAcknowledge,
}: ChecksProps & { check: Check }) {
  const { name, level } = check;
  const needsAcknowledgement = rights.isOpen && rights.isMine && level === 'warning';
  if (needsAcknowledgement) {
    return (
      <div>
        <Checkbox
          isChecked={acknowledged.includes(name)}
          onChange={(isOn) => onAcknowledge(name, isOn)}
        >
          <b>{textOf(check)}.</b> {texts.review.looked}
        </Checkbox>
      </div>
    );
  }
  return (
    <div className={styles.failed}>
      <Icon of={warningIcon} size={18} className={styles.bad} />
      <span>
        <VisuallyHidden>{texts.review.failed} </VisuallyHidden>
        <b>{textOf(check)}</b>
        {level === 'stop' && ` · ${texts.review.stop}`}
        {level === 'warning' && review.state === 'approved' && ` · ${texts.review.ticked}`}
      </span>
    </div>
  );
}
