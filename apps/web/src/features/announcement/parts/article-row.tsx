/** One article of a list: its title, when it appeared, and whether it was opened here. */
import { classNames, DateText, Pressable, VisuallyHidden } from '@tern/ui';
import type { ArticleRow as Row } from '../../../kernel/articles.ts';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { localeOf } from '../locale-of.ts';
import { useIsOpened } from '../read-articles.ts';
import styles from './announcement.module.css';

/** `isNews`: carries a dot until it was opened. */
export function ArticleRow({ article, isNews }: { article: Row; isNews: boolean }) {
  const t = useT();
  const to = useLinks();
  const isUnread = !useIsOpened(article.ID) && isNews;
  const { ID, title, lang, CreatedAt } = article;
  return (
    <Pressable {...to(pages.announcementDetail, { id: String(ID) })} className={styles.row}>
      <span className={styles.words}>
        <span
          className={classNames(styles.title, isUnread && styles.unread, !isNews && styles.plain)}
          lang={localeOf(lang)}
        >
          {title}
        </span>
        {isNews && (
          <span className={styles.time}>
            <DateText at={CreatedAt} />
          </span>
        )}
      </span>
      {isUnread && (
        <span className={styles.dot}>
          <VisuallyHidden>{t('announcement.unread')}</VisuallyHidden>
        </span>
      )}
    </Pressable>
  );
}
