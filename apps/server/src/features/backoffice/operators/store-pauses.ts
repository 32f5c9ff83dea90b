/** The SQL of pauses of networks and currencies. */
import { int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const row = {
  id: int8,
  key: text,
  direction: text,
  message: text,
  reason: text,
  operatorId: int8,
  beganAt: timestamptz,
  until: timestamptz,
  endedAt: nullable(timestamptz),
} as const;
const COLUMNS = 'id, key, direction, message, reason, operator_id, began_at, until, ended_at';

export const insertPause = defineStatement({
  name: 'operators.insertPause',
  text: `insert into terms_pauses (key, direction, message, reason, operator_id, began_at, until)
    values ($1, $2, $3, $4, $5, $6, $7)`,
  params: [text, text, text, text, int8, timestamptz, timestamptz],
});

/** In either direction. */
export const lastPauseOf = defineQuery({
  name: 'operators.lastPauseOf',
  text: `select ${COLUMNS} from terms_pauses where key = $1 order by id desc limit 1`,
  params: [text],
  row,
});

export type Pause = RowOf<typeof lastPauseOf>;

export const runningPause = defineQuery({
  name: 'operators.runningPause',
  text: `select ${COLUMNS} from terms_pauses where key = $1 and direction = $2 and ended_at is null`,
  params: [text, text],
  row,
});

export const runningPauses = defineQuery({
  name: 'operators.runningPauses',
  text: `select ${COLUMNS} from terms_pauses where ended_at is null order by id`,
  params: [],
  row,
});

export const endPause = defineStatement({
  name: 'operators.endPause',
  text: 'update terms_pauses set ended_at = $2 where id = $1 and ended_at is null',
  params: [int8, timestamptz],
});

export const duePauses = defineQuery({
  name: 'operators.duePauses',
  text: `select ${COLUMNS} from terms_pauses where ended_at is null and until <= $1 order by until, id limit 100`,
  params: [timestamptz],
  row,
});
