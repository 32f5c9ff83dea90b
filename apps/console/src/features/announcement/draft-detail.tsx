/** One draft: its words in each language, proposing it, taking it back, and every edition there was. */
import { DateText, Pill } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { hrefOf } from '../../platform/address.ts';
import { type Draft, useDraft } from './api.ts';
import { LanguageWords } from './language-words.tsx';
import { ProposeEdition } from './propose-edition.tsx';
import { TakeBack } from './take-back.tsx';
import { comingWords } from './coming-words.ts';
import type { Edits } from './view-model.ts';

export function DraftDetail({ id }: { id: string }) {
  const query = useDraft(id);
  return (
    <div className={styles.room}>
      <p>
        <a href={hrefOf(pages.announcements)}>{texts.announcements.back}</a>
      </p>
      <Loaded query={query}>{(draft) => <Detail draft={draft} />}</Loaded>
    </div>
  );
}

function Detail({ draft }: { draft: Draft }) {
  const [edits, setEdits] = useState<Edits>({});
  const mayWrite = useHasRole('content');
  const mayTakeBack = useHasRole('content', 'approver');
  const { coming, publishedAt } = draft;
  return (
    <>
      <Standing draft={draft} />
      <LanguageWords draft={draft} edits={edits} onEdits={setEdits} isReadOnly={!mayWrite} />
      {mayWrite && coming === null && (
        <ProposeEdition draft={draft} hasUnsaved={Object.keys(edits).length > 0} />
      )}
      {mayTakeBack && (coming !== null || publishedAt !== null) && <TakeBack draft={draft} />}
      <Editions draft={draft} />
    </>
  );
}

function Standing({ draft: { title, cate, publishedAt, coming } }: { draft: Draft }) {
  const { announcements: words } = texts;
  const seesQueue = useHasRole('reviewer', 'approver', 'auditor');
  return (
    <section className={styles.part}>
      <h1>{title}</h1>
      <p className={styles.quiet}>
        {words.cates[cate - 1]}{' '}
        <Pill kind={publishedAt === null ? 'neutral' : 'done'}>
          {publishedAt === null ? words.states.draft : words.states.published}
        </Pill>{' '}
        {publishedAt !== null && <DateText at={publishedAt} />}
      </p>
      {coming !== null && (
        <p className={styles.quiet}>
          <Pill kind="review">{words.states[coming.state]}</Pill> {comingWords(coming)}{' '}
          {seesQueue && (
            <a href={hrefOf(pages.queue, { id: String(coming.reviewId) })}>{words.review}</a>
          )}
        </p>
      )}
    </section>
  );
}

function Editions({ draft: { editions } }: { draft: Draft }) {
  const { editions: words, whenAgreed } = texts.announcements;
  const { heads } = words;
  return (
    <section className={styles.part}>
      <h2>{words.title}</h2>
      {editions.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <Table
          label={words.title}
          heads={[heads.at, heads.state, heads.appears, heads.langs, heads.why]}
        >
          {editions.map((edition) => (
            <tr key={edition.ID}>
              <td>
                <DateText at={edition.CreatedAt} />
              </td>
              <td>{words.states[edition.state] ?? edition.state}</td>
              <td>
                {edition.publishAt === null ? whenAgreed : <DateText at={edition.publishAt} />}
              </td>
              <td>{edition.langs.join(', ')}</td>
              <td>
                {edition.reason} ({edition.proposedBy || words.program})
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
