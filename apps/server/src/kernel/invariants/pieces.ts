/** New entries in pieces: a rule that reads all of a busy minute at once keeps a core from orders for seconds (ADR 52). */
import { int8 } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import type { Mark, Since } from './invariant.ts';

/** Our choice: at most some 50 ms of the database for each rule, on a busy machine. */
const PIECE_POSTINGS = 5_000;

/** The entries of the next `$3` postings, and where they are among them. */
const entriesOf = defineQuery({
  name: 'kernel.entriesOfPostings',
  text: `select entry_id as entry, min(id) as first, max(id) as last, count(*)::int8 as postings
    from (select id, entry_id from ledger_postings where id > $1 and entry_id > $2 order by id limit $3) p group by entry_id`,
  params: [int8, int8, int8],
  row: { entry: int8, first: int8, last: int8, postings: int8 },
});
type Span = Omit<RowOf<typeof entriesOf>, 'postings'>;

/**
 * Divides the entries after `since` up to `through`, whose postings are all stored, into pieces of about `size` postings. A
 * piece consists of whole entries: no posting of its range is of another entry up to `through`, and none of its entries has one outside.
 */
export async function piecesOf(
  reader: Reader,
  since: Pick<Since, 'entry' | 'posting'>,
  { through, size = PIECE_POSTINGS }: { through: Mark; size?: number },
): Promise<(Mark & { through: Mark })[]> {
  const spans = await spansSince(reader, since, { through, size });
  const pieces: (Mark & { through: Mark })[] = [];
  let from: Mark = { entry: since.entry, posting: since.posting };
  const end = (to: Mark) => {
    pieces.push({ ...from, through: to });
    from = to;
  };
  const firstAfter = leastFirsts(spans);
  let last = from.posting;
  for (const [at, span] of spans.entries()) {
    last = Math.max(last, span.last);
    // Concurrent transactions draw ids in turns: there, an entry is not yet over when the next begins.
    if (last - from.posting >= size && last < firstAfter[at + 1]!) {
      end({ entry: span.entry, posting: last });
    }
  }
  if (from.entry < through.entry || pieces.length === 0) {
    end({ entry: through.entry, posting: Math.max(last, through.posting) });
  }
  return pieces;
}

/** Every entry with its first and last posting, by id. */
async function spansSince(
  reader: Reader,
  since: Mark,
  { through, size }: { through: Mark; size: number },
): Promise<Span[]> {
  const spans = new Map<number, Span>();
  for (let from = since.posting; ; ) {
    const rows = await reader.many(entriesOf, [from, since.entry, size]);
    for (const { entry, first, last } of rows) {
      from = Math.max(from, last);
      if (entry > through.entry) continue;
      spans.set(entry, { entry, first: spans.get(entry)?.first ?? first, last });
    }
    if (rows.reduce((sum, { postings }) => sum + postings, 0) < size) break;
  }
  return [...spans.values()].sort((left, right) => left.entry - right.entry);
}

/** At each place, the smallest first posting from there on. */
function leastFirsts(spans: readonly Span[]): number[] {
  const least = Array.from({ length: spans.length + 1 }, () => Number.POSITIVE_INFINITY);
  for (let at = spans.length - 1; at >= 0; at -= 1) {
    least[at] = Math.min(spans[at]!.first, least[at + 1]!);
  }
  return least;
}
