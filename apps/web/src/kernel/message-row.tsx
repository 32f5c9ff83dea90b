/** A row of a list of things to read: a headline, a line or two of what it says, when it came, and whether it was read. */
import { classNames, DateText, Icon, Pressable, VisuallyHidden } from '@tern/ui';
import type { ComponentProps } from 'react';
import type { PageLink } from '../platform/navigation/links.ts';
import styles from './message-row.module.css';

export interface MessageRowProps {
  readonly link: PageLink;
  readonly icon?: ComponentProps<typeof Icon>['of'];
  /** The member has to act: the icon is drawn in the colour of alerts. */
  readonly isUrgent?: boolean;
  readonly title: string;
  /** The language of the title where it may be another than the app's. */
  readonly lang?: string | undefined;
  /** Two lines of it are shown. */
  readonly text?: string | undefined;
  /** Shown as the time of day: the day stands over the rows. Absent of what has no time of its own. */
  readonly at?: string | undefined;
  /** What the dot of an unread one says to those who do not see it; absent of one that was read. */
  readonly unread?: string | undefined;
}

export function MessageRow(props: MessageRowProps) {
  const { link, icon, isUrgent = false, title, lang, text, at, unread } = props;
  const isUnread = unread !== undefined;
  return (
    <Pressable {...link} className={styles.row}>
      {icon !== undefined && (
        <span className={classNames(styles.mark, isUrgent && styles.urgent)}>
          <Icon of={icon} size={20} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.line}>
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
              <DateText at={at} detail="clock" />
            </span>
          )}
          {isUnread && (
            <span className={styles.dot}>
              <VisuallyHidden>{unread}</VisuallyHidden>
            </span>
          )}
        </span>
        {text !== undefined && <span className={styles.text}>{text}</span>}
      </span>
    </Pressable>
  );
}
