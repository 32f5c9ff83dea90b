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
import { localeOf } from '../../../../kernel/article-texts.ts';
import type { ArticleRow as ArticleOfList } from '../../../../kernel/articles.ts';
import { DayGroups, MessageRow } from '../../../../kernel/messages.tsx';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { articlesQuery, changesQuery } from '../api.ts';
import { ChangeRow } from '../parts/change-row.tsx';
import { ComingMarkets } from '../parts/coming-markets.tsx';
import { useIsOpened } from '../read-articles.ts';

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
          {tab === 'news' && <ComingMarkets />}
          {tab === 'changes' ? <Changes /> : <Articles key={tab} tab={tab} />}
        </TabPanel>
      </ScreenBody>
    </>
  );
}

function Articles({ tab }: { tab: 'news' | 'help' }) {
  const { t, language } = useI18n();
  const isNews = tab === 'news';
  return (
    <PagedList
      query={useInfiniteQuery(articlesQuery(isNews ? 'announcement' : 'help', language))}
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

/** `isNews`: shows the time, and a dot until it is opened. */
function ArticleRow({ article, isNews }: { article: ArticleOfList; isNews: boolean }) {
  const t = useT();
  const to = useLinks();
  const isUnread = !useIsOpened(article.ID) && isNews;
  const { ID, title, lang, CreatedAt } = article;
  return (
    <MessageRow
      link={to(pages.announcementDetail, { id: String(ID) })}
      title={title}
      lang={localeOf(lang)}
      at={isNews ? CreatedAt : undefined}
      unread={isUnread ? t('announcement.unread') : undefined}
    />
  );
}

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
