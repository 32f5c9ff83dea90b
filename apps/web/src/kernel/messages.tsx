/** Lists of messages: rows with headline, preview and time, grouped by day ("Today", "Yesterday", then the date). */
import {
  classNames,
  DateText,
  formatDate,
  formatDayHeading,
  Icon,
  Inline,
  Pressable,
  Text,
  useNumberLocale,
  VisuallyHidden,
} from '@tern/ui';
import type { ComponentProps, ReactNode } from 'react';
import type { PageLink } from '../platform/navigation/links.ts';
import styles from './lists.module.css';
import { serverNow } from './site-config.ts';

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

/** One message, and whether it was read. */
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
        <Inline as="span" gap={8} align="baseline">
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
        </Inline>
        {text !== undefined && <span className={styles.text}>{text}</span>}
      </span>
    </Pressable>
  );
}

export interface Dated {
  ID: number;
  /** ISO 8601. */
  CreatedAt: string;
}

export interface DayGroup<Row> {
  /** The calendar day in the member's time zone. */
  day: string;
  rows: Row[];
}

/** Keeps the order of the rows; `timeZone` defaults to the device's. */
export function daysOf<Row extends Dated>(
  rows: readonly Row[],
  timeZone?: string,
): DayGroup<Row>[] {
  const groups: DayGroup<Row>[] = [];
  for (const row of rows) {
    const day = formatDate(row.CreatedAt, { locale: 'en', detail: 'day', timeZone });
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

export interface DayGroupsProps<Row> {
  rows: readonly Row[];
  /** The `<li>`s of one day. */
  renderDay: (rows: Row[]) => ReactNode;
  /** Shown next to the first heading. */
  aside?: ReactNode;
}

export function DayGroups<Row extends Dated>({ rows, renderDay, aside }: DayGroupsProps<Row>) {
  const locale = useNumberLocale();
  const now = serverNow();
  return daysOf(rows).map(({ day, rows: ofDay }, at) => {
    const heading = formatDayHeading(ofDay[0]?.CreatedAt ?? now, now, { locale });
    return (
      <section key={day} aria-label={heading}>
        <div className={styles.dayHead}>
          <Text as="h2" size="label">
            {heading}
          </Text>
          {at === 0 && aside}
        </div>
        <ul className={styles.dayRows}>{renderDay(ofDay)}</ul>
      </section>
    );
  });
}
