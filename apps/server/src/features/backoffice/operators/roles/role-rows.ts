/** The rows of the matrix of roles: every call of operators that needs a role is in exactly one of them. */
import type { RoleRow } from '@tern/protocol/operator';

interface Row {
  readonly key: string;
  readonly group: RoleRow['group'];
  /** Who may make one of these calls at least sees. Paths below `/operator/`. */
  readonly sees: readonly string[];
  /** What is done; all by the same roles. */
  readonly acts: readonly string[];
  /** `alone`: by one person. `proposes`: by the first of two, the second decides in the queue. `both`: by two of these roles. */
  readonly by: 'alone' | 'proposes' | 'both' | 'decides';
}

const below = <const P extends string, const N extends string>(path: P, ...names: readonly N[]) =>
  names.map((name) => `${path}/${name}` as const);

const CUSTOMERS = [
  { key: 'find', group: 'customers', sees: ['find'], acts: [], by: 'alone' },
  {
    key: 'customers',
    group: 'customers',
    sees: below('customer', 'list', 'find', 'records', 'timeline'),
    acts: [],
    by: 'alone',
  },
  {
    key: 'answer',
    group: 'customers',
    sees: [
      ...below('service', 'inbox', 'find', 'messages', 'image', 'records', 'colleagues', 'read'),
      'service/typing',
    ],
    acts: below('service', 'claim', 'handOver', 'answer', 'uploadImage', 'close', 'signAs'),
    by: 'alone',
  },
  { key: 'notes', group: 'customers', sees: [], acts: ['customer/addNote'], by: 'alone' },
  { key: 'stop', group: 'customers', sees: [], acts: ['customer/setStanding'], by: 'alone' },
  { key: 'entry', group: 'customers', sees: [], acts: ['manual/propose'], by: 'proposes' },
  {
    key: 'customerFile',
    group: 'customers',
    sees: below('customerFile', 'list', 'link'),
    acts: ['customerFile/propose'],
    by: 'proposes',
  },
  {
    key: 'outbox',
    group: 'customers',
    sees: ['outbox/list'],
    acts: ['outbox/sendAgain'],
    by: 'alone',
  },
] as const satisfies readonly Row[];

const DECISIONS = [
  {
    key: 'reviews',
    group: 'decisions',
    sees: below('review', 'counts', 'list', 'find', 'image', 'numbers'),
    acts: below('review', 'claim', 'claimSeveral', 'release', 'hold', 'approve', 'reject'),
    by: 'decides',
  },
  {
    key: 'receipts',
    group: 'decisions',
    sees: [],
    acts: ['wire/recordReceipt', 'loan/lowerAmount'],
    by: 'alone',
  },
  {
    key: 'stuck',
    group: 'decisions',
    sees: below('chain', 'halted', 'strays', 'candidates', 'houseAddress', 'house'),
    acts: [...below('chain', 'proposeVerdict', 'proposeStray'), 'payout/proposeReturn'],
    by: 'proposes',
  },
  {
    key: 'statements',
    group: 'decisions',
    sees: below('bank', 'accounts', 'statements', 'entries', 'candidates', 'sample'),
    acts: below('bank', 'import', 'match'),
    by: 'alone',
  },
  {
    key: 'paymentFiles',
    group: 'decisions',
    sees: ['payout/list', 'paymentFile/list'],
    acts: ['payout/recordSent', ...below('paymentFile', 'make', 'download', 'decide')],
    by: 'alone',
  },
  {
    key: 'outflow',
    group: 'decisions',
    sees: ['outflow/show', 'outflow/wallets'],
    acts: below('outflow', 'setCap', 'proposeRelease'),
    by: 'proposes',
  },
  {
    key: 'hedging',
    group: 'decisions',
    sees: ['hedging/show'],
    acts: below('hedging', 'stop', 'proposeResume', 'proposeMove'),
    by: 'proposes',
  },
  {
    key: 'screening',
    group: 'decisions',
    sees: below('screening', 'list', 'hit'),
    acts: below('screening', 'decide', 'reopen'),
    by: 'both',
  },
  {
    key: 'cases',
    group: 'decisions',
    sees: below('case', 'list', 'closed', 'find', 'timeline', 'report'),
    acts: below(
      'case',
      'open',
      'take',
      'handOver',
      'note',
      'propose',
      'decide',
      'withdraw',
      'receipt',
    ),
    by: 'both',
  },
  {
    key: 'monitoring',
    group: 'decisions',
    sees: below('monitoring', 'list', 'rule'),
    acts: below('monitoring', 'replay', 'propose', 'decide', 'withdraw'),
    by: 'both',
  },
  {
    key: 'alarms',
    group: 'decisions',
    sees: ['resultAlarm/list'],
    acts: ['resultAlarm/review'],
    by: 'both',
  },
] as const satisfies readonly Row[];

const OFFER = [
  {
    key: 'halt',
    group: 'offer',
    sees: below('market', 'list', 'halts'),
    acts: below('market', 'halt', 'confirmHalt', 'reopen'),
    by: 'alone',
  },
  {
    key: 'markets',
    group: 'offer',
    sees: [
      ...below('market', 'versions', 'delistingImpact'),
      ...below('listing', 'list', 'choices'),
    ],
    acts: [
      ...below('market', 'proposeTerms', 'proposeDelisting', 'withdrawDelisting'),
      ...below('listing', 'save', 'uploadPicture', 'check', 'discard', 'propose'),
      ...below('listing', 'move', 'withdraw'),
    ],
    by: 'proposes',
  },
  {
    key: 'terms',
    group: 'offer',
    sees: ['setting/list', 'setting/versions', 'terms/list'],
    acts: ['setting/propose', 'setting/withdraw', 'terms/propose'],
    by: 'proposes',
  },
  { key: 'pause', group: 'offer', sees: [], acts: below('terms', 'pause', 'resume'), by: 'alone' },
  {
    key: 'products',
    group: 'offer',
    sees: below('product', 'kinds', 'list', 'find', 'orders', 'house', 'check'),
    acts: below('product', 'write', 'propose', 'withdraw', 'close', 'fund'),
    by: 'proposes',
  },
  {
    key: 'announcements',
    group: 'offer',
    sees: below('announcement', 'list', 'find', 'preview', 'takeBack'),
    acts: below('announcement', 'begin', 'write', 'propose'),
    by: 'proposes',
  },
  {
    key: 'replies',
    group: 'offer',
    sees: below('service', 'replies', 'replyVersions'),
    acts: below('service', 'writeReply', 'removeReply'),
    by: 'alone',
  },
  { key: 'questions', group: 'offer', sees: [], acts: ['service/publishReply'], by: 'both' },
] as const satisfies readonly Row[];

const EXCHANGE = [
  {
    key: 'treasury',
    group: 'exchange',
    sees: below('treasury', 'accounts', 'coverage', 'revenue', 'moves'),
    acts: ['treasury/propose'],
    by: 'proposes',
  },
  {
    key: 'dayClose',
    group: 'exchange',
    sees: below('dayClose', 'list', 'show', 'file'),
    acts: below('dayClose', 'explain', 'removeItem', 'settle', 'handOver', 'sign', 'refuse'),
    by: 'both',
  },
  {
    key: 'dayFiles',
    group: 'exchange',
    sees: below('dayFile', 'list', 'preview'),
    acts: below('dayFile', 'make', 'link'),
    by: 'alone',
  },
  {
    key: 'liabilities',
    group: 'exchange',
    sees: ['liabilities/newest'],
    acts: ['liabilities/ask'],
    by: 'alone',
  },
  {
    key: 'operations',
    group: 'exchange',
    sees: ['operations/invariants', 'operations/state', 'logKeys/list'],
    acts: [...below('readOnly', 'propose', 'lift'), ...below('logKeys', 'propose', 'declare')],
    by: 'both',
  },
  {
    key: 'audit',
    group: 'exchange',
    sees: below('audit', 'list', 'chain', 'export'),
    acts: [],
    by: 'alone',
  },
  {
    key: 'operators',
    group: 'exchange',
    sees: ['account/list', 'account/roles'],
    acts: ['account/propose', 'role/propose'],
    by: 'proposes',
  },
  {
    key: 'unlock',
    group: 'exchange',
    sees: [],
    acts: below('account', 'startHalf', 'confirmLock', 'unlock'),
    by: 'both',
  },
  { key: 'lock', group: 'exchange', sees: [], acts: ['account/lock'], by: 'alone' },
  {
    key: 'ownMembers',
    group: 'exchange',
    sees: ['staffAccount/list'],
    acts: ['staffAccount/declare'],
    by: 'alone',
  },
  {
    key: 'staffAccounts',
    group: 'exchange',
    sees: [],
    acts: below('staffAccount', 'confirm', 'release'),
    by: 'both',
  },
] as const satisfies readonly Row[];

const rows = [...CUSTOMERS, ...DECISIONS, ...OFFER, ...EXCHANGE] as const;
/** A path in one of the rows. */
export type ListedPath = (typeof rows)[number]['sees' | 'acts'][number];

export const rowsOfRoles: readonly Row[] = rows;
