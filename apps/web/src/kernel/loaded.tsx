/** Shows a query: nothing for 200 ms, then a skeleton, the data, or the error. */
import { Button, SkeletonRows, StateBlock } from '@tern/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsOnline } from '../platform/connection.ts';
import { CallError } from '../platform/http/call-error.ts';
import { useI18n } from '../platform/i18n/i18n.tsx';
import { sentenceOf } from './error-sentence.ts';
import { queryClient } from './query-client.ts';

const DELAY_MS = 200;
const LIMIT_MS = 60_000;

/** Any query, or several combined into one. */
export interface Loadable<Data> {
  data: Data | undefined;
  isError: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

export interface LoadedProps<Data> {
  query: Loadable<Data>;
  /** Skeleton of the real layout; six rows by default. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** `<Loaded query={useCoins()}>{({ list }) => …}</Loaded>`. Data once shown stays when a later fetch fails. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, isError } = query;
  const isWaiting = data === undefined && !isError;
  const [attempt, setAttempt] = useState(0);
  const isDue = useElapsed(DELAY_MS, isWaiting, attempt);
  const isOverdue = useElapsed(LIMIT_MS, isWaiting, attempt);
  if (data !== undefined) return children(data);
  if (isError || isOverdue) {
    const retry = () => {
      setAttempt(attempt + 1);
      void cancelAndRefetch(query);
    };
    return <LoadFailure query={query} onRetry={retry} />;
  }
  // SkeletonRows has the delay built in.
  if (skeleton === undefined) return <SkeletonRows />;
  return isDue ? skeleton : null;
}

/** Cancels pending requests first: a refetch would otherwise wait for the same answer. */
async function cancelAndRefetch({ refetch }: Loadable<unknown>): Promise<void> {
  await queryClient.cancelQueries({
    type: 'active',
    predicate: ({ state }) => state.data === undefined,
  });
  await refetch();
}

interface LoadFailureProps {
  query: Loadable<unknown>;
  onRetry: () => void;
}

function LoadFailure({ query: { error }, onRetry }: LoadFailureProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isOnline = useIsOnline();
  const why =
    error instanceof CallError ? sentenceOf(error, i18n, false) : t('common.loadFailedHint');
  return (
    <StateBlock
      kind="error"
      title={t('common.loadFailed')}
      text={isOnline ? why : t('common.loadsWhenBack')}
      action={
        <Button isSmall onPress={onRetry}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  );
}

/** True after `ms` while `isRunning`; a new `attempt` restarts the timer. */
function useElapsed(ms: number, isRunning: boolean, attempt: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [ms, isRunning, attempt]);
  return hasElapsed;
}
