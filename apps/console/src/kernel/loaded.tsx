/** Shows a query's data, a skeleton while loading, or the error with a retry; and the messages of errors. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, SkeletonRows, StateBlock } from '@tern/ui';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';
import { CallError } from '../platform/call.ts';

/** Trying again finds nothing either. */
const NOT_FOUND = 5007;

export interface LoadedProps<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonRows />;
  if (query.error instanceof CallError && query.error.code === NOT_FOUND) {
    return <StateBlock kind="empty" title={query.error.msg} />;
  }
  return (
    <StateBlock
      kind="error"
      title={sentenceOf(query.error)}
      action={
        <Button isSmall onPress={() => void query.refetch()}>
          {texts.errors.retry}
        </Button>
      }
    />
  );
}

/** `isAct`: the call changes data, so after a lost answer it may have taken effect. */
export function sentenceOf(error: unknown, isAct = false): string {
  if (error instanceof CallError && error.kind === 'refused') return error.msg;
  return isAct ? texts.errors.unconfirmed : texts.errors.noConnection;
}
