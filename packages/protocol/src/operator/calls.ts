/** Every operator call. Not part of the member app. */
import { operatorAccountCalls } from './accounts.ts';
import { operatorAlarmCalls } from './alarms.ts';
import { operatorAnnouncementCalls } from './announcements.ts';
import { operatorChainCalls } from './chain.ts';
import { operatorCustomerCalls } from './customers.ts';
import { operatorManualCalls } from './manual.ts';
import { operatorRecordCalls } from './records.ts';
import { operatorReviewCalls } from './reviews.ts';
import { operatorSessionCalls } from './session.ts';
import { operatorSettingCalls } from './settings.ts';
import { operatorTermsCalls } from './terms.ts';
import { operatorWireCalls } from './wires.ts';

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
  ...operatorChainCalls,
  ...operatorAnnouncementCalls,
  ...operatorAlarmCalls,
};

export type AnyOperatorCall = (typeof operatorCalls)[keyof typeof operatorCalls];
