/** Looks that follow one another in the audit log are one row; days are its headings. Pure. */
import { formatDate } from '@tern/ui';
import { texts } from '../../kernel/texts.ts';
import type { AuditLine } from './audit-sentences.ts';

export interface Run {
  /** The newest; what is shown and opened. */
  line: AuditLine;
  /** How many looks it stands for. */
  count: number;
}

const isLook = ({ action }: AuditLine) => /^(customer|review)\.(view|records|image)$/.test(action);

/** Of the same operator, at the same customer and the same thing. */
function isSameLook(one: AuditLine, other: AuditLine): boolean {
  return (
    isLook(one) &&
    isLook(other) &&
    one.login === other.login &&
    one.memberId === other.memberId &&
    one.record?.reviewId === other.record?.reviewId
  );
}

/** Keeps the order. */
export function runsOf(lines: readonly AuditLine[]): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && isSameLook(last.line, line)) last.count += 1;
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

/** Runs under the day they were on, newest first. A run does not go over midnight. */
export function daysOf(lines: readonly AuditLine[], now: number): [day: string, runs: Run[]][] {
  const days = new Map<string, AuditLine[]>();
  for (const line of lines) {
    const day = dayOf(line.CreatedAt, now);
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return [...days].map(([day, ofDay]) => [day, runsOf(ofDay)]);
}
