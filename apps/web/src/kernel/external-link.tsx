/** A link that leaves the app, in a window of its own. */
import { classNames } from '@tern/ui';
import styles from './external-link.module.css';

export interface ExternalLinkProps {
  href: string;
  label: string;
  isPrimary?: boolean;
}

export function ExternalLink({ href, label, isPrimary = false }: ExternalLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(styles.link, isPrimary && styles.primary)}
    >
      {label}
    </a>
  );
}
