/** Facts in one spelling: equal facts give equal text and equal hash, whoever reads them. */
import { createHash } from 'node:crypto';

/** Amounts are exact decimal text, times ISO text. Nothing that moves by itself, such as a balance, belongs in here. */
export type Facts = { readonly [name: string]: string | number | boolean | null };

/** JSON with its keys in order. Source: RFC 8785 for flat objects of these values. */
export function canonicalFacts(facts: Facts): string {
  const names = Object.keys(facts).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(facts[name])}`).join(',')}}`;
}

/** SHA-256 in hex over kind, subject and canonical facts: what an approver signs is this and nothing else. */
export function factsHash(about: { kind: string; subjectId: number }, canonical: string): string {
  return createHash('sha256')
    .update(`${about.kind}\n${about.subjectId}\n${canonical}`)
    .digest('hex');
}
