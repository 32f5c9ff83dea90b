/** Sentences about closed days and their files. */
import type { AuditAction } from '@tern/protocol/operator/client';
import { plainValue } from '../value-text.ts';
import {
  type AuditLine,
  daysOf,
  type Facts,
  type Piece,
  type Sentence,
  strong,
  textOf,
} from './audit-pieces.ts';

/** "day-close:2026-11-21" is 2026-11-21. */
const dayOf = ({ subject }: AuditLine): Piece => strong(subject.split(':')[1] ?? '');

/** "ledger, 2026-11-01 – 2026-11-21" */
const fileOf = (facts: Facts): string => `${textOf(facts['kind'])}, ${daysOf(facts)}`;

export const daySentences = {
  'dayClose.explain': (line, facts) => [
    `${textOf(facts['record']) === '' ? 'opened the remainder' : 'explained a difference with'} `,
    strong(textOf(facts['item'])),
    ' of ',
    dayOf(line),
    ' · ',
    { amount: textOf(facts['amount']), unit: textOf(facts['asset']) },
  ],
  'dayClose.removeItem': (line, facts) => [
    'withdrew ',
    strong(textOf(facts['item'])),
    ' of ',
    dayOf(line),
  ],
  'dayClose.settle': (line, facts) => [
    'explained the remainder ',
    strong(textOf(facts['item'])),
    ' of ',
    dayOf(line),
    ' with ',
    strong(textOf(facts['record'])),
  ],
  'dayClose.handOver': (line, facts) => [
    'gave the remainder ',
    strong(textOf(facts['item'])),
    ' of ',
    dayOf(line),
    ' to ',
    strong(textOf(facts['login'])),
    `, due ${textOf(facts['dueOn'])}`,
  ],
  'dayClose.sign': (line, facts) => [
    'signed ',
    dayOf(line),
    facts['place'] === 2 ? ' as the second person' : ' as the first of two',
  ],
  'dayClose.refuse': (line) => ['removed the first signature of ', dayOf(line)],
  'dayClose.export': (_line, facts) => [
    'exported the trial balance of ',
    strong(plainValue(facts['day'] ?? '')),
  ],
  'dayFile.preview': (line) => [
    'looked at the first lines of a file: ',
    strong(line.subject.split(':')[1] ?? ''),
    ` of ${line.reason}`,
  ],
  'dayFile.make': (_line, facts) => ['asked for a file: ', strong(fileOf(facts))],
  'dayFile.download': (_line, facts) => ['downloaded a file: ', strong(fileOf(facts))],
} as const satisfies Partial<Record<AuditAction, Sentence>>;
