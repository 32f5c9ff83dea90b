/** Rows grouped by day: "Today", "Yesterday", then the date. */
import { formatDate, formatDayHeading, useNumberLocale } from '@tern/ui';
import type { ReactNode } from 'react';
import styles from './day-groups.module.css';
import { serverNow } from './site-config.ts';

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
        <div className={styles.head}>
          <h2>{heading}</h2>
          {at === 0 && aside}
        </div>
        <ul className={styles.rows}>{renderDay(ofDay)}</ul>
      </section>
    );
  });
}
