/** What happens after submitting, in three short steps. */
import styles from './next-steps.module.css';

export interface NextStepsProps {
  steps: readonly { title: string; text: string }[];
}

export function NextSteps({ steps }: NextStepsProps) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <b>{title}</b>
          {text}
        </li>
      ))}
    </ol>
  );
}
