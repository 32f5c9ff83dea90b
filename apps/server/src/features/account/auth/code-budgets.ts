/** Budgets for codes by e-mail and SMS: per caller, per caller and recipient, per recipient, and per range of phone numbers (ADR 6). */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { type Settings, wholeNumber } from '../../../kernel/settings/settings.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import {
  addressSubject,
  limitKey,
  limitKeyOfText,
  type LimitKey,
} from '../../../platform/limit-key.ts';
import { accountSubject } from './attempts.ts';
import { attemptWaitMs, type CodeTarget, recipientOf } from './rules.ts';
import { authSettings } from './settings.ts';
import { addSending } from './store.ts';

/** Older messages count towards no budget. */
export const BUDGET_KEPT_MS = DAY_MS;

export const codeBudgetSettings = {
  smsPerAddressHour: wholeNumber({
    key: 'auth.smsPerAddressHour',
    name: 'SMS codes per address and hour',
    effect: 'One network address can request this many codes by SMS within an hour.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
  smsPerAddressDay: wholeNumber({
    key: 'auth.smsPerAddressDay',
    name: 'SMS codes per address and day',
    effect: 'One network address can request this many codes by SMS within 24 hours.',
    unit: '',
    fallback: 30,
    min: 1,
  }),
  smsPerRangeDay: wholeNumber({
    key: 'auth.smsPerRangeDay',
    name: 'SMS codes per range of numbers',
    effect: 'A range of 10,000 phone numbers gets this many codes within 24 hours.',
    unit: '',
    fallback: 50,
    min: 1,
  }),
  smsPerRangeAndAddressDay: wholeNumber({
    key: 'auth.smsPerRangeAndAddressDay',
    name: 'SMS codes per range and address',
    effect:
      'One network address can send this many codes to a range of 10,000 phone numbers within 24 hours; the rest is left to others.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
  emailsPerAddressHour: wholeNumber({
    key: 'auth.emailsPerAddressHour',
    name: 'E-mail codes per address',
    effect: 'One network address can request this many codes by e-mail within an hour.',
    unit: '',
    fallback: 100,
    min: 1,
  }),
};

/** Who asks for a code. A member who is signed in is known as the owner of their own address. */
export type CodeCaller = { address: string } | { owner: number };

/** The key under which the caller's messages and wrong codes are counted. */
export const callerKey = (caller: CodeCaller): LimitKey =>
  'owner' in caller ? accountSubject(caller.owner) : addressSubject(caller.address);

interface Budget {
  subject: LimitKey;
  max: number;
  windowMs: number;
}

/**
 * Counts a message against all of its budgets, in the transaction that sends it. What strangers use up is not the owner's:
 * one caller has a share of what may be sent to a recipient, and a member who is signed in a budget of their own.
 * @throws too-many-requests with the seconds until the fullest budget has room; nothing is counted then
 */
export async function takeFromBudgets(
  tx: Tx,
  settings: Settings,
  sending: { target: CodeTarget; caller: CodeCaller; now: number },
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
  { target, caller }: { target: CodeTarget; caller: CodeCaller },
): Budget[] {
  const key = callerKey(caller);
  const recipient = recipientOf(target);
  const wait = {
    subject: limitKeyOfText('code wait', key, recipient),
    max: 1,
    windowMs: settings.read(authSettings.codeResendSeconds) * 1_000,
  };
  const day = (subject: LimitKey, max: number) => ({ subject, max, windowMs: DAY_MS });
  if ('owner' in caller)
    return [wait, day(limitKey('own codes', key), settings.read(authSettings.ownCodesPerDay))];
  return [
    wait,
    ...budgetsOfAddress(settings, target, key),
    day(
      limitKeyOfText('code share', key, recipient),
      settings.read(authSettings.codesPerCallerDay),
    ),
    day(limitKeyOfText('codes', 'recipient', recipient), settings.read(authSettings.codesPerDay)),
  ];
}

function budgetsOfAddress(settings: Settings, target: CodeTarget, key: LimitKey): Budget[] {
  const budget = (subject: LimitKey, max: keyof typeof codeBudgetSettings, windowMs: number) => ({
    subject,
    max: settings.read(codeBudgetSettings[max]),
    windowMs,
  });
  if ('email' in target) return [budget(limitKey('email', key), 'emailsPerAddressHour', HOUR_MS)];
  const range = rangeOf(target);
  return [
    budget(limitKey('sms hour', key), 'smsPerAddressHour', HOUR_MS),
    budget(limitKey('sms day', key), 'smsPerAddressDay', DAY_MS),
    budget(limitKeyOfText('sms share', key, range), 'smsPerRangeAndAddressDay', DAY_MS),
    budget(limitKeyOfText('sms range', 'phone range', range), 'smsPerRangeDay', DAY_MS),
  ];
}

/** SMS fraud uses neighbouring premium numbers, so the last four digits are ignored. */
function rangeOf({ countryCode, phone }: { countryCode: string; phone: string }): string {
  return `+${countryCode}${phone.slice(0, -4)}`;
}
