/** The newest announcement in one line; nothing if there is none. */
import { chevronRightIcon, Icon, megaphoneIcon, Pressable } from '@tern/ui';
import { useNewestAnnouncement } from '../../../kernel/articles.ts';
import { pages } from '../../../kernel/pages.ts';
import { useI18n } from '../../../platform/i18n/i18n.tsx';
import { languages } from '../../../platform/i18n/languages.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import styles from './home.module.css';

export function HomeNews() {
  const { language } = useI18n();
  const to = useLinks();
  const newest = useNewestAnnouncement(language);
  if (newest === undefined) return null;
  const isOwn = newest.lang === language;
  return (
    <div className={styles.newsFrame}>
      <Pressable
        {...to(pages.announcementDetail, { id: String(newest.ID) })}
        className={styles.news}
      >
        <Icon of={megaphoneIcon} size={18} className={styles.newsIcon} />
        <span lang={isOwn ? undefined : languages.en.locale}>{newest.title}</span>
        <Icon of={chevronRightIcon} size={18} />
      </Pressable>
    </div>
  );
}
