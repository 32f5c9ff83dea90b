/** What fee levels hold about a member: what was traded on each day, and each level. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const feeLevelRows = [
  heldRows({
    name: 'fee-level-turnover',
    tables: ['fee_level_turnover'],
    from: 'from fee_level_turnover t where t.member_id = $1',
    key: { day: 'date' },
  }),
  heldRows({
    name: 'fee-levels',
    tables: ['fee_levels'],
    from: 'from fee_levels t where t.member_id = $1',
    key: { day: 'date' },
  }),
];
