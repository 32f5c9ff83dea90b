/** What invitations hold about a member: what they earned, not who paid the fees. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const invitationRows = [
  heldRows({
    name: 'invitation-rewards',
    tables: ['invitation_payments'],
    from: 'from invitation_payments t where t.inviter_id = $1',
    key: { id: 'bigint' },
    omits: ['inviter_id'],
  }),
  heldRows({
    name: 'invitation-totals',
    tables: ['invitation_totals'],
    from: `from (
      select x.inviter_id, x.level, x.asset, sum(x.amount) as amount, count(*) as invitees
      from invitation_totals x group by x.inviter_id, x.level, x.asset
    ) t where t.inviter_id = $1`,
    key: { level: 'int', asset: 'text' },
    omits: ['inviter_id'],
  }),
  heldRows({
    name: 'invitation-weeks',
    tables: ['invitation_weeks'],
    from: 'from invitation_weeks t where t.inviter_id = $1',
    key: { week: 'date', asset: 'text' },
    omits: ['inviter_id'],
  }),
];
