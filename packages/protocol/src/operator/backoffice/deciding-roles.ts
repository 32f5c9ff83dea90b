/** Who decides in the review queue: the first of two people, and the second. */
import type { OperatorRole } from '../../call.ts';

export const decidingRoles = {
  first: ['reviewer'],
  second: ['approver'],
} as const satisfies Record<string, readonly OperatorRole[]>;
