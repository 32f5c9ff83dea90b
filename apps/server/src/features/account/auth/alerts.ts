/**
 * Security alerts: changes of passwords, phone, second factors, addresses and keys, and logins from new devices are reported to
 * the owner, with a link that freezes the account
 * (ADR 7).
 */
import type { Member } from '../../../kernel/members/members.ts';
import { queueMessage } from '../../../kernel/messaging/outgoing-messages.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { langOf, momentIn, textOf } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { hashSecret } from '../../../platform/secret-box.ts';
import { authSettings } from './settings.ts';
import { countAlerts, insertAlert } from './store.ts';

/**
 * The reported changes. `payPasswordSet` is the first withdrawal password of an account whose login password was reset.
 */
export const alertKinds = [
  'passwordReset',
  'passwordChanged',
  'payPasswordReset',
  'payPasswordSet',
  'phoneProven',
  'factorAdded',
  'factorReplaced',
  'factorRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'newDevice',
  'mailWord',
  'addressAdded',
  'cardAdded',
  'addressLockOff',
  'keyMade',
  'unfreezeRequested',
  'exported',
  'closing',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** A phone that has just been proven may be an attacker's; logins from new devices are frequent. */
const mailOnly: ReadonlySet<AlertKind> = new Set(['phoneProven', 'newDevice', 'mailWord']);

export interface Alert {
  member: Member;
  kind: AlertKind;
  until?: number;
  values?: Record<string, string>;
}

export interface Alerts {
  /**
   * Reports the change to the member's e-mail address and proven phone, with the same link. `until` is the end of the
   * withdrawal pause, epoch ms; `values`: of its text. Wake the delivery after the commit.
   */
  send(tx: Tx, alert: Alert, at: number): Promise<void>;
  /** Confirms to the same recipients that the account is frozen. `link`: by a link, which ended all sessions. */
  sendFrozen(tx: Tx, frozen: { member: Member; by: 'link' | 'session' }, at: number): Promise<void>;
  /** Reports to the contacts of a member, which closing removes, that the account is closed. */
  sendClosed(tx: Tx, member: Member, at: number): Promise<void>;
}

const TOKEN_BYTES = 18;
/** An SMS costs money: beyond this number, a member gets e-mails only. */
const SMS_PER_DAY = 5;

export const hashOfAlert = (token: string) => hashSecret('alert', token);

export function createAlerts(deps: {
  random: Random;
  settings: Settings;
  /** Base URL of the app; never taken from a request, which could name another host. */
  publicUrl: string;
}): Alerts {
  const { random, settings, publicUrl } = deps;
  return {
    async send(tx, { member, kind, until, values }, at) {
      const token = random.token(TOKEN_BYTES);
      const { count } = await tx.one(countAlerts, [member.id, at - DAY_MS]);
      const expiresAt = at + settings.read(authSettings.alertLinkHours) * HOUR_MS;
      await tx.run(insertAlert, [hashOfAlert(token), member.id, kind, at, expiresAt]);
      const lang = langOf(member.lang);
      const link = `${publicUrl}/#/pages/login/notMe?token=${token}`;
      const what = textOf(lang, `alert.${kind}`, {
        ...values,
        time: momentIn(lang, isoTime(at)),
      });
      const wait =
        until === undefined
          ? ''
          : ` ${textOf(lang, 'alert.pause', { time: momentIn(lang, isoTime(until)) })}`;
      const body = textOf(lang, 'alert.link', { link, time: momentIn(lang, isoTime(expiresAt)) });
      await deliver(tx, member, {
        mail: `${what}${wait}\n\n${body}`,
        sms: `Tern: ${what} ${textOf(lang, 'alert.linkShort', { link })}`,
        isMailOnly: mailOnly.has(kind) || count >= SMS_PER_DAY,
        code: token,
        at,
      });
    },
    async sendFrozen(tx, { member, by }, at) {
      const key = by === 'link' ? 'alert.frozen' : 'alert.frozenHere';
      const text = textOf(langOf(member.lang), key);
      await deliver(tx, member, { mail: text, sms: `Tern: ${text}`, isMailOnly: false, at });
    },
    async sendClosed(tx, member, at) {
      const text = textOf(langOf(member.lang), 'alert.closed');
      await deliver(tx, member, { mail: text, sms: '', isMailOnly: true, at });
    },
  };
}

interface Delivery {
  mail: string;
  sms: string;
  isMailOnly: boolean;
  /** Blanked once sent, so that the link cannot be read from the outbox. */
  code?: string;
  at: number;
}

async function deliver(tx: Tx, member: Member, { mail, sms, isMailOnly, code, at }: Delivery) {
  const shared = { purpose: 'alert', ...(code === undefined ? {} : { code }) };
  const subject = textOf(langOf(member.lang), 'alert.subject');
  const letter = { channel: 'email', recipient: member.email, subject, body: mail } as const;
  await queueMessage(tx, { ...letter, ...shared }, at);
  if (isMailOnly || member.phoneProvenAt === null) return;
  const recipient = `+${member.countryCode}${member.phone}`;
  await queueMessage(tx, { channel: 'sms', recipient, subject: '', body: sms, ...shared }, at);
}
