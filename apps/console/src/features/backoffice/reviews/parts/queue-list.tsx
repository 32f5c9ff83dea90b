/** The queue with its filters: claimed by the operator first, then waiting, soonest due first, then on hold. */
import { Chip, formatDate, historyIcon, IconButton, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { useAge } from '../../../../kernel/value-text.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { FilterText, Pager, pageOf } from '../../../../kernel/list-controls.tsx';
import { NewRows, useHeldRows } from '../../../../kernel/new-rows.tsx';
import { usePermission, useSession } from '../../../../kernel/session.ts';
import { texts } from '../../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../../platform/address.ts';
import { useShortcuts } from '../../../../platform/shortcuts.ts';
import { type QueueFilter, type ReviewRow, useCounts, useReviews } from '../api.ts';
import { pluralOfKind } from '../kind-labels.ts';
import { totalsOf } from '../view-model.ts';
import { MarkedBar } from './marked-bar.tsx';
import styles from './queue-list.module.css';
import { QueueRow } from './queue-row.tsx';

const STAGES = ['first', 'second', 'held', 'late', 'done'] as const;
type Stage = (typeof STAGES)[number];

export function QueueList() {
  const { params } = useAddress();
  const { kind, search } = params;
  const stage = STAGES.find((each) => each === params['stage']);
  const filter: QueueFilter = {
    page: pageOf(params),
    ...(kind === undefined ? {} : { kind }),
    ...(search === undefined ? {} : { search }),
    ...(stage === undefined ? {} : { stage }),
  };
  const reviews = useReviews(filter);
  return (
    <>
      <header className={styles.head}>
        <QueueTitle kind={kind} stage={stage} />
        <Search given={search ?? ''} />
        <Filters kind={kind} stage={stage} />
      </header>
      <div className={styles.scroll}>
        <Loaded query={reviews}>
          {({ list, total }) =>
            list.length === 0 ? (
              <StateBlock
                kind="empty"
                title={search === undefined ? texts.queue.empty : texts.queue.nothingFound(search)}
              />
            ) : (
              <>
                <Groups
                  // What stands in for another list is not one the reader has seen.
                  key={`${reviews.isPlaceholderData} ${JSON.stringify(filter)}`}
                  list={list}
                />
                <Pager total={total} />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

interface Group {
  title: string;
  rows: readonly ReviewRow[];
}

/** In working order: the operator's own first. Decided reviews are one group. */
function groupsOf(list: readonly ReviewRow[], me: number | undefined): Group[] {
  const decided = list.filter(({ stage }) => stage === 'done');
  const mine = list.filter(({ claimedBy }) => claimedBy !== null && claimedBy.ID === me);
  const others = list.filter((row) => !mine.includes(row) && !decided.includes(row));
  const until = mine.map(({ claimUntil }) => claimUntil ?? '').toSorted()[0];
  const clock = formatDate(until, { locale: 'en', detail: 'clock' });
  return [
    { title: texts.queue.yours(clock), rows: mine },
    { title: texts.queue.waiting, rows: others.filter((row) => row.stage !== 'held') },
    { title: texts.queue.heldOnes, rows: others.filter((row) => row.stage === 'held') },
    { title: texts.queue.decided, rows: decided },
  ].filter(({ rows }) => rows.length > 0);
}

/** Finds customers, records and addresses in the queue, decided ones too. */
function Search({ given }: { given: string }) {
  const { params } = useAddress();
  return (
    <div className={styles.search}>
      <FilterText
        key={given}
        label={texts.queue.search}
        name="search"
        given={given}
        onFind={(text) => goTo(pages.queue, { ...params, search: text, page: undefined })}
        isWide
      />
    </div>
  );
}

/** The marked rows of these, by their ids. X marks the focused row. */
function useMarks(list: readonly ReviewRow[]) {
  const [marks, setMarks] = useState<ReadonlySet<number>>(new Set());
  const mayClaim = usePermission('reviews.first', 'reviews.second');
  const markable = mayClaim ? list.filter(({ state }) => state === 'open') : [];
  const ids = markable.filter(({ ID }) => marks.has(ID)).map(({ ID }) => ID);
  const toggle = (id: number) => {
    const others = [...marks].filter((each) => each !== id);
    setMarks(new Set(marks.has(id) ? others : [...others, id]));
  };
  useShortcuts({
    x: () => {
      const row = document.activeElement?.closest('[data-review]');
      const id = Number(row?.getAttribute('data-review'));
      if (markable.some(({ ID }) => ID === id)) toggle(id);
    },
  });
  return {
    ids,
    clear: () => setMarks(new Set()),
    markOf: (row: ReviewRow) =>
      markable.includes(row)
        ? { isOn: marks.has(row.ID), toggle: () => toggle(row.ID) }
        : undefined,
  };
}

function Groups({ list }: { list: readonly ReviewRow[] }) {
  const { params } = useAddress();
  const me = useSession()?.operator.ID;
  const held = useHeldRows(list, ({ ID }) => ID);
  const marks = useMarks(held.rows);
  const groups = groupsOf(held.rows, me).map(({ title, rows }) => (
    <section key={title} className={styles.group}>
      <h2>{title}</h2>
      <ul aria-label={title}>
        {rows.map((row) => (
          <li key={row.ID}>
            <QueueRow
              row={row}
              isOpen={String(row.ID) === params['id']}
              mark={marks.markOf(row)}
              href={hrefOf(pages.queue, { ...params, id: String(row.ID) })}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
  return (
    <>
      <NewRows {...held} />
      {groups}
      <MarkedBar ids={marks.ids} onClear={marks.clear} />
    </>
  );
}

function QueueTitle({ kind, stage }: Pick<FiltersProps, 'kind' | 'stage'>) {
  const { params } = useAddress();
  const counts = useCounts();
  const age = useAge(totalsOf(counts.data ?? [], kind).oldestAt);
  const isDone = stage === 'done';
  return (
    <div className={styles.titleLine}>
      <h1>{kind === undefined ? texts.queue.title : pluralOfKind(kind)}</h1>
      {age !== undefined && <span>{texts.queue.oldest(age)}</span>}
      <span className={isDone ? styles.decidedOn : styles.decided}>
        <IconButton
          icon={historyIcon}
          size={18}
          isQuiet={!isDone}
          label={texts.queue.done}
          onPress={() =>
            goTo(pages.queue, { ...params, stage: isDone ? undefined : 'done', page: undefined })
          }
        />
      </span>
    </div>
  );
}

interface FiltersProps {
  kind: string | undefined;
  stage: Stage | undefined;
}

function Filters({ kind, stage }: FiltersProps) {
  const { params } = useAddress();
  const counts = useCounts();
  const totals = totalsOf(counts.data ?? [], kind);
  const { stages } = texts.queue;
  const show = (chosen: Stage | undefined) =>
    goTo(pages.queue, { ...params, stage: chosen, page: undefined });
  const chips = [
    [undefined, stages.all, totals.all],
    ['first', stages.first, totals.first],
    ['second', stages.second, totals.second],
    ['held', stages.held, totals.held],
    ...(totals.late > 0 || stage === 'late' ? [['late', stages.late, totals.late] as const] : []),
  ] as const;
  return (
    <div className={styles.chips}>
      {chips.map(([key, label, count]) => (
        <Chip key={label} isOn={stage === key} onPress={() => show(key)}>
          {label}
          {count > 0 && <span className={styles.count}> {count}</span>}
        </Chip>
      ))}
    </div>
  );
}
