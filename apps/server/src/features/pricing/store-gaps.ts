/** The SQL of spans in which no price of a class of markets was heard. */
import { arrayOf, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { Gap } from './candles/gaps.ts';

const allGaps = defineQuery({
  name: 'pricing.allGaps',
  text: 'select class, from_at, to_at from feed_gaps order by class, from_at',
  params: [],
  row: { class: text, fromAt: timestamptz, toAt: timestamptz },
});

const insertGapsStatement = defineStatement({
  name: 'pricing.insertGaps',
  text: `insert into feed_gaps (class, from_at, to_at)
    select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) on conflict do nothing`,
  params: [arrayOf(text), arrayOf(timestamptz), arrayOf(timestamptz)],
});

/** By class, oldest first. */
export async function findGaps(reader: Reader): Promise<Map<string, Gap[]>> {
  const byClass = new Map<string, Gap[]>();
  for (const { class: name, fromAt, toAt } of await reader.many(allGaps, [])) {
    byClass.set(name, [...(byClass.get(name) ?? []), { from: fromAt, to: toAt }]);
  }
  return byClass;
}

export async function insertGaps(tx: Tx, gaps: ReadonlyMap<string, Gap>): Promise<void> {
  if (gaps.size === 0) return;
  const spans = [...gaps.values()];
  await tx.run(insertGapsStatement, [
    [...gaps.keys()],
    spans.map((gap) => gap.from),
    spans.map((gap) => gap.to),
  ]);
}
