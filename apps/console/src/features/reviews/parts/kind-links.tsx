/** Under the queue in the navigation: each kind of review with how many wait. */
import { useSession } from '../../../kernel/session.ts';
import { pages } from '../../../kernel/pages.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { useCounts } from '../api.ts';
import { nameOfKind } from '../kind-look.ts';
import styles from './kind-links.module.css';

export function KindLinks() {
  const { path, params } = useAddress();
  const counts = useCounts();
  if (useSession() === undefined) return null;
  return (
    <ul className={styles.kinds}>
      {(counts.data ?? []).map(({ kind, first, second, held }) => (
        <li key={kind}>
          <a
            className={styles.kind}
            href={hrefOf(pages.queue, { kind })}
            aria-current={path === pages.queue && params['kind'] === kind ? 'page' : undefined}
          >
            <span>{nameOfKind(kind)}</span>
            <em>{first + second + held}</em>
          </a>
        </li>
      ))}
    </ul>
  );
}
