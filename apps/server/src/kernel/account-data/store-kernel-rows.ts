/** What the kernel holds about a member: profile, records, notices, images, devices, second factors. */
import { actOfNotice, describeNotice } from '../messaging/notice-kinds.ts';
import { messageIn } from '../i18n/reasons.ts';
import { actOfNote } from '../ledger/records.ts';
import { shownReason } from '../operators/audit-log.ts';
import { type HeldRow, heldRows, withMessage } from './held-rows.ts';

/** The note of a decision as the member reads it. */
function recordShown(row: HeldRow): HeldRow {
  const act = actOfNote({ kind: row['kind'] ?? '', reference: row['reference'] ?? '' });
  return act === undefined ? row : withMessage(row, 'note', act);
}

/** Facts and reasons of an act are for operators. */
function activityShown({ reason, detail, ...row }: HeldRow): HeldRow {
  const facts = JSON.parse(detail ?? '{}') as Record<string, unknown>;
  const act = { action: row['action'] ?? '', reason: reason ?? '', detail: facts };
  return { ...row, message: shownReason('en', act) };
}

function noticeShown(row: HeldRow): HeldRow {
  const { kind = '', about = '', values } = row as Record<string, string>;
  const shapes: Readonly<Record<string, string>> = describeNotice(kind).values;
  const shown = Object.entries(JSON.parse(values ?? '{}') as Record<string, string>).map(
    ([name, value]) => [
      name,
      shapes[name] === 'reason' ? messageIn('en', value, actOfNotice({ kind, about })) : value,
    ],
  );
  return { ...row, values: JSON.stringify(Object.fromEntries(shown)) };
}

export const kernelRows = [
  heldRows({
    name: 'profile',
    tables: ['members'],
    from: 'from members t where t.id = $1',
    key: { id: 'bigint' },
    // The law forbids to reveal a check.
    omits: ['password_hash', 'pay_password_hash', 'invited_by', 'is_trading_stopped'],
    shows: (row) => withMessage(withMessage(row, 'ban_reason', 'ban'), 'freeze_reason', 'freeze'),
  }),
  heldRows({
    name: 'operatorAccounts',
    tables: ['staff_accounts'],
    from: 'from staff_accounts t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['operator_id', 'reason', 'confirmed_by', 'release_by', 'released_by'],
  }),
  heldRows({
    name: 'balances',
    tables: ['ledger_balances'],
    from: 'from ledger_balances t where t.owner_id = $1',
    key: { asset: 'text' },
    omits: ['is_closed'],
  }),
  heldRows({
    name: 'records',
    tables: ['ledger_postings', 'ledger_entries'],
    from: `from (
      select p.id, p.owner_id, k.name as kind, p.asset, p.available, p.held, p.locked, p.staked, p.financed, p.loan, p.total,
        p.available_after, p.reserved_after, p.total_after, e.reference, e.note, p.effective_at
      from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_kinds k on k.kind = p.kind
      where ledger_is_record(p.total, p.kind) and p.owner_id > 0
    ) t where t.owner_id = $1`,
    key: { id: 'bigint' },
    omits: ['owner_id'],
    shows: recordShown,
  }),
  heldRows({
    name: 'reviews',
    tables: ['reviews'],
    from: 'from reviews t where t.member_id = $1',
    key: { id: 'bigint' },
    // The facts of a proposal have the reason of its operator; those of a request are exported with it.
    omits: [
      'facts',
      'facts_hash',
      'claimed_by',
      'claim_since',
      'claim_until',
      'hold_by',
      'hold_reason',
      'first_by',
      'first_hash',
      'first_note',
      'first_at',
      'decided_by',
      'decided_hash',
      'decided_note',
    ],
  }),
  heldRows({
    name: 'staff-activity',
    tables: ['audit_log'],
    from: 'from audit_log t where t.member_id = $1 and t.is_shown',
    key: { id: 'bigint' },
    omits: ['operator_id', 'operator_login', 'address', 'is_shown', 'seal'],
    shows: activityShown,
  }),
  heldRows({
    name: 'images',
    tables: ['images'],
    from: 'from images t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['name', 'difference_hash'],
  }),
  heldRows({
    name: 'notifications',
    tables: ['notifications'],
    from: 'from notifications t where t.member_id = $1',
    key: { id: 'bigint' },
    shows: noticeShown,
  }),
  heldRows({
    name: 'notification-read',
    tables: ['notification_floors'],
    from: 'from notification_floors t where t.member_id = $1',
    key: { member_id: 'bigint' },
  }),
  heldRows({
    name: 'notification-switches',
    tables: ['notification_switches'],
    from: 'from notification_switches t where t.member_id = $1',
    key: { category: 'text', channel: 'text' },
  }),
  heldRows({
    name: 'notification-settings',
    tables: ['notification_settings'],
    from: 'from notification_settings t where t.member_id = $1',
    key: { member_id: 'bigint' },
  }),
  heldRows({
    name: 'push-devices',
    tables: ['push_devices'],
    from: 'from push_devices t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['endpoint_hash', 'sealed'],
  }),
  heldRows({
    name: 'messages-sent',
    tables: ['outgoing_messages'],
    from: `from (
      select o.id, o.channel, o.recipient, o.subject, o.body, o.purpose, o.state, o.created_at, o.sent_at, m.id as member_id
      from members m join outgoing_messages o on o.recipient = m.email
        or m.phone_proven_at is not null and o.recipient = '+' || m.country_code || m.phone
        or o.channel = 'push' and o.recipient = m.id::text
      -- One that waits still has its code.
      where o.state <> 'waiting'
    ) t where t.member_id = $1`,
    key: { id: 'bigint' },
    omits: ['member_id'],
  }),
  heldRows({
    name: 'devices',
    tables: ['member_devices'],
    from: 'from member_devices t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['key_hash'],
  }),
  heldRows({
    name: 'security-activity',
    tables: ['security_events'],
    from: 'from security_events t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'email-word',
    tables: ['member_mail_words'],
    from: 'from member_mail_words t where t.member_id = $1',
    key: { member_id: 'bigint' },
    omits: ['sealed_word'],
  }),
  heldRows({
    name: 'freezes',
    tables: ['owner_freezes'],
    from: 'from owner_freezes t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'closings',
    tables: ['account_closings'],
    from: 'from account_closings t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'exports',
    tables: ['account_exports'],
    from: 'from account_exports t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['token_hash'],
  }),
  heldRows({
    name: 'passkeys',
    tables: ['passkeys'],
    from: 'from passkeys t where t.member_id = $1',
    key: { id: 'bigint' },
    omits: ['public_key'],
  }),
  heldRows({
    name: 'authenticators',
    tables: ['authenticators'],
    from: 'from authenticators t where t.member_id = $1',
    key: { member_id: 'bigint' },
    omits: ['sealed_secret', 'last_step'],
  }),
  heldRows({
    name: 'recovery-codes',
    tables: ['recovery_codes'],
    from: 'from recovery_codes t where t.member_id = $1',
    key: { code_hash: 'text' },
    omits: ['code_hash'],
  }),
  heldRows({
    name: 'network-addresses',
    tables: ['rail_addresses'],
    from: 'from rail_addresses t where t.member_id = $1',
    key: { network: 'text' },
    omits: ['path_index'],
  }),
];
