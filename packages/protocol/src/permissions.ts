/** What operators may do: a closed list of named permissions. A role is a set of them (ADR 108). */

/** By subject, in display order. */
export const permissionGroups = {
  customers: [
    'customers.read',
    'customers.files',
    'customers.propose',
    'customers.stop',
    'customers.verify',
    'notes.write',
    'notes.review',
    'notes.compliance',
    'inbox.answer',
    'outbox.read',
    'outbox.send',
  ],
  decisions: [
    'reviews.read',
    'reviews.first',
    'reviews.second',
    'transfers.read',
    'transfers.handle',
    'payments.send',
    'screening.read',
    'screening.decide',
  ],
  offer: [
    'offer.read',
    'markets.halt',
    'markets.propose',
    'terms.propose',
    'products.propose',
    'content.read',
    'content.write',
  ],
  exchange: [
    'books.read',
    'books.export',
    'books.sign',
    'treasury.propose',
    'operations.read',
    'operations.stop',
    'audit.read',
    'operators.read',
    'operators.propose',
    'ownAccounts.name',
  ],
} as const;

export type PermissionGroup = keyof typeof permissionGroups;
export type Permission = (typeof permissionGroups)[PermissionGroup][number];

export const permissions: readonly Permission[] = Object.values(permissionGroups).flat();

/** `role`: whoever has any permission, for what each operator at work may do. */
export type Need = Permission | 'role';

/** Whether these permissions meet one of the needs. */
export const meets = (held: readonly Permission[], needs: readonly Need[]): boolean =>
  needs.some((need) => (need === 'role' ? held.length > 0 : held.includes(need)));
