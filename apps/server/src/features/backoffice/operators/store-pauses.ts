/** The SQL of pauses of networks and currencies. */
import { int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const termsPauses = defineTable('terms_pauses', {
  id: int8,
  key: text,
  direction: text,
  message: text,
  reason: text,
  operatorId: int8,
  beganAt: timestamptz,
  until: timestamptz,
  endedAt: nullable(timestamptz),
});

export const insertPause = termsPauses.insert('operators.insertPause', [
  'key',
  'direction',
  'message',
  'reason',
  'operatorId',
  'beganAt',
  'until',
]);

/** In either direction. */
export const lastPauseOf = termsPauses.select(
  'operators.lastPauseOf',
  'where key = $1 order by id desc limit 1',
  [text],
);

export type Pause = RowOf<typeof lastPauseOf>;

export const runningPause = termsPauses.select(
  'operators.runningPause',
  'where key = $1 and direction = $2 and ended_at is null',
  [text, text],
);

export const runningPauses = termsPauses.select(
  'operators.runningPauses',
  'where ended_at is null order by id',
  [],
);

export const endPause = defineStatement({
  name: 'operators.endPause',
  text: 'update terms_pauses set ended_at = $2 where id = $1 and ended_at is null',
  params: [int8, timestamptz],
});

export const duePauses = termsPauses.select(
  'operators.duePauses',
  'where ended_at is null and until <= $1 order by until, id limit 100',
  [timestamptz],
);
