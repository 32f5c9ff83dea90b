/** Kinds of review below the queue link; kinds without open reviews are folded into one line. */
import { chevronDownIcon, chevronUpIcon, Icon } from '@tern/ui';
import { useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useSession } from '../../../../kernel/session.ts';
import { texts } from '../../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../../platform/address.ts';
import { useCounts } from '../api.ts';
import { pluralOfKind } from '../kind-labels.ts';
import { totalsOf } from '../view-model.ts';
import styles from './kind-links.module.css';

/** The number of all open reviews. */
export function useWaiting(): number {
  const counts = useCounts();
  return totalsOf(counts.data ?? [], undefined).all;
}

export function KindLinks() {
  const { path, params } = useAddress();
  const counts = useCounts();
  const [areAllShown, showAll] = useState(false);
  if (useSession() === undefined) return null;
  const isHere = (kind: string) => path === pages.queue && params['kind'] === kind;
  const kinds = (counts.data ?? []).map(({ kind, first, second, held }) => ({
    kind,
    waiting: first + second + held,
  }));
  const shown = kinds.filter(({ kind, waiting }) => areAllShown || waiting > 0 || isHere(kind));
  const empty = kinds.filter(({ waiting }) => waiting === 0).length;
  return (
    <>
      <ul className={styles.kinds}>
        {shown.map(({ kind, waiting }) => (
          <li key={kind}>
            <a
              className={styles.kind}
              href={hrefOf(pages.queue, { kind })}
              aria-current={isHere(kind) ? 'page' : undefined}
            >
              <span>{pluralOfKind(kind)}</span>
              {waiting > 0 && <em>{waiting}</em>}
            </a>
          </li>
        ))}
      </ul>
      {empty > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={areAllShown}
          onClick={() => showAll(!areAllShown)}
        >
          {areAllShown ? texts.queue.fewerKinds : texts.queue.emptyKinds(empty)}
          <Icon of={areAllShown ? chevronUpIcon : chevronDownIcon} size={14} />
        </button>
      )}
    </>
  );
}
