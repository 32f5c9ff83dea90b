/** A titled part of a screen. */
import { type ReactNode, useId } from 'react';
import styles from './screen.module.css';

export interface SectionProps {
  readonly title: string;
  /** A `TextButton`, `Switch` or small `Segmented` on the right. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
