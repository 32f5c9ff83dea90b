/** What sentences of the audit log are made of. */
import type { OperatorOutput } from '@tern/protocol/operator/client';
import type { InTerms } from '../api-terms.ts';

/** An entry of the audit log. */
export type AuditLine = InTerms<OperatorOutput<'GET /operator/audit/list'>['list'][number]>;

/** Plain text, emphasised text, or an amount. */
export type Piece = string | { strong: string } | { amount: string; unit: string | null };

/** The facts stored with an entry. */
export type Facts = Readonly<Record<string, unknown>>;

export function factsOf({ detail }: Pick<AuditLine, 'detail'>): Facts {
  return JSON.parse(detail) as Facts;
}

export const strong = (text: string): Piece => ({ strong: text });
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export type Sentence = (line: AuditLine, facts: Facts) => Piece[];

/** "2026-11-01 – 2026-11-21" */
export const daysOf = (facts: Facts): string =>
  `${textOf(facts['fromDay'])} – ${textOf(facts['untilDay'])}`;

/** The operator about whom it is. */
export const targetOf = ({ subjectName }: AuditLine): Piece =>
  strong(subjectName || 'an unknown name');
