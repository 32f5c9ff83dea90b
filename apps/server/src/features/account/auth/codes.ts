/** One-time codes by e-mail and SMS: six digits, for one purpose, with few tries and a short life (ADR 6). */
import { readCode } from '@tern/protocol/typed-text';
import { queueMessage, wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { langOf, textOf } from '../../../kernel/i18n/texts.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { addressSubject, limitKey, limitKeyOfText } from '../../../platform/limit-key.ts';
import type { Random } from '../../../platform/random.ts';
import type { Attempts } from './attempts.ts';
import { callerKey, type CodeCaller, takeFromBudgets } from './code-budgets.ts';
import { hashSecret } from '../../../platform/secret-box.ts';
import { attemptWaitMs, type CodePurpose, type CodeUse, recipientOf } from './rules.ts';
import { authSettings } from './settings.ts';
import {
  addFailures,
  countWrongTry,
  insertCode,
  openCodesForUpdate,
  removeFailures,
  voidCodes,
} from './store.ts';

interface CodeDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  settings: Settings;
}

export interface Codes {
  /**
   * Sends a new code; earlier ones stay good until their time, so that a stranger who asks for one voids nothing. An account
   * need not exist. Returns the seconds until this caller may ask for another.
   * @throws too-many-requests with the seconds left
   */
  send(use: CodeUse, request: { lang: string; caller: CodeCaller }): Promise<number>;
  /**
   * Whether the code is right for this purpose; a right one stays valid. A wrong one costs the caller a try, and each open
   * code one of its own, of which it has those of three callers: nobody voids the codes of others alone.
   * @throws too-many-requests with the seconds left, when the caller has no tries left
   */
  isRight(use: CodeUse, code: string, caller: CodeCaller): Promise<boolean>;
  /** Uses up the code, and every other one for the same use. @throws wrong-code when it was used meanwhile */
  take(tx: Tx, use: CodeUse, code: string): Promise<void>;
}

const DIGITS = 6;
const CODE = /^\d{6}$/;
/** So many callers together use up the tries of a code. */
const CALLERS_OF_TRIES = 3;

const nameOf = ({ target, purpose }: CodeUse) => `${purpose} ${recipientOf(target)}`;

const hashOf = (name: string, code: string) => hashSecret(`code ${name}`, readCode(code));

export function createCodes(deps: CodeDeps): Codes {
  const { database, clock, random, bus, settings } = deps;

  const validMs = () => settings.read(authSettings.codeMinutes) * MINUTE_MS;

  return {
    async send(use, { lang, caller }) {
      const { target } = use;
      const name = nameOf(use);
      const code = random.digits(DIGITS);
      const tries = settings.read(authSettings.codeTries) * CALLERS_OF_TRIES;
      const minutes = settings.read(authSettings.codeMinutes);
      await database.transaction(async (tx) => {
        const now = clock.now();
        await takeFromBudgets(tx, settings, { target, caller, now });
        await tx.run(insertCode, [name, hashOf(name, code), tries, now, now + validMs()]);
        await queueMessage(tx, messageOf(use, { code, lang, minutes }), now);
      });
      wakeDelivery(bus);
      return settings.read(authSettings.codeResendSeconds);
    },

    async isRight(use, code, caller) {
      if (!CODE.test(readCode(code))) return false;
      const name = nameOf(use);
      const hash = hashOf(name, code);
      const subject = limitKeyOfText('code try', callerKey(caller), name);
      const limit = { max: settings.read(authSettings.codeTries), windowMs: validMs() };
      return database.transaction(async (tx) => {
        const now = clock.now();
        const { failedAt } = await tx.one(addFailures, [[subject], now, now - limit.windowMs]);
        refuseWhileWaiting(attemptWaitMs(failedAt.slice(0, -1), limit, now));
        const open = await tx.many(openCodesForUpdate, [name, now]);
        const isRight = open.some(({ codeHash }) => codeHash === hash);
        if (isRight) await tx.run(removeFailures, [[subject], now]);
        else await tx.run(countWrongTry, [open.map(({ id }) => id)]);
        return isRight;
      });
    },

    async take(tx, use, code) {
      const name = nameOf(use);
      const hash = hashOf(name, code);
      const open = await tx.many(openCodesForUpdate, [name, clock.now()]);
      if (!open.some(({ codeHash }) => codeHash === hash)) throw new Refusal('wrong-code');
      await tx.run(voidCodes, [open.map(({ id }) => id)]);
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
 * @throws wrong-code, too-many-requests with the seconds to wait
 */
export async function checkEmailCode(
  deps: { database: Database; attempts: Attempts; codes: Codes },
  request: { email: string; purpose: CodePurpose; code: string; address: string },
): Promise<void> {
  const { email, purpose, code, address } = request;
  const attempt = await deps.attempts.take([limitKey('code', addressSubject(address))]);
  if (!(await deps.codes.isRight({ target: { email }, purpose }, code, { address }))) {
    throw new Refusal('wrong-code', { fields: ['emailCode'] });
  }
  await deps.database.transaction((tx) => deps.attempts.refund(tx, attempt));
}
