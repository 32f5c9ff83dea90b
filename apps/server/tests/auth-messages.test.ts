import { createServer, type Server } from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueMessage, wakeDelivery } from '../src/kernel/messaging/outgoing-messages.ts';
import { createDelivery } from '../src/kernel/messaging/delivery.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { int4, nullable, text, timestamptz } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import type { Feature } from '../src/platform/feature.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { createLog } from '../src/platform/log.ts';
import { createSmtpMail } from '../src/adapters/smtp.ts';
import type { Mail } from '../src/kernel/messaging/channels.ts';
import { createHttpSms } from '../src/adapters/http-sms.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { manualClock } from './support/market.ts';

const messageTo = defineQuery({
  name: 'test.messageTo',
  text: `select state, attempts, body, code, last_error, next_attempt_at from outgoing_messages where recipient = $1`,
  params: [text],
  row: {
    state: text,
    attempts: int4,
    body: text,
    code: nullable(text),
    lastError: text,
    nextAttemptAt: timestamptz,
  },
});

const bus = createLocalBus((error) => {
  throw error;
});
const clock = manualClock();
let fresh: FreshDatabase;
let folder: string;
const secretBox = createSecretBox(new Uint8Array(32).fill(1));
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  fresh = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tern-messages-'));
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function startDelivery(ports: Partial<Parameters<typeof createDelivery>[0]>) {
  const delivery = createDelivery({
    database: fresh.database,
    bus,
    clock,
    log: createLog('silent'),
    secretBox,
    ...ports,
  });
  await delivery.start?.();
  closing.push(() => delivery.stop?.());
  return delivery;
}

async function send(channel: 'email' | 'sms', recipient: string, code = '482913') {
  const body = `Your code is ${code}.`;
  const message = { channel, recipient, subject: 'A code', body, purpose: 'code', code };
  await fresh.database.transaction((tx) => queueMessage(tx, message, clock.now()));
  wakeDelivery(bus);
}

const stateOf = (recipient: string) => fresh.database.one(messageTo, [recipient]);
/** Waits until an attempt failed and the next one is scheduled `pauseMs` from now. */
const failed = (recipient: string, attempts: number, pauseMs: number) =>
  expect
    .poll(() => stateOf(recipient))
    .toMatchObject({ state: 'waiting', attempts, nextAttemptAt: clock.now() + pauseMs });
const sweep = (delivery: Feature) => delivery.jobs![0]!.run();
/** Whoever sends keeps its claims; who does may not be the one that sweeps. */
const keepClaims = async (...deliveries: Feature[]) => {
  for (const { jobs } of deliveries) await jobs!.find(({ runs }) => runs === 'everywhere')?.run();
};

/** A mail server that takes a message until the test lets it finish. */
function slowMail() {
  let finish = () => {};
  const slow = {
    sendings: 0,
    finish: () => finish(),
    mail: {
      send: () => {
        slow.sendings += 1;
        return new Promise<void>((resolve) => (finish = resolve));
      },
      close: () => {},
    } satisfies Mail,
  };
  return slow;
}

/** A mail server that refuses the first `faults` messages. */
async function startSmtp(faults: number) {
  const letters: string[] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(
      stream: NodeJS.ReadableStream,
      _session: unknown,
      done: (error?: Error & { responseCode?: number }) => void,
    ) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refused < faults) {
          refused += 1;
          done(Object.assign(new Error('try later'), { responseCode: 451 }));
          return;
        }
        letters.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const mail = createSmtpMail({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Tern <no-reply@tern.test>',
  });
  closing.push(() => mail.close());
  return { letters, mail };
}

/** An SMS gateway that answers with these statuses in turn, then with 200. */
async function startGateway(statuses: number[]) {
  const requests: { body: unknown; authorization: string | undefined }[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statuses.shift() ?? 200;
      const body = JSON.parse(Buffer.concat(chunks).toString());
      requests.push({ body, authorization: request.headers.authorization });
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const sms = createHttpSms({ url: `http://127.0.0.1:${port}/send`, token: 'gateway-key' });
  return { requests, sms };
}

describe('a message', () => {
  it('is sent by SMTP right after the commit, and its code is blanked in the table', async () => {
    const { letters, mail } = await startSmtp(0);
    await startDelivery({ mail });
    await send('email', 'ada@example.com');
    await expect.poll(() => letters.length).toBe(1);
    expect(letters[0]).toContain('To: ada@example.com');
    expect(letters[0]).toContain('From: Tern <no-reply@tern.test>');
    expect(letters[0]).toContain('Your code is 482913.');
    await expect
      .poll(() => stateOf('ada@example.com'))
      .toMatchObject({ state: 'sent', attempts: 1, code: null, body: 'Your code is ******.' });
  });

  it('is retried after a pause if the mail server refuses it', async () => {
    const { letters, mail } = await startSmtp(2);
    const delivery = await startDelivery({ mail });
    await send('email', 'bob@example.com');
    await failed('bob@example.com', 1, 5_000);
    expect((await stateOf('bob@example.com')).lastError).toContain('try later');
    clock.advance(4_999);
    await sweep(delivery);
    expect((await stateOf('bob@example.com')).attempts).toBe(1);
    clock.advance(1);
    await sweep(delivery);
    await failed('bob@example.com', 2, 10_000);
    clock.advance(10_000);
    await sweep(delivery);
    await expect.poll(() => stateOf('bob@example.com')).toMatchObject({ state: 'sent' });
    expect(letters).toHaveLength(1);
  });

  it('fails after nine attempts and stores the reason', async () => {
    const mail: Mail = { send: () => Promise.reject(new Error('no route')), close: () => {} };
    const delivery = await startDelivery({ mail });
    await send('email', 'eve@example.com');
    for (let attempts = 1; attempts < 9; attempts += 1) {
      const pauseMs = 5_000 * 2 ** (attempts - 1);
      await failed('eve@example.com', attempts, pauseMs);
      clock.advance(pauseMs);
      await sweep(delivery);
    }
    await expect
      .poll(() => stateOf('eve@example.com'))
      .toMatchObject({ state: 'failed', attempts: 9, lastError: 'no route' });
  });

  it('is retried if the process that claimed it died', async () => {
    const never: Mail = { send: () => new Promise(() => {}), close: () => {} };
    const dying = createDelivery({
      database: fresh.database,
      bus,
      clock,
      log: createLog('silent'),
      secretBox,
      mail: never,
    });
    await send('email', 'kay@example.com');
    await sweep(dying);
    const { letters, mail } = await startSmtp(0);
    const next = await startDelivery({ mail });
    await sweep(next);
    expect(letters).toHaveLength(0);
    clock.advance(60_000);
    await sweep(next);
    await expect.poll(() => stateOf('kay@example.com')).toMatchObject({ state: 'sent' });
    expect(letters).toHaveLength(1);
  });

  it('is sent once even if the clock jumps past its claim while it is being sent', async () => {
    const server = slowMail();
    const delivery = await startDelivery({ mail: server.mail });
    await send('email', 'joy@example.com');
    await sweep(delivery);
    expect(server.sendings).toBe(1);
    clock.advance(60_000);
    await sweep(delivery);
    expect(server.sendings).toBe(1);
    server.finish();
    await expect
      .poll(() => stateOf('joy@example.com'))
      .toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('is not delayed by another one that hangs', async () => {
    const sent: string[] = [];
    let goOn = () => {};
    const mail: Mail = {
      send: ({ to }) =>
        to.startsWith('slow')
          ? new Promise((resolve) => (goOn = resolve))
          : Promise.resolve(void sent.push(to)),
      close: () => {},
    };
    await startDelivery({ mail });
    await send('email', 'slow@example.com');
    await send('email', 'fast@example.com');
    await expect.poll(() => sent).toEqual(['fast@example.com']);
    goOn();
  });

  it('is sent once by two servers although it waits for longer than a claim lasts', async () => {
    const server = slowMail();
    const { mail } = server;
    const [first, second] = [await startDelivery({ mail }), await startDelivery({ mail })];
    await send('email', 'ina@example.com');
    await expect.poll(() => server.sendings).toBe(1);
    for (let time = 0; time < 3; time += 1) {
      clock.advance(25_000);
      await keepClaims(first, second);
      await Promise.all([sweep(first), sweep(second)]);
    }
    expect(server.sendings).toBe(1);
    server.finish();
    await expect
      .poll(() => stateOf('ina@example.com'))
      .toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('is sent once when two servers deliver from one database', async () => {
    const { requests, sms } = await startGateway([]);
    const first = await startDelivery({ sms });
    const second = await startDelivery({ sms });
    for (let index = 0; index < 20; index += 1) await send('sms', `+86138000000${10 + index}`);
    await Promise.all([sweep(first), sweep(second)]);
    await expect.poll(() => requests.length).toBe(20);
    const recipients = new Set(requests.map(({ body }) => (body as { to: string }).to));
    expect(recipients.size).toBe(20);
  });
});

describe('an SMS', () => {
  it('is sent to the gateway with its key, and retried after a fault or a cut connection', async () => {
    const { requests, sms } = await startGateway([500, 0]);
    const delivery = await startDelivery({ sms });
    await send('sms', '+8613800000000');
    await failed('+8613800000000', 1, 5_000);
    clock.advance(5_000);
    await sweep(delivery);
    await failed('+8613800000000', 2, 10_000);
    clock.advance(10_000);
    await sweep(delivery);
    await expect.poll(() => stateOf('+8613800000000')).toMatchObject({ state: 'sent' });
    expect(requests).toHaveLength(3);
    expect(requests[2]).toEqual({
      body: { to: '+8613800000000', text: 'Your code is 482913.' },
      authorization: 'Bearer gateway-key',
    });
  });
});

describe('without a mail server', () => {
  const lines = () =>
    readFileSync(join(folder, 'outbox.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);

  it('a message is recorded, in paper mode as a line of the outbox file', async () => {
    await startDelivery({ outboxFile: join(folder, 'outbox.jsonl') });
    await send('email', 'ada@example.com');
    await expect.poll(() => stateOf('ada@example.com')).toMatchObject({ state: 'recorded' });
    expect(lines()).toEqual([
      {
        at: new Date(clock.now()).toISOString(),
        channel: 'email',
        to: 'ada@example.com',
        subject: 'A code',
        body: 'Your code is 482913.',
        purpose: 'code',
        code: '482913',
      },
    ]);
  });

  it('a message waits until the outbox file can be written', async () => {
    const path = join(folder, 'outbox.jsonl');
    mkdirSync(path);
    const delivery = await startDelivery({ outboxFile: path });
    await send('email', 'ada@example.com');
    await expect
      .poll(() => stateOf('ada@example.com'))
      .toMatchObject({ state: 'waiting', lastError: expect.stringContaining('outbox file') });
    rmSync(path, { recursive: true });
    clock.advance(5_000);
    await sweep(delivery);
    await expect.poll(() => stateOf('ada@example.com')).toMatchObject({ state: 'recorded' });
    expect(lines()).toHaveLength(1);
  });
});

describe('the outbox file', () => {
  const modeOf = (file: string) => statSync(file).mode & 0o777;

  it('is readable by the server alone, because it contains codes', async () => {
    const outboxFile = join(folder, 'outbox.jsonl');
    await startDelivery({ outboxFile });
    await send('email', 'private@example.com');
    await expect.poll(() => stateOf('private@example.com')).toMatchObject({ state: 'recorded' });
    expect(modeOf(outboxFile)).toBe(0o600);
  });

  it('loses permissions for other users at the start', async () => {
    const outboxFile = join(folder, 'outbox.jsonl');
    writeFileSync(outboxFile, '', { mode: 0o644 });
    await startDelivery({ outboxFile });
    expect(modeOf(outboxFile)).toBe(0o600);
  });
});
