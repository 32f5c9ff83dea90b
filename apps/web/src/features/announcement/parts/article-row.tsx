/** One article of a list: title, date, and whether it was opened on this device. */
import type { ArticleRow as Row } from '../../../kernel/articles.ts';
import { MessageRow } from '../../../kernel/message-row.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { localeOf } from '../locale-of.ts';
import { useIsOpened } from '../read-articles.ts';

/** `isNews`: shows the time, and a dot until it is opened. */
export function ArticleRow({ article, isNews }: { article: Row; isNews: boolean }) {
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
