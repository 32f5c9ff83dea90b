/** Acts of cases as sentences that follow the operator's name; they name the case, never the customer. */
import type { AuditAction } from '@tern/protocol/operator/client';
import { formatDate } from '@tern/ui';
import {
  type AuditLine,
  type Facts,
  type Piece,
  type Sentence,
  strong,
  textOf,
} from './audit-pieces.ts';

const caseOf = ({ subject }: AuditLine): Piece => strong(`case CS-${subject.split(':')[1] ?? ''}`);

const ACTS: Readonly<Record<string, string>> = {
  clear: 'to close it without a finding',
  restrict: 'a restriction',
  lift: 'to lift the restriction',
  report: 'to report it',
};
const actOf = (facts: Facts): string => ACTS[textOf(facts['act'])] ?? 'an act';

function until(facts: Facts): Piece[] {
  const time = textOf(facts['until']);
  return time === '' ? [] : [` until ${formatDate(time, { locale: 'en', detail: 'short' })}`];
}

export const caseSentences = {
  'case.view': (line) => ['viewed ', caseOf(line)],
  'case.download': (line, facts) => [
    `downloaded the report (${textOf(facts['format'])}) of `,
    caseOf(line),
  ],
  'case.receipt': (line) => ['recorded the receipt of the report of ', caseOf(line)],
  'case.open': (line, facts) => [facts['isNew'] === false ? 'added to ' : 'opened ', caseOf(line)],
  'case.take': (line) => ['took ', caseOf(line)],
  'case.handOver': (line, facts) => [
    'handed over ',
    caseOf(line),
    ` to ${textOf(facts['to']) || 'nobody'}`,
  ],
  'case.note': (line) => ['added a note to ', caseOf(line)],
  'case.propose': (line, facts) => [`proposed ${actOf(facts)}, `, caseOf(line), ...until(facts)],
  'case.agree': (line, facts) => [`agreed ${actOf(facts)}, `, caseOf(line)],
  'case.decline': (line, facts) => [`declined ${actOf(facts)}, `, caseOf(line)],
  'case.withdraw': (line, facts) => [`took back the proposal ${actOf(facts)}, `, caseOf(line)],
} as const satisfies Partial<Record<AuditAction, Sentence>>;
