/** Announcements and articles: the list, and writing a new one. */
import { ButtonLink, DateText, Inline, Pill, plusIcon } from '@tern/ui';
import { FilterSelect, pageOf } from '../../../kernel/list-controls.tsx';
import { KeysHint, Page } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { PagedTable } from '../../../kernel/table.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../../platform/address.ts';
import { everyLang, type Kind, kinds, type Listed, useAnnouncements } from './api.ts';
import { BeginForm } from './begin-form.tsx';
import { DraftDetail, publishText } from './draft-detail.tsx';

export function AnnouncementsScreen() {
  const { params } = useAddress();
  const mayWrite = usePermission('content.write');
  if (params['id'] !== undefined) return <DraftDetail key={params['id']} id={params['id']} />;
  if (params['new'] === '1' && mayWrite) return <BeginForm />;
  return <List kind={kinds.find((each) => each === params['show'])} page={pageOf(params)} />;
}

function List({ kind, page }: { kind: Kind | undefined; page: number }) {
  const query = useAnnouncements(kind, page);
  const mayWrite = usePermission('content.write');
  const { announcements: labels } = texts;
  const { heads } = labels;
  const options = kinds.map((key) => ({ key, label: labels.kinds[key] }));
  return (
    <Page
      title={texts.nav.announcements}
      line={labels.lead}
      actions={
        mayWrite && (
          <ButtonLink isSmall icon={plusIcon} href={hrefOf(pages.announcements, { new: '1' })}>
            {labels.begin}
          </ButtonLink>
        )
      }
      bar={
        <FilterSelect
          label={labels.cate}
          options={[{ key: '', label: labels.all }, ...options]}
          value={kind ?? ''}
          onChange={(chosen) => goTo(pages.announcements, { show: chosen })}
        />
      }
      foot={<KeysHint />}
    >
      <PagedTable
        query={query}
        label={labels.list}
        keyOf={({ ID }) => ID}
        empty={labels.none}
        hrefOf={({ ID }) => hrefOf(pages.announcements, { id: String(ID) })}
        columns={[
          {
            key: 'title',
            head: heads.title,
            isLong: true,
            cell: ({ title }) => title,
          },
          { key: 'kind', head: heads.cate, cell: (row) => labels.kinds[row.kind] },
          { key: 'langs', head: heads.langs, cell: (row) => <Languages row={row} /> },
          { key: 'state', head: heads.state, cell: (row) => <State row={row} /> },
          {
            key: 'since',
            head: heads.since,
            isNumber: true,
            cell: ({ publishedAt }) =>
              publishedAt !== null && <DateText at={publishedAt} detail="day" />,
          },
        ]}
      />
    </Page>
  );
}

/** The number of missing languages; their names in the title. */
function Languages({ row }: { row: Listed }) {
  const { announcements: labels } = texts;
  const missing = everyLang.filter((lang) => !row.langs.includes(lang));
  if (missing.length === 0) return labels.allLangs;
  const names = missing.map((lang) => labels.langs[lang]).join(', ');
  return <span title={labels.missing(names)}>{labels.missingCount(missing.length)}</span>;
}

function State({ row: { publishedAt, coming } }: { row: Listed }) {
  const { announcements: labels } = texts;
  return (
    <Inline as="span" gap={6} isInText>
      <Pill kind={publishedAt === null ? 'neutral' : 'done'}>
        {publishedAt === null ? labels.states.draft : labels.states.published}
      </Pill>
      {coming !== null && (
        <span title={publishText(coming)}>
          <Pill kind="review">{labels.states[coming.state]}</Pill>
        </span>
      )}
    </Inline>
  );
}
