/** One row of a list of messages: headline, preview, time, and whether it was read. */
import { classNames, DateText, Icon, Pressable, VisuallyHidden } from '@tern/ui';
import type { ComponentProps } from 'react';
import type { PageLink } from '../platform/navigation/links.ts';
import styles from './message-row.module.css';

export interface MessageRowProps {
  readonly link: PageLink;
  readonly icon?: ComponentProps<typeof Icon>['of'];
  /** Action needed: draws the icon in the alert colour. */
  readonly isUrgent?: boolean;
  readonly title: string;
  /** The language of the title, if it may differ from the app's. */
  readonly lang?: string | undefined;
  /** The preview, up to two lines. */
  readonly text?: string | undefined;
  /** Shown as the time of day, because the rows are grouped by day. Absent for messages without a time. */
  readonly at?: string | undefined;
  /** The unread dot's text for screen readers; absent for a read message. */
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
