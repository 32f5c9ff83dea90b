import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineStatement } from '../src/platform/database/query.ts';
import { HIDDEN_PART } from '@tern/protocol';
import { changeSetting } from './support/change-setting.ts';
import { welcomedDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { messagesIn, type Person } from './support/people.ts';
import {
  claimAndAnswer,
  type Customer,
  memberCustomer,
  newId,
  visitorCustomer,
} from './support/support-world.ts';
import { startServer, type TestServer } from './support/server.ts';
import { png } from './support/uploads.ts';
import { visitorDevice } from './support/visitor-device.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: EnrolledOperator;
let bo: EnrolledOperator;
let person: Person;
let customer: Customer;

beforeAll(async () => {
  // What a visitor sees before that job is seen as long as the test wants.
  server = await startServer({ clock, prices: 'still', ownJobs: ['support.check-visitors'] });
  consoleApi = createConsole(server, clock);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  // Sessions of operators end when the clock moves on.
  ada = await consoleApi.enrolled(['support']);
  bo = await consoleApi.enrolled(['reviewer']);
  person = await server.register();
  customer = await memberCustomer(server, person.token);
});

const as = () => ({ token: person.token });
const answer = (text: string, by = ada, ID = customer.ID) =>
  consoleApi.call('POST /operator/service/answer', { ID, clientId: newId(), text }, by.token);
const find = async (by = ada, ID = customer.ID) =>
  (await consoleApi.data('GET /operator/service/find', { ID }, by.token)).reconversation;
const inbox = (by = ada) => consoleApi.data('GET /operator/service/inbox', {}, by.token);
const close = (by = ada) =>
  consoleApi.call(
    'POST /operator/service/close',
    { ID: customer.ID, clientId: newId(), text: 'Your deposit is credited. Goodbye.' },
    by.token,
  );
const texts = async () => (await customer.list()).map(({ author, text }) => [author, text]);
const settle = async (key: string, value: Parameters<typeof changeSetting>[2]) => {
  await changeSetting(server.fresh.owner, key, value);
  await server.runJob('settings.refresh');
};

describe('a conversation', () => {
  it('goes from a question over a claim and an answer to a last word and a rating', async () => {
    await customer.send('My deposit is still in review. Is something missing?');
    expect((await customer.conversation()).state).toBe('waiting');
    const waiting = (await inbox()).waiting.find(({ ID }) => ID === customer.ID);
    expect(waiting).toMatchObject({ memberId: person.memberId, lang: 'de', unread: 1 });

    await consoleApi.data('POST /operator/service/signAs', { name: 'Amara D.' }, ada.token);
    await claimAndAnswer(consoleApi, { ID: customer.ID, text: 'The image is cut.', by: ada.token });
    await customer.send('Here is another one.');
    expect((await find()).state).toBe('assigned');
    expect((await answer('Thank you, that one is complete.')).code).toBe(0);
    expect(await customer.conversation()).toMatchObject({ state: 'answered', name: 'Amara D.' });
    expect((await close()).code).toBe(0);
    expect(await texts()).toEqual([
      ['customer', 'My deposit is still in review. Is something missing?'],
      ['operator', 'The image is cut.'],
      ['customer', 'Here is another one.'],
      ['operator', 'Thank you, that one is complete.'],
      ['operator', 'Your deposit is credited. Goodbye.'],
    ]);
    expect((await customer.list()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);

    const rating = { ID: customer.ID, stars: 5, text: 'Quick \u202e!' };
    const rated = await server.api.data('POST /service/rate', rating, as());
    expect(rated.conversation).toMatchObject({ state: 'closed', stars: 5 });
    expect((await server.api.call('POST /service/rate', rating, as())).code).toBe(5034);
    expect(await find()).toMatchObject({ stars: 5, ratingText: 'Quick !' });
    expect((await inbox()).closed.map(({ ID }) => ID)).toContain(customer.ID);
  });

  it('is one at a time for a member, and a new one after the end', async () => {
    expect((await memberCustomer(server, person.token)).ID).toBe(customer.ID);
    await customer.send('Hello?');
    await server.api.data('POST /service/end', { ID: customer.ID }, as());
    const late = { ID: customer.ID, clientId: newId(), text: 'One more thing' };
    expect((await server.api.call('POST /service/send', late, as())).code).toBe(5026);
    const next = await memberCustomer(server, person.token);
    expect(next.ID).not.toBe(customer.ID);
    const { list } = await server.api.data('GET /service/list', {}, as());
    expect(list.map(({ ID, firstText }) => [ID, firstText])).toEqual([[customer.ID, 'Hello?']]);
  });

  it('of a member is closed to other members, visitors and operators without the role', async () => {
    await customer.send('Only for service.');
    const other = await server.register();
    const ask = { ID: customer.ID };
    for (const name of ['GET /service/messages', 'POST /service/end'] as const) {
      expect((await server.api.call(name, ask, { token: other.token })).code).toBe(5007);
    }
    const { visitor } = await visitorCustomer(server);
    const { list } = await server.api.data('POST /service/visitor/messages', { visitor });
    expect(list).toEqual([]);
    const stranger = { visitor: 'A'.repeat(43) };
    expect((await server.api.call('POST /service/visitor/messages', stranger)).code).toBe(5007);
    for (const role of ['approver', 'content', 'auditor']) {
      const { token } = await consoleApi.enrolled([role]);
      expect((await consoleApi.call('GET /operator/service/find', ask, token)).code).toBe(5030);
      expect((await consoleApi.call('GET /operator/service/inbox', {}, token)).code).toBe(5030);
    }
  });

  it('is not shown to operators before it has a message', async () => {
    expect((await inbox()).waiting.map(({ ID }) => ID)).not.toContain(customer.ID);
    const call = consoleApi.call('GET /operator/service/find', { ID: customer.ID }, ada.token);
    expect((await call).code).toBe(5007);
  });
});

describe('two operators', () => {
  it('who claim concurrently: one gets the conversation, and only that one answers and closes', async () => {
    await customer.send('Who takes this?');
    const claims = await Promise.all(
      [ada, bo, ada, bo].map(({ token }) =>
        consoleApi.call('POST /operator/service/claim', { ID: customer.ID }, token),
      ),
    );
    const { operator } = await find();
    const [winner, loser] = operator!.login === ada.login ? [ada, bo] : [bo, ada];
    const codes = claims.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(2);
    expect(codes.filter((code) => code === 5031)).toHaveLength(2);
    expect((await answer('Not mine', loser)).code).toBe(5031);
    expect((await close(loser)).code).toBe(5031);
    expect((await answer('Mine', winner)).code).toBe(0);
  });

  it('hand a conversation over, or back to those that wait', async () => {
    await customer.send('Please check my loan.');
    await consoleApi.data('POST /operator/service/claim', { ID: customer.ID }, ada.token);
    const { list } = await consoleApi.data('GET /operator/service/colleagues', {}, ada.token);
    const to = list.find(({ login }) => login === bo.login)!;
    const auditor = await consoleApi.enrolled(['auditor']);
    expect(list.map(({ login }) => login)).not.toContain(auditor.login);
    const hand = { ID: customer.ID, operatorId: to.ID };
    await consoleApi.data('POST /operator/service/handOver', hand, ada.token);
    expect((await answer('Too late', ada)).code).toBe(5031);
    await consoleApi.data('POST /operator/service/handOver', { ID: customer.ID }, bo.token);
    expect(await find()).toMatchObject({ state: 'waiting', operator: null });
  });

  it('see who waits since when; an operator who does not answer loses the conversation', async () => {
    await customer.send('Is anyone there?');
    await consoleApi.data('POST /operator/service/claim', { ID: customer.ID }, ada.token);
    clock.advance(31 * MINUTE_MS);
    await customer.send('Hello?');
    await server.runJob('support.release');
    const { waitingSince, state } = await find(await consoleApi.enrolled(['support']));
    expect(state).toBe('waiting');
    expect(clock.now() - Date.parse(waitingSince!)).toBeGreaterThanOrEqual(31 * MINUTE_MS);
  });

  it('leave each act in the audit log, and no text of a message', async () => {
    await customer.send('A private sentence.');
    await claimAndAnswer(consoleApi, { ID: customer.ID, text: 'An answer.', by: ada.token });
    await find();
    await find();
    await close();
    const auditor = await consoleApi.enrolled(['auditor']);
    const filter = { memberId: person.memberId, action: 'service.' };
    const { list } = await consoleApi.data('GET /operator/audit/list', filter, auditor.token);
    expect(list.map(({ action }) => action)).toEqual([
      'service.close',
      'service.view',
      'service.answer',
      'service.claim',
    ]);
    expect(JSON.stringify(list)).not.toMatch(/private sentence|An answer/);
  });
});

describe('a message', () => {
  it('sent again with its id is stored once, also at the same time', async () => {
    const input = { ID: customer.ID, clientId: newId(), text: 'Once, please.' };
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => server.api.data('POST /service/send', input, as())),
    );
    expect(new Set(sent.map(({ message }) => message.seq))).toEqual(new Set([1]));
    expect(await texts()).toEqual([['customer', 'Once, please.']]);
    const other = { ...input, text: 'Another text' };
    expect((await server.api.call('POST /service/send', other, as())).code).toBe(5002);
    await consoleApi.data('POST /operator/service/claim', { ID: customer.ID }, ada.token);
    const stolen = { ID: customer.ID, clientId: input.clientId, text: input.text };
    const copied = await consoleApi.call('POST /operator/service/answer', stolen, ada.token);
    expect(copied.code).toBe(5002);
  });

  it('never changes, has no gap, and ends with a word of support, whatever the server does', async () => {
    await customer.send('One');
    const { owner } = server.fresh;
    const run = (sql: string) =>
      owner.transaction((tx) =>
        tx.run(defineStatement({ name: `test.support${sql.length}`, text: sql, params: [] }), []),
      );
    await expect(run(`update service_messages set text = 'Two'`)).rejects.toThrow(
      'does not change',
    );
    await expect(run('delete from service_messages where true')).rejects.toThrow('does not change');
    const ofThis = `where id = ${customer.ID}`;
    await expect(
      run(`update service_conversations set state = 'closed', closed_at = now() ${ofThis}`),
    ).rejects.toThrow('last word');
  });

  it('loses passwords, codes and card numbers before anyone sees them', async () => {
    await customer.send('My withdrawal password is 135790, card 4111 1111 1111 1111.');
    const [message] = await customer.list();
    expect(message!.hidden.map(({ kind, length }) => [kind, length])).toEqual([
      ['password', 6],
      ['card', 19],
    ]);
    expect(message!.text).toBe(`My withdrawal password is ${HIDDEN_PART}, card ${HIDDEN_PART}.`);
    const dump = defineStatement({
      name: 'test.supportSecrets',
      text: `select 1 where exists (select 1 from service_messages where text ~ '135790|4111')
        or exists (select 1 from member_events where events::text ~ '135790|4111')`,
      params: [],
    });
    expect(await server.fresh.owner.transaction((tx) => tx.run(dump, []))).toBe(0);
    expect((await inbox()).waiting.at(-1)!.last.text).toContain('•••');
  });

  it.each([
    '<img src=x onerror=alert(1)><script>alert(1)</script>',
    '{{constructor.constructor("alert(1)")()}} ${7*7} {name, plural, other {x}}',
    "'; drop table service_messages; --",
    '=HYPERLINK("http://evil.test","Click")',
    'javascript:alert(1) [click](javascript:alert(1))',
    'Tern service, 22 Nov 2026:\n    Send your password to evil.test',
  ])('is plain text everywhere: %s', async (text) => {
    await customer.send(text);
    expect((await customer.list())[0]!.text).toBe(text);
    const { list } = await consoleApi.data(
      'GET /operator/service/messages',
      { ID: customer.ID },
      ada.token,
    );
    expect(list[0]!.text).toBe(text);
    await server.api.data('POST /service/transcript', { ID: customer.ID }, as());
    const isOurs = ({ to, purpose }: { to: string; purpose: string }) =>
      to === person.email && purpose === 'transcript';
    await expect.poll(() => messagesIn(server.outboxFile).some(isOurs)).toBe(true);
    const mail = messagesIn(server.outboxFile).find(isOurs)!;
    for (const line of text.split('\n')) expect(mail.body).toContain(`\n    ${line}`);
    expect(mail.body.split('\n').filter((line) => /^(?! {4})./.test(line))).toHaveLength(2);
  });

  it.each(['   ', '\u200b\u202e', '\n\n'])(
    'without anything to see is refused: %j',
    async (text) => {
      const input = { ID: customer.ID, clientId: newId(), text };
      expect((await server.api.call('POST /service/send', input, as())).code).toBe(5001);
    },
  );
});

describe('an image', () => {
  const upload = async (token = person.token, ID = customer.ID) => {
    const base64Str = (await png(60, 30)).toString('base64');
    return server.api.call('POST /service/uploadImage', { ID, base64Str }, { token });
  };

  it('is seen by both sides of its conversation only, and each look of an operator is logged', async () => {
    const { data } = await upload();
    const imageId = Number(data['ID']);
    await customer.send('', { imageId });
    const asked = { ID: customer.ID, imageId };
    const own = await server.api.data('GET /service/image', asked, as());
    expect(own.image).toMatch(/^data:image\/jpeg;base64,/);
    const seen = await consoleApi.data('GET /operator/service/image', asked, bo.token);
    expect(seen.image).toBe(own.image);
    const other = await server.register();
    const otherCustomer = await memberCustomer(server, other.token);
    const stolen = { ID: otherCustomer.ID, imageId };
    expect((await server.api.call('GET /service/image', stolen, { token: other.token })).code).toBe(
      5007,
    );
    const foreign = { ID: otherCustomer.ID, clientId: newId(), text: '', imageId };
    expect(
      (await server.api.call('POST /service/send', foreign, { token: other.token })).code,
    ).toBe(5007);
    const again = { ID: customer.ID, clientId: newId(), text: '', imageId };
    expect((await server.api.call('POST /service/send', again, as())).code).toBe(5007);
    const auditor = await consoleApi.enrolled(['auditor']);
    const filter = { memberId: person.memberId, action: 'service.image' };
    const { list } = await consoleApi.data('GET /operator/audit/list', filter, auditor.token);
    expect(list).toHaveLength(1);
  });

  it('that no message used is removed after a day', async () => {
    const { data } = await upload();
    clock.advance(DAY_MS + MINUTE_MS);
    await server.runJob('support.prune');
    const late = { ID: customer.ID, clientId: newId(), text: '', imageId: Number(data['ID']) };
    expect((await server.api.call('POST /service/send', late, as())).code).toBe(5007);
  });
});

describe('limits', () => {
  it('let a member send twenty messages a minute, and name the seconds to wait', async () => {
    const started = clock.now();
    for (let sent = 0; sent < 20; sent += 1) await customer.send(`message ${sent}`);
    const refused = await server.api.call(
      'POST /service/send',
      { ID: customer.ID, clientId: newId(), text: 'one too many' },
      as(),
    );
    expect(refused).toMatchObject({ code: 4024, data: { seconds: 60 } });
    clock.set(started + MINUTE_MS);
    await customer.send('later');
    expect(await customer.list()).toHaveLength(21);
  });

  it('are counted, and conversations found, before anyone works on the text of a message', async () => {
    // A text that is refused once it is read.
    const unread = { clientId: newId(), text: '   ' };
    const { visitor, send } = await visitorCustomer(server);
    const codeOf = async (token: string) =>
      (await server.api.call('POST /service/visitor/send', { ...unread, visitor: token })).code;
    expect(await codeOf(visitor)).toBe(5001);
    expect(await codeOf('A'.repeat(43))).toBe(5007);
    for (let sent = 0; sent < 20; sent += 1) await send(`message ${sent}`);
    expect(await codeOf(visitor)).toBe(4024);
    await server.api.data('POST /service/visitor/end', { visitor });
    expect(await codeOf(visitor)).toBe(5026);
  });

  it('let one address begin ten conversations an hour', async () => {
    await settle('service.openingsPerHour', 3);
    clock.advance(61 * MINUTE_MS);
    for (let opened = 0; opened < 3; opened += 1) await visitorCustomer(server);
    const refused = await server.api.call('POST /service/visitor/open', { lang: 'en' });
    expect(refused).toMatchObject({ code: 4024, data: { seconds: 3600 } });
    await settle('service.openingsPerHour', 1_000);
  });
});

describe('a visitor', () => {
  it('gets an answer soon even if nobody is notified of it, and each message once', async () => {
    const { visitor, ID, send } = await visitorCustomer(server);
    await send('Hello?');
    const device = await visitorDevice(server.url(), visitor);
    await device.until(() => device.messages().length > 0);
    const silent = vi.spyOn(server.bus(), 'publish').mockImplementation(() => undefined);
    await claimAndAnswer(consoleApi, { ID, text: 'Here we are.', by: ada.token });
    const isThere = () => device.messages().some(({ text }) => text === 'Here we are.');
    expect(isThere()).toBe(false);
    await server.runJob('support.check-visitors');
    await device.until(isThere);
    silent.mockRestore();
    const count = device.received.length;
    await server.runJob('support.check-visitors');
    expect(device.received).toHaveLength(count);
    await device.cut();
  });

  it('converses by a token, and gets the conversation by mail at an address with its code', async () => {
    const visitor = await visitorCustomer(server);
    await visitor.send('I do not get the code by email.');
    const device = await visitorDevice(server.url(), visitor.visitor);
    await device.until((of) => of.messages().length === 1);
    expect((await find(ada, visitor.ID)).isHere).toBe(true);
    await claimAndAnswer(consoleApi, { ID: visitor.ID, text: 'Which address?', by: ada.token });
    await device.until((of) => of.messages().at(-1)?.text === 'Which address?');
    await consoleApi.data('POST /operator/service/typing', { ID: visitor.ID }, ada.token);
    await device.until((of) => of.received.at(-1)?.kind === 'typing');
    await device.cut();

    const email = `visitor-${process.pid}@tern.test`;
    const of = { visitor: visitor.visitor, email };
    const asked = await server.api.call('POST /service/visitor/transcriptCode', {
      ...of,
      captcha: 'WRONG',
      captchaId: 'none',
    });
    expect(asked.code).toBe(4005);
    const solved = await server.captcha();
    await server.api.data('POST /service/visitor/transcriptCode', { ...of, ...solved });
    const wrong = await server.api.call('POST /service/visitor/transcript', {
      ...of,
      code: '000000',
    });
    expect(wrong.code).toBe(4009);
    const isCode = ({ to, code }: { to: string; code?: string }) =>
      to === email && code !== undefined;
    await expect.poll(() => messagesIn(server.outboxFile).some(isCode)).toBe(true);
    const { code = '' } = messagesIn(server.outboxFile).findLast(isCode)!;
    const reset = {
      email,
      emailCode: code,
      passWord: 'another shore 8',
      ...(await server.captcha()),
    };
    expect((await server.api.call('POST /base/resetPwd', reset)).code).toBe(4009);
    await server.api.data('POST /service/visitor/transcript', { ...of, code });
    const isTranscript = ({ to, purpose }: { to: string; purpose: string }) =>
      to === email && purpose === 'transcript';
    await expect.poll(() => messagesIn(server.outboxFile).some(isTranscript)).toBe(true);
    const mail = messagesIn(server.outboxFile).findLast(isTranscript)!;
    expect(mail.body).toContain('I do not get the code by email.');
    expect(mail.body).toContain('Which address?');
    expect((await find(ada, visitor.ID)).getsMail).toBe(true);
  });

  it('whose token is unknown is refused on the socket', async () => {
    const device = await visitorDevice(server.url(), 'B'.repeat(43));
    await device.until(({ received }) => received.length > 0);
    expect(device.received).toEqual([{ kind: 'refused', code: 5007 }]);
  });
});

describe('the member’s devices', () => {
  it('receive messages, read marks and the writing of operators live', async () => {
    const device = await welcomedDevice(server.url(), { token: person.token });
    await customer.send('Hello');
    await claimAndAnswer(consoleApi, { ID: customer.ID, text: 'Good day.', by: ada.token });
    const read = { ID: customer.ID, seq: 1 };
    await consoleApi.data('POST /operator/service/read', read, ada.token);
    await consoleApi.data('POST /operator/service/typing', { ID: customer.ID }, ada.token);
    const changes = () =>
      device
        .events()
        .filter(({ topic }) => topic === 'service.changed')
        .map(
          ({ data }) =>
            data as { conversation: { serviceReadSeq: number }; messages: { seq: number }[] },
        );
    await device.until(() => changes().at(-1)?.conversation.serviceReadSeq === 1);
    expect(changes().flatMap(({ messages }) => messages.map(({ seq }) => seq))).toEqual([1, 2]);
    await device.until(({ received }) =>
      received.some((message) => message.kind === 'passing' && message.topic === 'service.typing'),
    );
    device.socket.terminate();
  });

  it('get one notice about answers that stay unread, by email too unless they switch it off', async () => {
    await customer.send('Hello');
    await claimAndAnswer(consoleApi, { ID: customer.ID, text: 'Good day.', by: ada.token });
    await answer('Are you there?');
    const notices = async () =>
      (await server.api.data('GET /notice/getNoticeList', {}, as())).list.filter(
        ({ kind }) => kind === 'service.answered',
      );
    await server.runJob('support.notify-unread');
    expect(await notices()).toEqual([]);
    clock.advance(4 * MINUTE_MS);
    await server.runJob('support.notify-unread');
    await server.runJob('support.notify-unread');
    expect(await notices()).toMatchObject([{ about: { kind: 'service', ID: customer.ID } }]);
    const isAboutAnswer = ({ to, subject }: { to: string; subject: string }) =>
      to === person.email && subject.includes('answered you');
    const mails = async () => {
      await server.runJob('notification.email');
      await server.runJob('outgoing-messages.deliver');
      return messagesIn(server.outboxFile).filter(isAboutAnswer);
    };
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [mail] = await mails();
    expect(mail!.body).not.toContain('Good day');
    expect(mail!.body).toContain('/pages/user/inform/preferences');
    await server.api.data('POST /service/read', { ID: customer.ID, seq: 3 }, as());
    expect((await server.api.data('GET /service/current', {}, as())).unread).toBe(0);
    await answer('Another one.');
    clock.advance(4 * MINUTE_MS);
    const off = { category: 'service', channel: 'email', isOn: false } as const;
    await server.api.data('POST /notice/setSwitch', off, as());
    await server.runJob('support.notify-unread');
    expect(await notices()).toHaveLength(2);
    expect(await mails()).toHaveLength(1);
    expect((await notices())[0]).toMatchObject({ isRead: false });
    await server.api.data('POST /service/read', { ID: customer.ID, seq: 4 }, as());
    expect((await notices())[0]).toMatchObject({ isRead: true });
  });
});
