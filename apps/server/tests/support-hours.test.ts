import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSetting } from './support/change-setting.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import {
  claimAndAnswer,
  type Customer,
  memberCustomer,
  visitorCustomer,
} from './support/support-world.ts';
import { startServer, type TestServer } from './support/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: EnrolledOperator;
let person: Person;
let customer: Customer;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  // Sessions of operators end when the clock moves on.
  ada = await consoleApi.enrolled(['support']);
});

const as = () => ({ token: person.token });
const settle = async (key: string, value: Parameters<typeof changeSetting>[2]) => {
  await changeSetting(server.fresh.owner, key, value);
  await server.runJob('settings.refresh');
};

describe('support hours', () => {
  const day = ['08:00', '20:00'];
  const closed = { zone: 'UTC', days: [day, day, ['08:00', '09:00'], day, day, null, null] };
  const open = { zone: 'UTC', days: Array<string[]>(7).fill(['00:00', '24:00']) };

  it('answer automatically once while support is away, and keep the message', async () => {
    await settle('service.hours', closed);
    clock.set(Date.parse('2026-12-02T12:00:00Z'));
    ada = await consoleApi.enrolled(['support']);
    const hours = await server.api.data('GET /service/hours', {});
    expect(hours).toMatchObject({
      isOpen: false,
      isHere: false,
      opensAt: '2026-12-03T08:00:00.000Z',
    });
    person = await server.register();
    customer = await memberCustomer(server, person.token);
    await customer.send('Can you stop it?');
    await customer.send('Please.');
    const list = await customer.list();
    expect(list.map(({ author, kind, opensAt }) => [author, kind, opensAt])).toEqual([
      ['customer', 'text', null],
      ['automatic', 'away', '2026-12-03T08:00:00.000Z'],
      ['customer', 'text', null],
    ]);
    const another = await visitorCustomer(server);
    await another.send('Is anyone there?');
    const { waiting } = await consoleApi.data('GET /operator/service/inbox', {}, ada.token);
    // Not the automatic answer, although that is the last message.
    expect(waiting.find(({ ID }) => ID === another.ID)?.last).toMatchObject({
      author: 'customer',
      text: 'Is anyone there?',
    });
    await settle('service.hours', open);
    expect(await server.api.data('GET /service/hours', {})).toMatchObject({ isOpen: true });
  });

  it('name an answer time only after five measured conversations', async () => {
    await settle('service.hours', open);
    const bystander = await server.api.data('GET /service/hours', {});
    for (let done = 0; done < 6; done += 1) {
      const each = await visitorCustomer(server);
      await each.send('Question');
      clock.advance(2 * MINUTE_MS + 1);
      await claimAndAnswer(consoleApi, { ID: each.ID, text: 'Answer', by: ada.token });
    }
    clock.advance(2 * MINUTE_MS);
    const { answerMinutes } = await server.api.data('GET /service/hours', {});
    expect(answerMinutes).not.toBeNull();
    expect(answerMinutes!).toBeLessThanOrEqual(3);
    expect(bystander).toHaveProperty('answerMinutes');
  });

  it('close a conversation without an answer of the customer by a last word', async () => {
    ada = await consoleApi.enrolled(['support']);
    person = await server.register();
    customer = await memberCustomer(server, person.token);
    await customer.send('Hello');
    await claimAndAnswer(consoleApi, { ID: customer.ID, text: 'Which one?', by: ada.token });
    clock.advance(3 * DAY_MS + MINUTE_MS);
    await server.runJob('support.close');
    person = { ...person, token: (await server.login(person)).token };
    const { list } = await server.api.data('GET /service/messages', { ID: customer.ID }, as());
    expect(list.at(-1)).toMatchObject({ author: 'automatic', kind: 'unanswered' });
  });
});

describe('saved replies', () => {
  it('are written in versions by content operators, read by those who answer', async () => {
    const content = await consoleApi.enrolled(['content']);
    const answerer = await consoleApi.enrolled(['support']);
    const write = (input: object, by = content) =>
      consoleApi.call('POST /operator/service/writeReply', input as never, by.token);
    const english = { lang: 'en', title: 'The pause', text: 'Nobody can shorten the pause.' };
    const german = { lang: 'de', title: 'Die Sperre', text: 'Niemand kann die Sperre verkürzen.' };
    expect((await write({ code: 'pause24', version: 0, texts: [german] })).code).toBe(5001);
    const made = await write({ code: 'pause24', version: 0, texts: [english] });
    const { ID } = made.data as { ID: number };
    expect((await write({ code: 'pause24', version: 0, texts: [english] })).code).toBe(5016);
    expect((await write({ code: 'x1', version: 0, texts: [english] }, answerer)).code).toBe(5030);
    const next = { ID, code: 'pause24', version: 1, texts: [english, german] };
    const both = await Promise.all([write(next), write(next)]);
    expect(both.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([0, 5033]);
    const { list } = await consoleApi.data('GET /operator/service/replies', {}, answerer.token);
    const found = list.find((reply) => reply.ID === ID);
    expect(found).toMatchObject({ version: 2, texts: [english, german], changedBy: content.login });
    await consoleApi.data('POST /operator/service/removeReply', { ID, version: 2 }, content.token);
    const after = await consoleApi.data('GET /operator/service/replies', {}, answerer.token);
    expect(after.list.map((reply) => reply.ID)).not.toContain(ID);
    const versions = await consoleApi.data(
      'GET /operator/service/replyVersions',
      { ID },
      answerer.token,
    );
    expect(versions.list.map(({ version, isRemoved }) => [version, isRemoved])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });
});
