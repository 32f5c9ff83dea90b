/** The part of a page with a timeline: what is shown of it, its states, and the older rows. */
import { Button, Chip, SkeletonRows, StateBlock } from '@tern/ui';
import type { ReactNode } from 'react';
import { sentenceOf } from './loaded.tsx';
import { Part } from './page.tsx';
import { texts } from './texts.ts';

export interface TimelinePartProps<Group extends string> {
  labels: { title: string; show: string; older: string; groups: Readonly<Record<Group, string>> };
  filters: readonly Group[];
  shown: Group;
  onShow: (group: Group) => void;
  /** Of pages, from the newest on. */
  query: {
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    isSuccess: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => Promise<unknown>;
    fetchNextPage: () => Promise<unknown>;
  };
  chipsClassName: string | undefined;
  /** Shown when the query has no rows; undefined while it has some. */
  none: ReactNode;
  /** The list. */
  children: ReactNode;
}

export function TimelinePart<Group extends string>(props: TimelinePartProps<Group>) {
  const { labels, filters, shown, onShow, query, chipsClassName, none, children } = props;
  return (
    <Part title={labels.title}>
      <div role="group" aria-label={labels.show} className={chipsClassName}>
        {filters.map((key) => (
          <Chip key={key} isOn={key === shown} onPress={() => onShow(key)}>
            {labels.groups[key]}
          </Chip>
        ))}
      </div>
      {query.isPending && <SkeletonRows />}
      {query.isError && (
        <StateBlock
          kind="error"
          title={sentenceOf(query.error)}
          action={
            <Button isSmall onPress={() => void query.refetch()}>
              {texts.errors.retry}
            </Button>
          }
        />
      )}
      {query.isSuccess && none}
      {children}
      {query.hasNextPage && (
        <Button
          isSmall
          kind="outline"
          isDisabled={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        >
          {labels.older}
        </Button>
      )}
    </Part>
  );
}
