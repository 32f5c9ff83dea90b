/** Entry point of the operator API, for the server and the console. Not part of the member app. */
import { operatorAccountCalls } from './backoffice/accounts.ts';
import { operatorAlarmCalls } from './trading/alarms.ts';
import { operatorAnnouncementCalls } from './backoffice/announcements.ts';
import { operatorCaseCalls } from './backoffice/cases.ts';
import { operatorChainCalls } from './money/chain.ts';
import { operatorCustomerFileCalls } from './account/customer-files.ts';
import { operatorCustomerCalls } from './account/customers.ts';
import { operatorFindCalls } from './backoffice/find.ts';
import { operatorHedgingCalls } from './backoffice/hedging.ts';
import { operatorLiabilitiesCalls } from './proof/liabilities.ts';
import { operatorLoanCalls } from './products/loans.ts';
import { operatorManualCalls } from './money/manual.ts';
import { operatorListingCalls } from './market/listings.ts';
import { operatorMarketCalls } from './market/markets.ts';
import { operatorLogCalls } from './proof/public-log.ts';
import { operatorOperationCalls } from './backoffice/operations.ts';
import { operatorOutflowCalls } from './money/outflow.ts';
import { operatorOwnCalls } from './backoffice/own-account.ts';
import { operatorBankCalls } from './money/banks.ts';
import { operatorPayoutCalls } from './money/payouts.ts';
import { operatorProductCalls } from './products/products.ts';
import { operatorRecordCalls } from './backoffice/records.ts';
import { operatorReviewCalls } from './backoffice/reviews.ts';
import { operatorSupportCalls } from './backoffice/support.ts';
import { operatorStaffCalls } from './backoffice/staff-accounts.ts';
import { operatorRoleCalls } from './backoffice/roles.ts';
import { operatorSessionCalls } from './backoffice/session.ts';
import { operatorMonitoringCalls } from './backoffice/monitoring.ts';
import { operatorScreeningCalls } from './backoffice/screening.ts';
import { operatorSettingCalls } from './backoffice/settings.ts';
import { operatorTermsCalls } from './backoffice/terms.ts';
import { operatorDayCloseCalls } from './backoffice/day-close.ts';
import { operatorDayFileCalls } from './backoffice/day-files.ts';
import { operatorDaySignOffCalls } from './backoffice/day-sign-off.ts';
import { operatorTreasuryCalls } from './backoffice/treasury.ts';
import { operatorWireCalls } from './money/wires.ts';

export * from './backoffice/accounts.ts';
export * from './trading/alarms.ts';
export * from './backoffice/announcements.ts';
export type * from './backoffice/audit-actions.ts';
export * from './money/chain.ts';
export * from './backoffice/cases.ts';
export * from './account/customer-files.ts';
export * from './account/customers.ts';
export * from './backoffice/day-close.ts';
export * from './backoffice/day-files.ts';
export * from './backoffice/day-sign-off.ts';
export * from './backoffice/find.ts';
export * from './backoffice/hedging.ts';
export * from '../member-messages.ts';
export * from '../permissions.ts';
export * from './account/note-levels.ts';
export * from './money/exchange-accounts.ts';
export { fundedAccounts } from './money/funded-accounts.ts';
export * from './proof/liabilities.ts';
export * from './products/loans.ts';
export * from './money/manual.ts';
export * from './market/listings.ts';
export * from './market/markets.ts';
export * from './backoffice/operations.ts';
export * from './backoffice/own-account.ts';
export * from './money/banks.ts';
export * from './money/outflow.ts';
export * from './money/payouts.ts';
export * from './products/products.ts';
export * from './proof/public-log.ts';
export * from './backoffice/records.ts';
export * from './backoffice/reviews.ts';
export * from './backoffice/support.ts';
export * from './backoffice/permission-names.ts';
export * from './backoffice/role-row-names.ts';
export * from './backoffice/roles.ts';
export * from '../start-roles.ts';
export * from './backoffice/session.ts';
export * from './backoffice/monitoring.ts';
export * from './backoffice/screening.ts';
export * from './backoffice/settings.ts';
export * from './backoffice/setting-forms.ts';
export * from './backoffice/setting-values.ts';
export * from './backoffice/staff-accounts.ts';
export * from './backoffice/terms.ts';
export { incomeAccounts } from './backoffice/income-accounts.ts';
export * from './backoffice/treasury.ts';
export * from './money/wires.ts';

/** Every operator call. */
export const operatorCalls = {
  ...operatorSessionCalls,
  ...operatorReviewCalls,
  ...operatorCustomerCalls,
  ...operatorCustomerFileCalls,
  ...operatorFindCalls,
  ...operatorManualCalls,
  ...operatorMarketCalls,
  ...operatorListingCalls,
  ...operatorSettingCalls,
  ...operatorTermsCalls,
  ...operatorRecordCalls,
  ...operatorAccountCalls,
  ...operatorRoleCalls,
  ...operatorStaffCalls,
  ...operatorWireCalls,
  ...operatorPayoutCalls,
  ...operatorBankCalls,
  ...operatorLiabilitiesCalls,
  ...operatorLoanCalls,
  ...operatorChainCalls,
  ...operatorOutflowCalls,
  ...operatorHedgingCalls,
  ...operatorAnnouncementCalls,
  ...operatorAlarmCalls,
  ...operatorOperationCalls,
  ...operatorLogCalls,
  ...operatorOwnCalls,
  ...operatorProductCalls,
  ...operatorCaseCalls,
  ...operatorScreeningCalls,
  ...operatorMonitoringCalls,
  ...operatorSupportCalls,
  ...operatorDayCloseCalls,
  ...operatorDaySignOffCalls,
  ...operatorDayFileCalls,
  ...operatorTreasuryCalls,
};

export type AnyOperatorCall = (typeof operatorCalls)[keyof typeof operatorCalls];
