/** What an operator adds to a review before two people approve it: a titled form with one button. */
import { Button } from '@tern/ui';
import type { FormEvent, ReactNode } from 'react';
import styles from './review-pane.module.css';

export interface ReviewFormProps {
  title: string;
  submitLabel: string;
  isBusy: boolean;
  /** The button is disabled. */
  isIncomplete: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

export function ReviewForm(props: ReviewFormProps) {
  const { title, submitLabel, isBusy, isIncomplete, onSubmit, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <form className={styles.form} onSubmit={submit}>
        {children}
        <Button type="submit" isSmall isBusy={isBusy} isDisabled={isIncomplete}>
          {submitLabel}
        </Button>
      </form>
    </section>
  );
}
