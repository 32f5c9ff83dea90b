/** News, announced changes of limits and fees, and help. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  bookIcon,
  megaphoneIcon,
  NavBar,
  ScreenBody,
  ScreenHeader,
  slidersIcon,
  StateBlock,
  TabPanel,
  Tabs,
} from '@tern/ui';
import { useState } from 'react';
import { articleCates, type ArticleRow as ArticleOfList } from '../../../kernel/articles.ts';
import { DayGroups } from '../../../kernel/day-groups.tsx';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { articlesQuery, changesQuery } from '../api.ts';
import { ArticleRow } from '../parts/article-row.tsx';
import { ChangeRow } from '../parts/change-row.tsx';

const TABS = {
  news: 'announcement.tabNews',
  changes: 'announcement.tabChanges',
  help: 'announcement.tabHelp',
} as const;
type Tab = keyof typeof TABS;
const keys = Object.keys(TABS) as Tab[];

export function AnnouncementsScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const { tab: requestedTab } = useParams();
  const [tab, setTab] = useState<Tab>(keys.find((key) => key === requestedTab) ?? 'news');
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('announcement.title')} back={back} />
        <Tabs
          id="news"
          label={t('announcement.kinds')}
          items={keys.map((key) => ({ key, label: t(TABS[key]) }))}
          value={tab}
          onChange={setTab}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <TabPanel tabs="news" value={tab}>
          {tab === 'changes' ? <Changes /> : <Articles key={tab} tab={tab} />}
        </TabPanel>
      </ScreenBody>
    </>
  );
}

function Articles({ tab }: { tab: 'news' | 'help' }) {
  const { t, language } = useI18n();
  const isNews = tab === 'news';
  const cate = isNews ? articleCates.announcement : articleCates.help;
  return (
    <PagedList
      query={useInfiniteQuery(articlesQuery(cate, language))}
      renderRow={(article) => <ArticleRow article={article} isNews={isNews} />}
      {...(isNews ? { renderRows: newsByDay } : {})}
      empty={
        isNews ? (
          <StateBlock
            kind="empty"
            icon={megaphoneIcon}
            title={t('announcement.none')}
            text={t('announcement.noneHint')}
          />
        ) : (
          <StateBlock kind="empty" icon={bookIcon} title={t('announcement.noHelp')} />
        )
      }
    />
  );
}

const newsByDay = (articles: ArticleOfList[]) => (
  <DayGroups
    rows={articles}
    renderDay={(ofDay) =>
      ofDay.map((article) => (
        <li key={article.ID}>
          <ArticleRow article={article} isNews />
        </li>
      ))
    }
  />
);

function Changes() {
  const t = useT();
  return (
    <PagedList
      query={useInfiniteQuery(changesQuery)}
      renderRow={(change) => <ChangeRow change={change} />}
      empty={
        <StateBlock
          kind="empty"
          icon={slidersIcon}
          title={t('announcement.noChanges')}
          text={t('announcement.noChangesHint')}
        />
      }
    />
  );
}
