/** The changes of an audit-log entry: before, after, difference. Pure. */
import { type Permission, permissionNames } from '@tern/protocol/operator/client';
import { formatDate } from '@tern/ui';
import { plainValue } from '../../../kernel/value-text.ts';
import { roleNameOf, roleNamesOf } from '../../../kernel/role-names.ts';
import { texts } from '../../../kernel/texts.ts';
import type { AuditLine } from '../../../kernel/audit/audit-sentences.ts';
import { type Facts, factsOf } from '../../../kernel/audit/audit-sentences.ts';

export interface Change {
  name: string;
  before: string;
  after: string;
  /** For a balance: signed, with its unit. */
  by?: { amount: string; unit: string };
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values before and after; terms under their display names. */
function valueChanges(facts: Facts): Change[] {
  const key = plainValue(facts['setting'] ?? facts['key'] ?? '');
  const { value, replaced } = facts;
  const names: Readonly<Record<string, string>> = texts.terms.fields;
  if (value === undefined) return [];
  if (!isGroup(value))
    return [{ name: key, before: plainValue(replaced), after: plainValue(value) }];
  const before = isGroup(replaced) ? replaced : {};
  return Object.entries(value).map(([field, to]) => ({
    name: names[field] ?? field,
    before: plainValue(before[field]),
    after: plainValue(to),
  }));
}

function stateChanges(line: AuditLine, facts: Facts): Change[] {
  const name = line.record === null ? 'Review' : `Review ${line.record.recordNo}`;
  const { first, second } = texts.review.needs;
  const isTwo = line.record?.approvals === 2;
  const before = isTwo ? second : first;
  const balanceChange = facts['change'];
  const balance: Change[] = isGroup(balanceChange)
    ? [
        {
          name: `${String(balanceChange['asset'])} ${balanceChange['of'] === 'total' ? 'total' : 'available'}, ${texts.queue.member(line.memberId ?? 0)}`,
          before: '',
          after: '',
          by: { amount: String(balanceChange['amount']), unit: String(balanceChange['asset']) },
        },
      ]
    : [];
  switch (line.action) {
    case 'review.approveFirst':
      return [
        { name, before: first, after: second },
        { name: 'Approvals', before: '0 of 2', after: '1 of 2' },
      ];
    case 'review.approve':
      return [
        { name, before, after: 'Carried out' },
        {
          name: 'Approvals',
          before: isTwo ? '1 of 2' : '0 of 1',
          after: isTwo ? '2 of 2' : '1 of 1',
        },
        ...balance,
      ];
    case 'review.voided':
      return [{ name, before: 'Carried out', after: 'Returned' }, ...balance];
    case 'review.reject':
      return [{ name, before: texts.states.open, after: texts.states.rejected }];
    case 'review.hold':
      return [
        { name, before: texts.states.open, after: `On hold until ${timeOf(facts['until'])}` },
      ];
    default:
      return [];
  }
}

function timeOf(value: unknown): string {
  return formatDate(value as number | string, { locale: 'en', detail: 'short' });
}

/** Account status before and after each action. */
const statusChanges: Readonly<
  Record<string, readonly [name: string, before: string, after: string]>
> = {
  'member.ban': ['Login', 'Allowed', 'Banned'],
  'member.unban': ['Login', 'Banned', 'Allowed'],
  'member.freeze': ['Account', 'Not frozen', 'Frozen'],
  'member.unfreeze': ['Account', 'Frozen', 'Not frozen'],
  'member.verify': ['Identity', 'Not verified', 'Verified'],
  'member.unverify': ['Identity', 'Verified', 'Not verified'],
};

function pauseChange(line: AuditLine, facts: Facts): Change[] {
  const name = texts.terms.directions[facts['direction'] === 'out' ? 'out' : 'in'];
  const isPause = line.action === 'terms.pause';
  const [open, paused] = [capitalized(texts.terms.on), capitalized(texts.terms.paused)];
  return [{ name, before: isPause ? open : paused, after: isPause ? paused : open }];
}

/** Empty for views and claims. */
export function changesOf(line: AuditLine): Change[] {
  const facts = factsOf(line);
  const { action } = line;
  if (action.startsWith('review.')) return stateChanges(line, facts);
  const statusChange = statusChanges[action];
  if (statusChange !== undefined) {
    const [name, before, after] = statusChange;
    const end = facts['until'] === undefined ? '' : ` until ${timeOf(facts['until'])}`;
    return [{ name, before, after: `${after}${end}` }];
  }
  if (/^(setting|terms)\.(propose|apply)$/.test(action)) return valueChanges(facts);
  if (/^terms\.(pause|resume|pauseEnd)$/.test(action)) return pauseChange(line, facts);
  const hasRoles = facts['change'] === 'add' || facts['change'] === 'roles';
  if (action === 'account.propose' && hasRoles) {
    const [before, after] = [roleNamesOf(facts['before']), roleNamesOf(facts['roles'])];
    return [{ name: 'Roles', before, after }];
  }
  if (action === 'role.propose') {
    const named = (value: unknown) =>
      Array.isArray(value)
        ? value.map((each: string) => permissionNames[each as Permission] ?? each).join('; ')
        : '';
    const after = facts['change'] === 'end' ? '' : named(facts['permissions']);
    const permissions = { name: 'Permissions', before: named(facts['before']), after };
    const nameBefore = facts['nameBefore'];
    if (typeof nameBefore !== 'string') return [permissions];
    const renamed = { name: 'Name', before: nameBefore, after: String(facts['name']) };
    return permissions.before === after ? [renamed] : [renamed, permissions];
  }
  return [];
}

/** Facts already shown as changes or proof, or of no use to a reader. */
const SHOWN_ELSEWHERE = new Set([
  'kind',
  'subjectId',
  'key',
  'setting',
  'value',
  'replaced',
  'hash',
  'note',
  'facts',
  'change',
  'before',
  'nameBefore',
  'permissions',
  'direction',
]);

/** The other facts of the entry, by name. */
export function restOf(line: AuditLine): [name: string, value: string][] {
  return Object.entries(factsOf(line))
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .map(([name, value]): [string, string] => [
      capitalized(name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)),
      shownValue(name, value),
    ])
    .filter(([, value]) => value !== '');
}

function shownValue(name: string, value: unknown): string {
  if (name === 'roles') return roleNamesOf(value);
  if (name === 'role' && typeof value === 'string') return roleNameOf(value);
  return isTime(name, value) ? timeOf(value) : plainValue(value);
}

const isTime = (name: string, value: unknown) =>
  /^(until|.*At)$/.test(name) && (typeof value === 'number' || typeof value === 'string');
