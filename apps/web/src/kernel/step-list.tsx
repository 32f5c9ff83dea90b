/** The steps of a reviewed request: done, current, and next. */
import { checkIcon, classNames, closeIcon, Icon } from '@tern/ui';
import styles from './step-list.module.css';

export interface Step {
  state: 'done' | 'now' | 'bad' | 'next';
  title: string;
  text: string;
}

export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ state, title, text }) => (
        <li
          key={title}
          className={classNames(styles[state])}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <i aria-hidden="true">
            {state === 'done' && <Icon of={checkIcon} size={12} />}
            {state === 'bad' && <Icon of={closeIcon} size={12} />}
          </i>
          <div>
            <b>{title}</b>
            <span>{text}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
