/** Reads the mail server and the SMS gateway from the environment. */
import { describeSettings, type Given, type NameOf } from './setting.ts';
import type { SmtpSettings } from '../adapters/smtp.ts';
import type { SmsGatewaySettings } from '../adapters/http-sms.ts';

export const messageSettings = describeSettings({
  SMTP_URL: {
    description: 'The mail server; may contain a user and a password, so keep it secret.',
    format: '`smtp://user:password@host:port`, or `smtps://` for TLS from the first byte',
    rationale: 'Codes that reach no member: without it, messages are only recorded.',
  },
  SMTP_FROM: {
    description: 'The sender of every mail.',
    format: 'a name and an address: `Tern <no-reply@example.com>`',
    default: '`Tern <no-reply@localhost>`',
    rationale: 'Mail that is refused or hidden because its domain is not yours.',
  },
  SMS_URL: {
    description: 'The SMS gateway, which receives `POST {to, text}`.',
    format: 'an `http://` or `https://` address',
    rationale: 'Codes that reach no phone: without it, messages are only recorded.',
  },
  SMS_TOKEN: {
    description: 'The bearer token for the SMS gateway; keep it secret.',
    format: 'text',
    rationale: 'A gateway that anyone can use in your name and at your cost.',
  },
});

type Name = NameOf<typeof messageSettings>;

interface MessageConfig {
  smtp: SmtpSettings | undefined;
  sms: SmsGatewaySettings | undefined;
}

const SENDER = 'Tern <no-reply@localhost>';

/** Faults are added to `faults`. */
export function readMessages(given: Given<Name>, faults: string[]): MessageConfig {
  const url = (name: 'SMTP_URL' | 'SMS_URL', schemes: readonly string[]) => {
    const value = given(name);
    if (value === undefined) return undefined;
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value;
    faults.push(`${name} must be a URL that starts with ${schemes.join('// or ')}//`);
    return undefined;
  };
  const smtp = url('SMTP_URL', ['smtp:', 'smtps:']);
  const sms = url('SMS_URL', ['http:', 'https:']);
  return {
    smtp: smtp === undefined ? undefined : { url: smtp, from: given('SMTP_FROM') ?? SENDER },
    sms: sms === undefined ? undefined : { url: sms, token: given('SMS_TOKEN') },
  };
}
