/** Announcements and articles: what there is, what is on its way, and writing. */
import { Button, DateText, Pill, Select } from '@tern/ui';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, hrefOf, useAddress } from '../../platform/address.ts';
import { everyLang, type Listed, useAnnouncements } from './api.ts';
import { BeginForm } from './begin-form.tsx';
import { DraftDetail } from './draft-detail.tsx';
import { comingWords } from './coming-words.ts';

export function AnnouncementsScreen() {
  const { params } = useAddress();
  const mayWrite = useHasRole('content');
  const { announcements: words } = texts;
  if (params['id'] !== undefined) return <DraftDetail key={params['id']} id={params['id']} />;
  const isBeginning = params['new'] === '1' && mayWrite;
  return (
    <div className={styles.room}>
      <h1>{texts.nav.announcements}</h1>
      <p className={styles.quiet}>{words.lead}</p>
      {isBeginning && <BeginForm />}
      {mayWrite && !isBeginning && (
        <div>
          <Button isSmall kind="primary" onPress={() => goTo(pages.announcements, { new: '1' })}>
            {words.begin}
          </Button>
        </div>
      )}
      <List cate={params['cate'] ?? ''} page={pageOf(params)} />
    </div>
  );
}

function List({ cate, page }: { cate: string; page: number }) {
  const query = useAnnouncements(cate, page);
  const { announcements: words } = texts;
  const { heads } = words;
  const options = words.cates.map((label, at) => ({ key: String(at + 1), label }));
  return (
    <section className={styles.part}>
      <div className={styles.filters}>
        <Select
          label={words.cate}
          options={[{ key: '', label: words.all }, ...options]}
          value={cate}
          onChange={(chosen) => goTo(pages.announcements, { cate: chosen })}
        />
      </div>
      <Loaded query={query}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className={styles.quiet}>{words.none}</p>
          ) : (
            <>
              <Table
                label={words.list}
                heads={[heads.title, heads.cate, heads.langs, heads.state, heads.since]}
              >
                {list.map((row) => (
                  <ListedRow key={row.ID} row={row} />
                ))}
              </Table>
              <Pager total={total} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function ListedRow({ row }: { row: Listed }) {
  const { announcements: words } = texts;
  const missing = everyLang.filter((lang) => !row.langs.includes(lang));
  return (
    <tr>
      <td>
        <a href={hrefOf(pages.announcements, { id: String(row.ID) })}>{row.title}</a>
      </td>
      <td>{words.cates[row.cate - 1]}</td>
      <td>{missing.length === 0 ? words.allLangs : words.missing(missing.join(', '))}</td>
      <td>
        <Pill kind={row.publishedAt === null ? 'neutral' : 'done'}>
          {row.publishedAt === null ? words.states.draft : words.states.published}
        </Pill>{' '}
        {row.coming !== null && (
          <>
            <Pill kind="review">{words.states[row.coming.state]}</Pill>{' '}
            <span className={styles.quiet}>{comingWords(row.coming)}</span>
          </>
        )}
      </td>
      <td>{row.publishedAt === null ? '---' : <DateText at={row.publishedAt} />}</td>
    </tr>
  );
}
