/** Announcements and articles: the list, and writing a new one. */
import { ButtonLink, DateText, Pill, plusIcon } from '@tern/ui';
import { FilterSelect } from '../../kernel/filters.tsx';
import { KeysHint } from '../../kernel/keys-hint.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { Pager, pageOf } from '../../kernel/pager.tsx';
import { Room } from '../../kernel/room.tsx';
import { useHasRole } from '../../kernel/session.ts';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../platform/address.ts';
import { everyLang, type Listed, useAnnouncements } from './api.ts';
import own from './announcement.module.css';
import { BeginForm } from './begin-form.tsx';
import { DraftDetail, publishText } from './draft-detail.tsx';

export function AnnouncementsScreen() {
  const { params } = useAddress();
  const mayWrite = useHasRole('content');
  if (params['id'] !== undefined) return <DraftDetail key={params['id']} id={params['id']} />;
  if (params['new'] === '1' && mayWrite) return <BeginForm />;
  return <List cate={params['cate'] ?? ''} page={pageOf(params)} />;
}

function List({ cate, page }: { cate: string; page: number }) {
  const query = useAnnouncements(cate, page);
  const mayWrite = useHasRole('content');
  const { announcements: labels, keys } = texts;
  const { heads } = labels;
  const options = labels.cates.map((label, at) => ({ key: String(at + 1), label }));
  return (
    <Room
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
          value={cate}
          onChange={(chosen) => goTo(pages.announcements, { cate: chosen })}
        />
      }
      foot={
        <KeysHint
          keys={[
            [['J', 'K'], keys.move],
            [['↵'], keys.enter],
          ]}
        />
      }
    >
      <Loaded query={query}>
        {({ list, total }) => (
          <div>
            <Table
              label={labels.list}
              rows={list}
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
                { key: 'cate', head: heads.cate, cell: (row) => labels.cates[row.cate - 1] },
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
            <Pager total={total} />
          </div>
        )}
      </Loaded>
    </Room>
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
    <span className={own.states}>
      <Pill kind={publishedAt === null ? 'neutral' : 'done'}>
        {publishedAt === null ? labels.states.draft : labels.states.published}
      </Pill>
      {coming !== null && (
        <span title={publishText(coming)}>
          <Pill kind="review">{labels.states[coming.state]}</Pill>
        </span>
      )}
    </span>
  );
}
