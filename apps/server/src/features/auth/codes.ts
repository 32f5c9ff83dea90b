/** One-time codes by e-mail and SMS: six digits, for one purpose, one at a time per target and purpose, with few tries and a short life. */
import { queueMessage, wakeDelivery } from '../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { langOf, textOf } from '../../kernel/i18n/texts.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { addressSubject, limitKey } from '../../platform/limit-key.ts';
import type { Random } from '../../platform/random.ts';
import type { Attempts } from './attempts.ts';
import { takeFromBudgets } from './code-budgets.ts';
import { hashSecret } from '../../platform/secret-box.ts';
import { type CodePurpose, type CodeUse, codesOfDay, codeWaitMs } from './rules.ts';
import { authSettings } from './settings.ts';
import { codeSendingForUpdate, putCode, takeCode, tryCode } from './store.ts';

interface CodeDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  settings: Settings;
}

export interface Codes {
  /**
   * Sends a new code, which voids the previous one; an account need not exist. Returns the seconds until another may be
   * sent.
   * Fails with: too-many-requests with the seconds left, also when the caller's address or the range of phone numbers
   * has used up its budget.
   */
  send(use: CodeUse, request: { lang: string; address: string }): Promise<number>;
  /** Whether the code is right for this purpose. A wrong one costs a try; a right one stays valid. */
  isRight(use: CodeUse, code: string): Promise<boolean>;
  /** Uses up the code. Fails with: wrong-code when it was used meanwhile. */
  take(tx: Tx, use: CodeUse, code: string): Promise<void>;
}

const DIGITS = 6;
const CODE = /^\d{6}$/;

function nameOf({ target, purpose }: CodeUse): string {
  const recipient =
    'email' in target ? `email ${target.email}` : `phone ${target.countryCode} ${target.phone}`;
  return `${purpose} ${recipient}`;
}

const hashOf = (name: string, code: string) => hashSecret(`code ${name}`, code.trim());

export function createCodes(deps: CodeDeps): Codes {
  const { database, clock, random, bus, settings } = deps;

  function limits() {
    const resendSeconds = settings.read(authSettings.codeResendSeconds);
    return {
      resendSeconds,
      resendMs: resendSeconds * 1_000,
      perDay: settings.read(authSettings.codesPerDay),
      minutes: settings.read(authSettings.codeMinutes),
      tries: settings.read(authSettings.codeTries),
    };
  }

  return {
    async send(use, { lang, address }) {
      const limit = limits();
      const { target } = use;
      const name = nameOf(use);
      const code = random.digits(DIGITS);
      await database.transaction(async (tx) => {
        const now = clock.now();
        const last = await tx.maybe(codeSendingForUpdate, [name]);
        refuseWhileWaiting(codeWaitMs(last, limit, now));
        await takeFromBudgets(tx, settings, { target, address, now });
        const { dayStartedAt, dayCount } = codesOfDay(last, now);
        const expiresAt = now + limit.minutes * 60_000;
        const written = await tx.run(putCode, [
          name,
          hashOf(name, code),
          limit.tries,
          now,
          expiresAt,
          dayStartedAt,
          dayCount,
          last?.sentAt ?? 0,
        ]);
        if (written === 0) refuseWhileWaiting(limit.resendMs);
        await queueMessage(tx, messageOf(use, { code, lang, minutes: limit.minutes }), now);
      });
      wakeDelivery(bus);
      return limit.resendSeconds;
    },

    async isRight(use, code) {
      if (!CODE.test(code.trim())) return false;
      const name = nameOf(use);
      const tried = await database.transaction((tx) =>
        tx.maybe(tryCode, [name, hashOf(name, code), clock.now()]),
      );
      return tried?.isRight === true;
    },

    async take(tx, use, code) {
      const name = nameOf(use);
      const taken = await tx.run(takeCode, [name, hashOf(name, code), clock.now()]);
      if (taken === 0) throw new Refusal('wrong-code');
    },
  };
}

function refuseWhileWaiting(waitMs: number) {
  if (waitMs > 0)
    throw new Refusal('too-many-requests', { data: { seconds: Math.ceil(waitMs / 1_000) } });
}

/** The message begins with what the code is for, so that nobody is talked into revealing it for something else. */
function messageOf(use: CodeUse, values: { code: string; lang: string; minutes: number }) {
  const lang = langOf(values.lang);
  const { code, minutes } = values;
  const { target } = use;
  const purpose = textOf(lang, `codeFor.${use.purpose}`);
  const shared = { purpose: 'code', code };
  return 'email' in target
    ? {
        ...shared,
        channel: 'email' as const,
        recipient: target.email,
        subject: purpose,
        body: textOf(lang, 'mail.code.body', { purpose, code, minutes }),
      }
    : {
        ...shared,
        channel: 'sms' as const,
        recipient: `+${target.countryCode}${target.phone}`,
        subject: '',
        body: textOf(lang, 'sms.code.body', { purpose, code, minutes }),
      };
}

/**
 * Checks a code without using it up, for a form with several steps. A wrong code costs a try of the code and one of the
 * caller's: without a captcha, the latter stops an attacker from voiding other people's codes.
 * Fails with: wrong-code, too-many-requests with the seconds to wait.
 */
export async function checkEmailCode(
  deps: { database: Database; attempts: Attempts; codes: Codes },
  request: { email: string; purpose: CodePurpose; code: string; address: string },
): Promise<void> {
  const { email, purpose, code, address } = request;
  const attempt = await deps.attempts.take([limitKey('code', addressSubject(address))]);
  if (!(await deps.codes.isRight({ target: { email }, purpose }, code))) {
    throw new Refusal('wrong-code', { fields: ['emailCode'] });
  }
  await deps.database.transaction((tx) => deps.attempts.refund(tx, attempt));
}
