/** Delivers e-mails and SMS at least once, retrying with growing pauses. */
import { appendFile, chmod } from 'node:fs/promises';
import type { Bus } from '../../platform/bus.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Mail, Sms } from './channels.ts';
import { textOf } from '../i18n/texts.ts';
import { antiPhishingPhrasesFor } from './anti-phishing-phrases.ts';
import {
  claimMessages,
  type DueMessage,
  finishMessage,
  keepClaims,
  OUTGOING_MESSAGES_WAKE,
  postponeMessage,
} from './outgoing-messages.ts';

interface DeliveryDeps {
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** Opens the anti-phishing phrases that stand in e-mails to members. */
  secretBox: SecretBox;
  /** Absent: e-mails are only recorded. */
  mail?: Mail | undefined;
  /** Absent: SMS are only recorded. */
  sms?: Sms | undefined;
  /** In paper mode every message is also written to this file, as a line of JSON. */
  outboxFile?: string | undefined;
}

const SWEEP_MS = 1_000;
/** Messages sent concurrently by this process. */
const CONCURRENCY = 32;
/** Until others send the messages of an instance that has died. */
const CLAIM_MS = 60_000;
/** Claimed messages may wait longer for one of a few connections, so their claims are renewed. */
const RENEW_MS = 20_000;
const FIRST_PAUSE_MS = 5_000;
const ATTEMPTS_MAX = 9;

/** Pauses of 5, 10, 20 … 640 seconds; a message fails after the ninth attempt, after about twenty minutes. */
function retryAt(attempts: number, now: number): number | undefined {
  return attempts >= ATTEMPTS_MAX ? undefined : now + FIRST_PAUSE_MS * 2 ** (attempts - 1);
}

/** Runs when woken by the bus, and each second. A failure affects only the message's own row. */
export function createDelivery(deps: DeliveryDeps): Feature {
  /** By message id: a message is not claimed again while its attempt runs, even if the clock jumps. */
  const inFlight = new Map<number, Promise<void>>();
  let claiming: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let unsubscribe = () => {};

  async function claimOnce() {
    const limit = CONCURRENCY - inFlight.size;
    if (limit <= 0) return;
    const at = deps.clock.now();
    const claimed = await deps.database.transaction((tx) =>
      claimMessages(tx, { at, retryAt: at + CLAIM_MS, limit, except: [...inFlight.keys()] }),
    );
    const due = await withWords(deps, claimed);
    const isWritten = await writeLines(deps, due);
    for (const message of due) {
      const delivery = deliver(deps, message, isWritten)
        .catch((error: unknown) => deps.log.warn({ err: error }, 'a message could not be marked'))
        .finally(() => {
          inFlight.delete(message.id);
          if (due.length === limit) void drain();
        });
      inFlight.set(message.id, delivery);
    }
  }

  async function renewClaims(): Promise<void> {
    if (inFlight.size === 0) return;
    const retryAt = deps.clock.now() + CLAIM_MS;
    await deps.database.transaction((tx) => keepClaims(tx, [...inFlight.keys()], retryAt));
  }

  function drain(): Promise<void> {
    isWanted = true;
    claiming ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        await claimOnce().catch((error: unknown) =>
          deps.log.warn({ err: error }, 'outgoing messages could not be read'),
        );
      }
      claiming = undefined;
    })();
    return claiming;
  }

  return {
    slug: 'outgoing-messages',
    jobs: [
      { name: 'outgoing-messages.deliver', everyMs: SWEEP_MS, run: drain },
      {
        name: 'outgoing-messages.keep-claims',
        everyMs: RENEW_MS,
        runs: 'everywhere',
        run: renewClaims,
      },
    ],
    async start() {
      if (deps.outboxFile !== undefined) await makePrivate(deps.outboxFile);
      unsubscribe = deps.bus.subscribe(OUTGOING_MESSAGES_WAKE, () => void drain());
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      await claiming;
      await Promise.all(inFlight.values());
    },
  };
}

/**
 * Puts the member's word on top of each e-mail. The stored message, which operators can read, never has it.
 */
async function withWords(deps: DeliveryDeps, messages: DueMessage[]): Promise<DueMessage[]> {
  const mails = messages.filter(({ channel }) => channel === 'email');
  const addresses = mails.map(({ recipient }) => recipient.toLowerCase());
  const words = await antiPhishingPhrasesFor(deps.database, deps.secretBox, addresses);
  return messages.map((message) => {
    const known = message.channel === 'email' && words.get(message.recipient.toLowerCase());
    if (!known) return message;
    const line = textOf(known.lang, 'mail.word', { word: known.word });
    return { ...message, body: `${line}\n\n${message.body}` };
  });
}

/** Readable by the server's user only: the file contains one-time codes. */
const PRIVATE = 0o600;

/** The file may exist with other permissions. */
async function makePrivate(file: string): Promise<void> {
  await chmod(file, PRIVATE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

function carrierOf(deps: DeliveryDeps, message: DueMessage): Mail | Sms | undefined {
  return message.channel === 'email' ? deps.mail : deps.sms;
}

/** Writes each message once, or until it succeeds where the file is the only channel. Returns whether it succeeded. */
async function writeLines(deps: DeliveryDeps, due: readonly DueMessage[]): Promise<boolean> {
  const lines = due.filter(
    (message) => message.attempts === 1 || carrierOf(deps, message) === undefined,
  );
  if (deps.outboxFile === undefined || lines.length === 0) return true;
  try {
    await appendFile(deps.outboxFile, lines.map(lineOf).join(''), { mode: PRIVATE });
    return true;
  } catch (error) {
    deps.log.warn({ err: error }, 'the outbox file could not be written');
    return false;
  }
}

async function deliver(deps: DeliveryDeps, message: DueMessage, isWritten: boolean) {
  const { id, attempts } = message;
  try {
    const carrier = carrierOf(deps, message);
    if (carrier === undefined && !isWritten) throw new Error('the outbox file was not written');
    const letter = { to: message.recipient, subject: message.subject, body: message.body };
    await carrier?.send(letter);
    const state = carrier === undefined ? 'recorded' : 'sent';
    await deps.database.transaction((tx) => finishMessage(tx, { id, state }, deps.clock.now()));
  } catch (error) {
    const now = deps.clock.now();
    const reason = reasonOf(error);
    deps.log.warn({ id, attempts, reason }, 'a message was not delivered');
    await deps.database.transaction((tx) =>
      postponeMessage(tx, { id, reason, retryAt: retryAt(attempts, now) }, now),
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function lineOf(message: DueMessage): string {
  const { channel, recipient: to, subject, body, purpose, code } = message;
  const line = { at: isoTime(message.createdAt), channel, to, subject, body, purpose };
  return `${JSON.stringify(code === null ? line : { ...line, code })}\n`;
}
