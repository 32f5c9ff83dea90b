/** What went wrong with the whole form, said where the form is and read out at once. */
import { Icon, warningIcon } from '@tern/ui';
import styles from './form-error.module.css';

/** Always in the page, so that a screen reader hears the sentence arrive. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className={styles.place}>
      {children !== undefined && (
        <p className={styles.error}>
          <Icon of={warningIcon} size={18} className={styles.icon} />
          {children}
        </p>
      )}
    </div>
  );
}
