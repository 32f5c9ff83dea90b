/** Announcements and articles: what there is, what is on its way, and writing. */
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
import { comingWords } from './coming-words.ts';
import { DraftDetail } from './draft-detail.tsx';

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
  const { announcements: words, keys } = texts;
  const { heads } = words;
  const options = words.cates.map((label, at) => ({ key: String(at + 1), label }));
  return (
    <Room
      title={texts.nav.announcements}
      line={words.lead}
      actions={
        mayWrite && (
          <ButtonLink isSmall icon={plusIcon} href={hrefOf(pages.announcements, { new: '1' })}>
            {words.begin}
          </ButtonLink>
        )
      }
      bar={
        <FilterSelect
          label={words.cate}
          options={[{ key: '', label: words.all }, ...options]}
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
              label={words.list}
              rows={list}
              keyOf={({ ID }) => ID}
              empty={words.none}
              hrefOf={({ ID }) => hrefOf(pages.announcements, { id: String(ID) })}
              columns={[
                {
                  key: 'title',
                  head: heads.title,
                  isLong: true,
                  cell: ({ title }) => title,
                },
                { key: 'cate', head: heads.cate, cell: (row) => words.cates[row.cate - 1] },
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

/** How many languages are missing; which, in the title. */
function Languages({ row }: { row: Listed }) {
  const { announcements: words } = texts;
  const missing = everyLang.filter((lang) => !row.langs.includes(lang));
  if (missing.length === 0) return words.allLangs;
  const names = missing.map((lang) => words.langs[lang]).join(', ');
  return <span title={words.missing(names)}>{words.missingCount(missing.length)}</span>;
}

function State({ row: { publishedAt, coming } }: { row: Listed }) {
  const { announcements: words } = texts;
  return (
    <span className={own.states}>
      <Pill kind={publishedAt === null ? 'neutral' : 'done'}>
        {publishedAt === null ? words.states.draft : words.states.published}
      </Pill>
      {coming !== null && (
        <span title={comingWords(coming)}>
          <Pill kind="review">{words.states[coming.state]}</Pill>
        </span>
      )}
    </span>
  );
}
