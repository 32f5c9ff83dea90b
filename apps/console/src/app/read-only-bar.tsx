/** The alarm bar of every page while the books are read-only: since when, why, and what still works (ADR 52). */
import { useQuery } from '@tanstack/react-query';
import { DateText } from '@tern/ui';
import { OPERATIONS } from '../kernel/live-queue.ts';
import { pages } from '../kernel/pages.ts';
import { texts } from '../kernel/texts.ts';
import { hrefOf } from '../platform/address.ts';
import { call } from '../platform/call.ts';
import styles from './shell.module.css';

/** The server reports a change at once; a message may be lost. */
const ASK_EVERY_MS = 30_000;

export function ReadOnlyBar({ opensOperations }: { opensOperations: boolean }) {
  const { data } = useQuery({
    queryKey: [OPERATIONS, 'read-only'],
    queryFn: () => call('GET /operator/readOnly/now', {}),
    refetchInterval: ASK_EVERY_MS,
  });
  const readOnly = data?.readOnly ?? null;
  if (readOnly === null) return null;
  const labels = texts.nav.readOnly;
  return (
    <p role="alert" className={styles.readOnly}>
      <b>
        {labels.since} <DateText at={readOnly.beganAt} detail="short" />
      </b>
      <span>{labels.broken(readOnly.rule)}</span>
      <span>{labels.works}</span>
      {opensOperations && <a href={hrefOf(pages.operations)}>{texts.nav.operations}</a>}
    </p>
  );
}
