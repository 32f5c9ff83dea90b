/** Entry point of the operator API, for the server and the console. Not part of the member app. */
import { operatorAccountCalls } from './accounts.ts';
import { operatorAlarmCalls } from './alarms.ts';
import { operatorAnnouncementCalls } from './announcements.ts';
import { operatorChainCalls } from './chain.ts';
import { operatorCustomerCalls } from './customers.ts';
import { operatorLiabilitiesCalls } from './liabilities.ts';
import { operatorLoanCalls } from './loans.ts';
import { operatorManualCalls } from './manual.ts';
import { operatorLogCalls } from './public-log.ts';
import { operatorOperationCalls } from './operations.ts';
import { operatorPayoutCalls } from './payouts.ts';
import { operatorProductCalls } from './products.ts';
import { operatorRecordCalls } from './records.ts';
import { operatorReviewCalls } from './reviews.ts';
import { operatorServiceCalls } from './service.ts';
import { operatorSessionCalls } from './session.ts';
import { operatorSettingCalls } from './settings.ts';
import { operatorTermsCalls } from './terms.ts';
import { operatorWireCalls } from './wires.ts';

export * from './accounts.ts';
export * from './alarms.ts';
export * from './announcements.ts';
export type * from './audit-actions.ts';
export * from './chain.ts';
export * from './customers.ts';
export * from '../member-messages.ts';
export * from './note-levels.ts';
export * from './house-accounts.ts';
export * from './liabilities.ts';
export * from './loans.ts';
export * from './manual.ts';
export * from './operations.ts';
export * from './payouts.ts';
export * from './products.ts';
export * from './public-log.ts';
export * from './records.ts';
export * from './reviews.ts';
export * from './service.ts';
export * from './session.ts';
export * from './settings.ts';
export * from './terms.ts';
export * from './wires.ts';

/** Every operator call. */
export const operatorCalls = {
  ...operatorSessionCalls,
  ...operatorReviewCalls,
  ...operatorCustomerCalls,
  ...operatorManualCalls,
  ...operatorSettingCalls,
  ...operatorTermsCalls,
  ...operatorRecordCalls,
  ...operatorAccountCalls,
  ...operatorWireCalls,
  ...operatorPayoutCalls,
  ...operatorLiabilitiesCalls,
  ...operatorLoanCalls,
  ...operatorChainCalls,
  ...operatorAnnouncementCalls,
  ...operatorAlarmCalls,
  ...operatorOperationCalls,
  ...operatorLogCalls,
  ...operatorProductCalls,
  ...operatorServiceCalls,
};

export type AnyOperatorCall = (typeof operatorCalls)[keyof typeof operatorCalls];
