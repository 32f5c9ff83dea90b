/** The public kind of each action in the audit log. */
import type { operatorActs } from '@tern/protocol';
import type { AuditAction, AuditChange } from '@tern/protocol/operator';
import { isLook } from '../../../../kernel/operators/audit-log.ts';

export type OperatorAct = (typeof operatorActs)[number];

/** Steps on the way to another action are `other`. */
const ACTS: Readonly<Partial<Record<AuditChange, OperatorAct>>> = {
  'review.approve': 'approved',
  'review.reject': 'refused',
  'review.hold': 'held',
  'member.freeze': 'frozen',
  'member.ban': 'banned',
  'manual.propose': 'byHand',
  'setting.propose': 'termsChanged',
  'terms.propose': 'termsChanged',
  'terms.pause': 'paused',
  'product.propose': 'productsChanged',
  'product.close': 'productsChanged',
  'announcement.publish': 'published',
  'service.answer': 'answered',
};

export const actOf = (action: AuditAction): OperatorAct =>
  isLook(action) ? 'looked' : (ACTS[action] ?? 'other');
