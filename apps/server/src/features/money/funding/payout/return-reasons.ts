/** What a member reads of the reason for which a bank returned a payment. Pure. Source: external code set of ISO 20022. */
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import { RETURNED } from './payouts.ts';

/** Those on which a member can act. */
const REASONS: Readonly<Record<string, OwnReason>> = {
  AC01: 'reason.payoutWrongAccount',
  AC03: 'reason.payoutWrongAccount',
  RC01: 'reason.payoutWrongAccount',
  AC04: 'reason.payoutClosedAccount',
  AC06: 'reason.payoutBlockedAccount',
  AC13: 'reason.payoutBlockedAccount',
  AG01: 'reason.payoutBlockedAccount',
  BE01: 'reason.payoutOtherName',
};

/** `code`: of the statement; undefined where an operator recorded the return by hand. */
export const returnReason = (code: string | undefined): OwnReason =>
  (code === undefined ? undefined : REASONS[code]) ?? RETURNED;
