/** Reads what `GET /api/public-log/keys` answers, for commands that follow the keys of a log. */
import { parseStrictJson } from '@tern/proofs';

/** The receipts of the entries of keys. Shape: none in an answer of another form. @throws Error when it is no JSON, or has a name twice */
export function keyReceiptsIn(answer: string): string[] {
  const { data } = (parseStrictJson(answer) ?? {}) as { data?: { list?: unknown } | null };
  const list: unknown[] = Array.isArray(data?.list) ? data.list : [];
  return list
    .map((row) => (row as { receipt?: unknown } | null)?.receipt)
    .filter((receipt) => typeof receipt === 'string');
}
