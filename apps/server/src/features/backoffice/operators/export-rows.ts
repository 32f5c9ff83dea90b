/** What operators decided about a member. */
import { heldRows, withMessage } from '../../../kernel/account-data/held-rows.ts';

export const operatorRows = [
  heldRows({
    name: 'adjustments',
    tables: ['manual_entries'],
    from: 'from manual_entries t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['proposed_by', 'request_id', 'reason'],
    shows: (row) => withMessage(row, 'message', 'approve.manual'),
  }),
  heldRows({
    name: 'blocks',
    tables: ['member_blocks'],
    from: 'from member_blocks t where t.member_id = $1',
    key: { act: 'text' },
    omits: [
      'operator_id',
      'confirmed_by',
      'set_as',
      'is_suspicion',
      'lift_by',
      'lift_at',
      'lifted_by',
    ],
  }),
];
