/** An error about the whole form, announced to screen readers. */
import { Icon, warningIcon } from '@tern/ui';
import styles from './form-error.module.css';

/** Always mounted, so that screen readers announce a change. */
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
