/** One draft: its text in each language, proposing and withdrawing it, and its versions. */
import { DateText, formatDate, Pill, Text } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { Part, Page } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Draft, useDraft } from './api.ts';
import { LanguageTexts } from './language-texts.tsx';
import { ProposeEdition } from './propose-edition.tsx';
import { Withdraw } from './withdraw.tsx';
import type { Edits } from './view-model.ts';

const back = { href: hrefOf(pages.announcements), label: texts.announcements.back };

export function DraftDetail({ id }: { id: string }) {
  const query = useDraft(id);
  if (query.data !== undefined) return <Detail draft={query.data} />;
  return (
    <Page back={back} title={texts.nav.announcements}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function Detail({ draft }: { draft: Draft }) {
  const { announcements: labels } = texts;
  const [edits, setEdits] = useState<Edits>({});
  const mayWrite = usePermission('content.write');
  const mayWithdraw = usePermission('content.write', 'reviews.second');
  const { title, coming, publishedAt } = draft;
  const canPropose = mayWrite && coming === null;
  const canWithdraw = mayWithdraw && (coming !== null || publishedAt !== null);
  return (
    <Page
      back={back}
      title={title}
      pills={
        <>
          <Pill kind={publishedAt === null ? 'neutral' : 'done'}>
            {publishedAt === null ? labels.states.draft : labels.states.published}
          </Pill>
          {coming !== null && <Pill kind="review">{labels.states[coming.state]}</Pill>}
        </>
      }
      line={<StatusLine draft={draft} />}
      {...(canPropose || canWithdraw
        ? {
            side: (
              <>
                {canPropose && (
                  <ProposeEdition draft={draft} hasUnsaved={Object.keys(edits).length > 0} />
                )}
                {canWithdraw && <Withdraw draft={draft} />}
              </>
            ),
          }
        : {})}
    >
      <LanguageTexts draft={draft} edits={edits} onEdits={setEdits} isReadOnly={!mayWrite} />
      <Editions draft={draft} />
    </Page>
  );
}

function StatusLine({ draft: { publishedAt, coming, kind } }: { draft: Draft }) {
  const { announcements: labels } = texts;
  const seesQueue = usePermission('reviews.read');
  return (
    <>
      {labels.kinds[kind]}
      {publishedAt !== null && (
        <>
          {' · '}
          <DateText at={publishedAt} detail="short" />
        </>
      )}
      {coming !== null && ` · ${publishText(coming)}`}
      {coming !== null && seesQueue && (
        <>
          {' · '}
          <a href={hrefOf(pages.queue, { id: String(coming.reviewId) })}>{labels.review}</a>
        </>
      )}
    </>
  );
}

function Editions({ draft: { editions } }: { draft: Draft }) {
  const { editions: labels, whenAgreed } = texts.announcements;
  const { heads } = labels;
  return (
    <Part title={labels.title}>
      {editions.length === 0 ? (
        <Text size="label" tone="soft">
          {labels.none}
        </Text>
      ) : (
        <Table
          label={labels.title}
          rows={editions}
          keyOf={({ ID }) => ID}
          columns={[
            {
              key: 'at',
              head: heads.at,
              cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
            },
            {
              key: 'state',
              head: heads.state,
              cell: ({ state }) => labels.states[state] ?? state,
            },
            {
              key: 'appears',
              head: heads.appears,
              cell: ({ publishAt }) =>
                publishAt === null ? whenAgreed : <DateText at={publishAt} detail="short" />,
            },
            {
              key: 'by',
              head: heads.by,
              cell: ({ proposedBy }) => proposedBy || labels.installation,
            },
            { key: 'why', head: heads.why, isLong: true, cell: ({ reason }) => reason },
            {
              key: 'langs',
              head: heads.langs,
              isNumber: true,
              cell: ({ langs }) => <span title={langs.join(', ')}>{langs.length}</span>,
            },
          ]}
        />
      )}
    </Part>
  );
}

/** When a pending version will be published. */
export function publishText({ publishAt }: NonNullable<Draft['coming']>): string {
  const { announcements: labels } = texts;
  if (publishAt === null) return labels.appears(labels.whenAgreed);
  return labels.appears(formatDate(publishAt, { locale: 'en' }));
}
