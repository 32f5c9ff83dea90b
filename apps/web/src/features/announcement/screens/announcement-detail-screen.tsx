/** One announcement or article in full; opening it marks it as read. */
import { useQuery } from '@tanstack/react-query';
import { DateText, formatDate, NavBar, ScreenBody, ScreenHeader, SkeletonText } from '@tern/ui';
import { useEffect } from 'react';
import { type Article as Told, articleCates, articleQuery } from '../../../kernel/articles.ts';
import { useRecordId } from '../../../kernel/record-id.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { EmptyState } from '../../../kernel/empty-state.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { usePageTitle } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { localeOf } from '../locale-of.ts';
import { ArticleText } from '../parts/article-text.tsx';
import { markOpened } from '../read-articles.ts';
import styles from '../parts/announcement.module.css';

export function AnnouncementDetailScreen() {
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('announcement.detailTitle')} isTitleHidden back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>{id === undefined ? <NoneChosen /> : <Detail id={id} />}</ScreenBody>
    </>
  );
}

function Detail({ id }: { id: number }) {
  const { language } = useI18n();
  const query = useQuery(articleQuery(id, language));
  return (
    <Loaded query={query} skeleton={<SkeletonText />}>
      {(article) => <Article article={article} />}
    </Loaded>
  );
}

function Article({ article }: { article: Told }) {
  const { t, language, locale } = useI18n();
  const { ID, title, lang, cate, CreatedAt, UpdatedAt } = article;
  useEffect(() => markOpened(ID), [ID]);
  usePageTitle(title);
  const isForeign = lang !== language;
  return (
    <article className={styles.article}>
      <h2 lang={localeOf(lang)}>{title}</h2>
      {cate === articleCates.announcement && (
        <p className={styles.time}>
          <DateText at={CreatedAt} />
        </p>
      )}
      {isForeign && <p className={styles.time}>{t('announcement.onlyEnglish')}</p>}
      <ArticleText article={article} />
      {UpdatedAt !== CreatedAt && (
        <p className={styles.time}>
          {t('announcement.corrected', { time: formatDate(UpdatedAt, { locale }) })}
        </p>
      )}
    </article>
  );
}

function NoneChosen() {
  const t = useT();
  return (
    <EmptyState
      title={t('announcement.noneChosen')}
      label={t('announcement.title')}
      page={pages.announcements}
      isReplaced
    />
  );
}
