/** The roles of a new deployment; two operators change them in the console (ADR 108). */
import type { Permission } from './permissions.ts';

/** What reviewers and approvers both do: they prepare what two people decide. */
const preparing: readonly Permission[] = [
  'customers.read',
  'customers.files',
  'customers.propose',
  'notes.write',
  'notes.review',
  'reviews.read',
  'transfers.read',
  'transfers.handle',
  'offer.read',
  'markets.halt',
  'markets.propose',
  'terms.propose',
  'products.propose',
  'books.read',
  'books.sign',
  'treasury.propose',
  'operations.read',
  'operators.read',
  'ownAccounts.name',
];

/** In display order. */
export const startRoles = {
  reviewer: [...preparing, 'customers.stop', 'customers.verify', 'inbox.answer', 'reviews.first'],
  approver: [
    ...preparing,
    'notes.compliance',
    'reviews.second',
    'payments.send',
    'content.read',
    'books.export',
    'operations.stop',
    'operators.propose',
  ],
  support: [
    'customers.read',
    'customers.stop',
    'notes.write',
    'inbox.answer',
    'outbox.read',
    'outbox.send',
    'ownAccounts.name',
  ],
  content: ['content.read', 'content.write', 'ownAccounts.name'],
  auditor: [
    'customers.read',
    'customers.files',
    'notes.review',
    'notes.compliance',
    'outbox.read',
    'reviews.read',
    'transfers.read',
    'screening.read',
    'offer.read',
    'content.read',
    'books.read',
    'books.export',
    'operations.read',
    'audit.read',
    'operators.read',
  ],
  compliance: [
    'customers.read',
    'notes.write',
    'notes.review',
    'notes.compliance',
    'screening.read',
    'screening.decide',
  ],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

/** The id of one of them. */
export type OperatorRole = keyof typeof startRoles;
