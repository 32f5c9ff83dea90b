/** SQL of the notes that operators write on members. */
import { int8, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery } from '../../platform/database/query.ts';

export const insertNote = defineQuery({
  name: 'operators.insertNote',
  text: `insert into member_notes (member_id, operator_id, body, created_at) values ($1, $2, $3, $4)
    returning id`,
  params: [int8, int8, text, timestamptz],
  row: { id: int8 },
});

export const newestNotes = defineQuery({
  name: 'operators.newestNotes',
  text: `select id, operator_id, body, created_at from member_notes where member_id = $1
    order by id desc limit $2`,
  params: [int8, int8],
  row: { id: int8, operatorId: int8, body: text, createdAt: timestamptz },
});
