/** Budgets for codes by e-mail and SMS: per caller address, and per range of phone numbers (ADR 6). */
import { Refusal } from '../../kernel/requests/refusal.ts';
import { type Settings, wholeNumber } from '../../kernel/settings/settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import {
  addressSubject,
  limitKey,
  limitKeyOfText,
  type LimitKey,
} from '../../platform/limit-key.ts';
import { attemptWaitMs, type CodeTarget } from './rules.ts';
import { addSending } from './store.ts';

/** Older messages count towards no budget. */
export const BUDGET_KEPT_MS = DAY_MS;

export const codeBudgetSettings = {
  smsPerAddressHour: wholeNumber({
    key: 'auth.smsPerAddressHour',
    unit: 'SMS codes requested from one address within 1 h',
    fallback: 10,
    min: 1,
  }),
  smsPerAddressDay: wholeNumber({
    key: 'auth.smsPerAddressDay',
    unit: 'SMS codes requested from one address within 24 h',
    fallback: 30,
    min: 1,
  }),
  smsPerRangeDay: wholeNumber({
    key: 'auth.smsPerRangeDay',
    unit: 'SMS codes to one range of 10,000 phone numbers within 24 h',
    fallback: 50,
    min: 1,
  }),
  emailsPerAddressHour: wholeNumber({
    key: 'auth.emailsPerAddressHour',
    unit: 'e-mail codes requested from one address within 1 h',
    fallback: 100,
    min: 1,
  }),
};

interface Budget {
  subject: LimitKey;
  max: number;
  windowMs: number;
}

/**
 * Counts a message against all of its budgets, in the transaction that sends it.
 * Fails with: too-many-requests with the seconds until the fullest budget has room; nothing is counted then.
 */
export async function takeFromBudgets(
  tx: Tx,
  settings: Settings,
  sending: { target: CodeTarget; address: string; now: number },
): Promise<void> {
  const { now } = sending;
  for (const { subject, max, windowMs } of budgetsOf(settings, sending)) {
    const { sentAt } = await tx.one(addSending, [subject, now, now - windowMs]);
    const waitMs = attemptWaitMs(sentAt.slice(0, -1), { max, windowMs }, now);
    if (waitMs > 0)
      throw new Refusal('too-many-requests', { data: { seconds: Math.ceil(waitMs / 1_000) } });
  }
}

/** Always in the same order, so that two transactions cannot deadlock. */
function budgetsOf(
  settings: Settings,
  { target, address }: { target: CodeTarget; address: string },
): Budget[] {
  const caller = addressSubject(address);
  const budget = (name: LimitKey, max: keyof typeof codeBudgetSettings, windowMs: number) => ({
    subject: name,
    max: settings.read(codeBudgetSettings[max]),
    windowMs,
  });
  if ('email' in target)
    return [budget(limitKey('email', caller), 'emailsPerAddressHour', HOUR_MS)];
  return [
    budget(limitKey('sms hour', caller), 'smsPerAddressHour', HOUR_MS),
    budget(limitKey('sms day', caller), 'smsPerAddressDay', DAY_MS),
    budget(limitKeyOfText('sms range', 'phone range', rangeOf(target)), 'smsPerRangeDay', DAY_MS),
  ];
}

/** SMS fraud uses neighbouring premium numbers, so the last four digits are ignored. */
function rangeOf({ countryCode, phone }: { countryCode: string; phone: string }): string {
  return `+${countryCode}${phone.slice(0, -4)}`;
}
