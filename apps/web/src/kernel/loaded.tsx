/** Shows what a query brought: nothing for 200 ms, a skeleton, the data, or why there is none (spec §2). */
import { Button, SkeletonRows, StateBlock } from '@tern/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError } from '../platform/http/call-error.ts';
import { useI18n } from '../platform/i18n/i18n.tsx';
import { sentenceOf } from './error-sentence.ts';

/** spec §2 */
const DELAY_MS = 200;
const LIMIT_MS = 60_000;

/** What can be waited for: any query, or several seen as one. */
export interface Loadable<Data> {
  data: Data | undefined;
  isError: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

export interface LoadedProps<Data> {
  query: Loadable<Data>;
  /** The real layout in grey; without it six rows. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** `<Loaded query={useCoins()}>{({ list }) => …}</Loaded>`. Data once shown stays when a later load fails. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, isError } = query;
  const isWaiting = data === undefined && !isError;
  const isDue = useElapsed(DELAY_MS, isWaiting);
  const isOverdue = useElapsed(LIMIT_MS, isWaiting);
  if (data !== undefined) return children(data);
  if (isError || isOverdue) return <LoadFailure query={query} />;
  // The rows bring the delay themselves.
  if (skeleton === undefined) return <SkeletonRows />;
  return isDue ? skeleton : null;
}

function LoadFailure({ query }: { query: Loadable<unknown> }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { error, refetch } = query;
  return (
    <StateBlock
      kind="error"
      title={t('common.loadFailed')}
      text={
        error instanceof CallError ? sentenceOf(error, i18n, false) : t('common.loadFailedHint')
      }
      action={
        <Button isSmall onPress={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  );
}

/** True once `ms` have passed while `isRunning`. */
function useElapsed(ms: number, isRunning: boolean): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [ms, isRunning]);
  return hasElapsed;
}
