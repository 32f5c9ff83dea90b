/** The gold strip on every screen: the money is not real. */
import styles from './app-column.module.css';

export interface PaperStripProps {
  /** "Paper money" */
  readonly name: string;
  /** "balances have no real value" */
  readonly meaning: string;
}

export function PaperStrip({ name, meaning }: PaperStripProps) {
  return (
    <section aria-label={name}>
      <div className={styles.paper} role="note">
        <b>{name}</b>
        <i aria-hidden="true" />
        <span>{meaning}</span>
      </div>
    </section>
  );
}
