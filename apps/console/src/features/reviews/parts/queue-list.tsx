/** The list of the queue with its filters: oldest first, by stage, by number. */
import { Chip, StateBlock, TextField } from '@tern/ui';
import { type RefObject, useState } from 'react';
import { useAge } from '../../../kernel/age.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { Pager, pageOf } from '../../../kernel/pager.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { type QueueFilter, useCounts, useReviews } from '../api.ts';
import { nameOfKind } from '../kind-look.ts';
import { totalsOf } from '../view-model.ts';
import styles from './queue-list.module.css';
import { QueueRow } from './queue-row.tsx';

const STAGES = ['first', 'second', 'held', 'done'] as const;

export function QueueList({ searchField }: { searchField: RefObject<HTMLInputElement | null> }) {
  const { params } = useAddress();
  const { kind, search, id } = params;
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
        <QueueTitle kind={kind} />
        <StageChips kind={kind} stage={stage} />
        <SearchForm key={search} given={search ?? ''} field={searchField} />
      </header>
      <Loaded query={reviews}>
        {({ list, total }) =>
          list.length === 0 ? (
            <StateBlock kind="empty" title={texts.queue.empty} />
          ) : (
            <>
              <ul aria-label={texts.queue.list} className={styles.list}>
                {list.map((row) => (
                  <li key={row.ID}>
                    <QueueRow
                      row={row}
                      isOpen={String(row.ID) === id}
                      href={hrefOf(pages.queue, { ...params, id: String(row.ID) })}
                    />
                  </li>
                ))}
              </ul>
              <Pager total={total} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function QueueTitle({ kind }: { kind: string | undefined }) {
  const counts = useCounts();
  const age = useAge(totalsOf(counts.data ?? [], kind).oldestAt);
  return (
    <div className={styles.titleLine}>
      <h1>{kind === undefined ? texts.queue.title : nameOfKind(kind)}</h1>
      {age !== undefined && <span>{texts.queue.oldest(age)}</span>}
    </div>
  );
}

function StageChips(given: { kind: string | undefined; stage: string | undefined }) {
  const { params } = useAddress();
  const counts = useCounts();
  const totals = totalsOf(counts.data ?? [], given.kind);
  const chips = [
    [undefined, texts.queue.all(totals.all)],
    ['first', texts.queue.first(totals.first)],
    ['second', texts.queue.second(totals.second)],
    ['held', texts.queue.held(totals.held)],
    ['done', texts.queue.done],
  ] as const;
  return (
    <div className={styles.chips}>
      {chips.map(([stage, label]) => (
        <Chip
          key={label}
          isOn={given.stage === stage}
          onPress={() => goTo(pages.queue, { ...params, stage, page: undefined })}
        >
          {label}
        </Chip>
      ))}
    </div>
  );
}

function SearchForm(props: { given: string; field: RefObject<HTMLInputElement | null> }) {
  const { params } = useAddress();
  const [text, setText] = useState(props.given);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        goTo(pages.queue, { ...params, search: text.trim(), page: undefined });
      }}
    >
      <TextField
        ref={props.field}
        label={texts.queue.search}
        type="search"
        name="search"
        value={text}
        onChange={setText}
      />
    </form>
  );
}
