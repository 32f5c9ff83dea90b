/** Sends letters by SMTP. */
import nodemailer from 'nodemailer';
import type { Mail } from '../kernel/messaging/channels.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  url: string;
  /** The sender, `Tern <no-reply@example.com>`. */
  from: string;
}

const TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 4;
const TIMEOUTS = {
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
};

/**
 * Connects, greets and logs in, and sends nothing.
 * @throws Error when the server refuses; with `needsTls` also when it offers no TLS
 */
export async function probeSmtp({ url }: SmtpSettings, needsTls: boolean): Promise<void> {
  const transport = nodemailer.createTransport({ url, requireTLS: needsTls, ...TIMEOUTS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends by SMTP over a few open connections, with a timeout of ten seconds. */
export function createSmtpMail(settings: SmtpSettings): Mail {
  const transport = nodemailer.createTransport(
    { url: settings.url, pool: true, maxConnections: CONNECTIONS_MAX, ...TIMEOUTS },
    { from: settings.from },
  );
  return {
    async send(letter) {
      await transport.sendMail({ to: letter.to, subject: letter.subject, text: letter.body });
    },
    close: () => transport.close(),
  };
}
