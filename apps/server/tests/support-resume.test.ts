/** No message is lost or doubled, however often the connections of both sides are cut. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SupportMessage } from '@tern/protocol';
import { changeSetting } from './support/change-setting.ts';
import { openDevice, type Device } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { memberCustomer, newId, visitorCustomer } from './support/support-world.ts';
import { startServer, type TestServer } from './support/server.ts';
import { visitorDevice } from './support/visitor-device.ts';

const clock = manualClock();
let server: TestServer;
let operator: EnrolledOperator;
let consoleApi: ReturnType<typeof createConsole>;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  operator = await consoleApi.enrolled(['support']);
  // Without automatic answers at night.
  const days = Array<string[]>(7).fill(['00:00', '24:00']);
  await changeSetting(server.fresh.owner, 'service.hours', { zone: 'UTC', days });
  await server.runJob('settings.refresh');
});
afterAll(() => server?.stop());

/** What happens: the customer writes or sends the same again, the operator answers, the connection is cut or comes back. */
const step = fc.constantFrom('write', 'repeat', 'answer', 'cut', 'connect');
const story = fc.array(step, { minLength: 5, maxLength: 25 });

type Send = (input: { clientId: string; text: string }) => Promise<{ message: SupportMessage }>;

/** Plays the steps; returns the texts that were sent, in the order of their first sending. */
async function play(
  steps: readonly string[],
  world: {
    ID: number;
    send: Send;
    cut(): Promise<void>;
    connect(): Promise<void>;
  },
): Promise<string[]> {
  const sent: { clientId: string; text: string }[] = [];
  let isConnected = true;
  let isClaimed = false;
  for (const each of steps) {
    clock.advance(10_000);
    const input = { clientId: newId(), text: `${each} ${sent.length}` };
    if (each === 'write') {
      sent.push(input);
      await world.send(input);
    } else if (each === 'repeat' && sent.length > 0) {
      // As after an answer that was lost.
      const again = sent.findLast(({ text }) => text.startsWith('write'));
      if (again !== undefined) await Promise.all([world.send(again), world.send(again)]);
    } else if (each === 'answer' && sent.length > 0) {
      const { ID } = world;
      if (!isClaimed) await consoleApi.data('POST /operator/service/claim', { ID }, operator.token);
      isClaimed = true;
      sent.push(input);
      const answer = { ID, ...input };
      await consoleApi.data('POST /operator/service/answer', answer, operator.token);
      await consoleApi.data('POST /operator/service/answer', answer, operator.token);
    } else if (each === 'cut' && isConnected) {
      await world.cut();
      isConnected = false;
    } else if (each === 'connect' && !isConnected) {
      await world.connect();
      isConnected = true;
    }
  }
  if (!isConnected) await world.connect();
  return sent.map(({ text }) => text);
}

/** The rule of the app: a message of a known `seq` is not shown again. */
const shown = (messages: readonly SupportMessage[]) =>
  [...new Map(messages.map((message) => [message.seq, message])).values()].sort(
    (left, right) => left.seq - right.seq,
  );

describe('under cut connections', () => {
  it('a visitor receives each message exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        clock.advance(3_600_000);
        operator = await consoleApi.enrolled(['support']);
        const { visitor, ID, list } = await visitorCustomer(server);
        const device = await visitorDevice(server.url(), visitor);
        const sent = await play(steps, {
          ID,
          send: (input) => server.api.data('POST /service/visitor/send', { visitor, ...input }),
          cut: () => device.cut(),
          connect: () => device.connect(),
        });
        await device.until((of) => of.messages().length >= sent.length);
        await device.cut();
        // The socket itself repeats nothing: it resumes after the last message.
        expect(device.messages().map(({ text }) => text)).toEqual(sent);
        expect(device.messages().map(({ seq }) => seq)).toEqual(sent.map((_, index) => index + 1));
        expect((await list()).map(({ text }) => text)).toEqual(sent);
      }),
      { numRuns: 12 },
    );
  });

  it('a member shows each message exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        clock.advance(3_600_000);
        operator = await consoleApi.enrolled(['support']);
        const { token } = await server.register();
        const { ID, list } = await memberCustomer(server, token);
        const messages: SupportMessage[] = [];
        let cursor: string | undefined;
        let device: Device | undefined;
        const collect = () => {
          for (const message of device?.received ?? []) {
            if ('cursor' in message) cursor = message.cursor;
            if (message.kind !== 'event' || message.topic !== 'service.changed') continue;
            messages.push(...(message.data as { messages: SupportMessage[] }).messages);
          }
          device?.received.splice(0);
        };
        const world = {
          ID,
          send: (input: { clientId: string; text: string }) =>
            server.api.data('POST /service/send', { ID, ...input }, { token }),
          async cut() {
            await device?.cut();
            collect();
          },
          async connect() {
            device = await openDevice(
              server.url(),
              cursor === undefined ? { token } : { token, after: cursor },
            );
            await device.until(({ received }) => received.length > 0);
          },
        };
        await world.connect();
        const sent = await play(steps, world);
        await device!.until(() => {
          collect();
          return shown(messages).length >= sent.length;
        });
        await world.cut();
        expect(shown(messages).map(({ text }) => text)).toEqual(sent);
        expect((await list()).map(({ text }) => text)).toEqual(sent);
      }),
      { numRuns: 8 },
    );
  });
});
