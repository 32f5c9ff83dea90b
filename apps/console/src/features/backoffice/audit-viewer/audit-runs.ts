/** Groups consecutive views in the audit log into one row, and rows by day. Pure. */
import { formatDate } from '@tern/ui';
import { texts } from '../../../kernel/texts.ts';
import type { AuditLine } from '../../../kernel/audit/audit-sentences.ts';

export interface Run {
  /** The newest entry, which is shown. */
  line: AuditLine;
  /** The number of entries in this row. */
  count: number;
}

const isView = ({ action }: AuditLine) => /^(customer|review)\.(view|records|image)$/.test(action);

/** By the same operator, of the same customer and review. */
function isSameView(one: AuditLine, other: AuditLine): boolean {
  return (
    isView(one) &&
    isView(other) &&
    one.login === other.login &&
    one.memberId === other.memberId &&
    one.record?.reviewId === other.record?.reviewId
  );
}

/** In the order of the lines. */
export function runsOf(lines: readonly AuditLine[]): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && isSameView(last.line, line)) last.count += 1;
    else runs.push({ line, count: 1 });
  }
  return runs;
}

/** "Today, 22 Nov 2026" */
function dayOf(at: string, now: number): string {
  const day = (moment: number | string) => formatDate(moment, { locale: 'en', detail: 'day' });
  const name = day(at);
  if (name === day(now)) return `${texts.audit.today}, ${name}`;
  if (name === day(now - 86_400_000)) return `${texts.audit.yesterday}, ${name}`;
  return name;
}

/** Rows by day, newest first. A row never spans midnight. */
export function daysOf(lines: readonly AuditLine[], now: number): [day: string, runs: Run[]][] {
  const days = new Map<string, AuditLine[]>();
  for (const line of lines) {
    const day = dayOf(line.CreatedAt, now);
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return [...days].map(([day, ofDay]) => [day, runsOf(ofDay)]);
}
