/** One announcement or article in full; opening it marks it as read. */
import { useQuery } from '@tanstack/react-query';
import {
  ConfirmDialog,
  DateText,
  formatDate,
  ScreenBody,
  SkeletonText,
  WrittenText,
} from '@tern/ui';
import { useEffect, useState } from 'react';
import { type Article, articleQuery, localeOf } from '../../../../kernel/article-texts.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { RecordScreen } from '../../../../kernel/record-screen.tsx';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { usePageTitle } from '../../../../platform/navigation/current-page.ts';
import styles from '../parts/announcement.module.css';
import { markOpened } from '../read-articles.ts';

export function AnnouncementDetailScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('announcement.detailTitle')}
      isTitleHidden
      none={{
        title: t('announcement.noneChosen'),
        label: t('announcement.title'),
        page: pages.announcements,
      }}
      renderRecord={(id) => <Detail id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const { language } = useI18n();
  const query = useQuery(articleQuery(id, language));
  return (
    <ScreenBody isPadded>
      <Loaded query={query} skeleton={<SkeletonText />}>
        {(article) => <ArticleInFull article={article} />}
      </Loaded>
    </ScreenBody>
  );
}

function ArticleInFull({ article }: { article: Article }) {
  const { t, language, locale } = useI18n();
  const { ID, title, lang, isNews, CreatedAt, UpdatedAt } = article;
  useEffect(() => markOpened(ID), [ID]);
  usePageTitle(title);
  const isForeign = lang !== language;
  return (
    <article className={styles.article}>
      <h2 lang={localeOf(lang)}>{title}</h2>
      {isNews && (
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

/** Links lead out of the app, so they ask for confirmation first. */
function ArticleText({ article }: { article: Article }) {
  const t = useT();
  const [href, setHref] = useState('');
  const leave = () => {
    window.open(href, '_blank', 'noopener,noreferrer');
    setHref('');
  };
  const host = href === '' ? '' : new URL(href).hostname;
  return (
    <>
      <WrittenText blocks={article.blocks} lang={localeOf(article.lang)} onLeave={setHref} />
      <ConfirmDialog
        isOpen={href !== ''}
        question={t('announcement.leaveQuestion', { host })}
        confirmLabel={t('announcement.leave')}
        cancelLabel={t('common.cancel')}
        onConfirm={leave}
        onCancel={() => setHref('')}
      >
        <p>{t('announcement.leaveHint')}</p>
      </ConfirmDialog>
    </>
  );
}
