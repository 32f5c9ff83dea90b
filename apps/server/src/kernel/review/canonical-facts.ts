/** The canonical text of a review's facts, and its hash: equal facts have equal hashes. */
import { createHash } from 'node:crypto';

/** Amounts are exact decimal text, times ISO text. Nothing that changes without a decision, such as a balance. */
export type Facts = { readonly [name: string]: string | number | boolean | null };

/** JSON with its keys in order. Source: RFC 8785 for flat objects of these values. */
export function canonicalFacts(facts: Facts): string {
  const names = Object.keys(facts).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(facts[name])}`).join(',')}}`;
}

/** SHA-256 in hex of kind, subject and canonical facts: exactly this is approved. */
export function factsHash(about: { kind: string; subjectId: number }, canonical: string): string {
  return createHash('sha256')
    .update(`${about.kind}\n${about.subjectId}\n${canonical}`)
    .digest('hex');
}
