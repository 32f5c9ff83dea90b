/** A row of a list of things to read: its title, when it came, and whether it was read. */
import { classNames, DateText, Icon, Pressable, VisuallyHidden } from '@tern/ui';
import type { ComponentProps } from 'react';
import type { PageLink } from '../platform/navigation/links.ts';
import styles from './message-row.module.css';

export interface MessageRowProps {
  readonly link: PageLink;
  readonly icon?: ComponentProps<typeof Icon>['of'];
  readonly title: string;
  /** The language of the title where it may be another than the app's. */
  readonly lang?: string | undefined;
  /** Absent of what has no time of its own. */
  readonly at?: string | undefined;
  /** What the dot of an unread one says to those who do not see it; absent of one that was read. */
  readonly unread?: string | undefined;
}

export function MessageRow({ link, icon, title, lang, at, unread }: MessageRowProps) {
  const isUnread = unread !== undefined;
  return (
    <Pressable {...link} className={styles.row}>
      {icon !== undefined && (
        <span className={styles.mark}>
          <Icon of={icon} size={20} />
        </span>
      )}
      <span className={styles.words}>
        <span
          className={classNames(
            styles.title,
            isUnread && styles.unread,
            at === undefined && styles.plain,
          )}
          lang={lang}
        >
          {title}
        </span>
        {at !== undefined && (
          <span className={styles.time}>
            <DateText at={at} />
          </span>
        )}
      </span>
      {isUnread && (
        <span className={styles.dot}>
          <VisuallyHidden>{unread}</VisuallyHidden>
        </span>
      )}
    </Pressable>
  );
}
