/** What happens after money is submitted, in three short steps, before anybody has to ask. */
import styles from './three-steps.module.css';

export interface ThreeStepsProps {
  steps: readonly { title: string; text: string }[];
}

export function ThreeSteps({ steps }: ThreeStepsProps) {
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
