import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { agree, begin, draftOf, propose, WORDS } from './support/announcements.ts';
import { welcomedDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const WITHIN = { timeout: 60_000 };
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
/** Both have every role. */
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
});
afterAll(() => server?.stop());
const signIn = async () => {
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
};
beforeEach(signIn);

const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
const news = async (lang = 'en') =>
  (await server.api.data('GET /base/article', { cate: 1 }, { lang })).list;
const titles = async () => (await news()).map(({ title }) => title);
const article = (ID: number, lang = 'en') =>
  server.api.call('GET /base/article/detail', { ID }, { lang });
const write = async (ID: number, lang: string, words: { title: string; body: string }) => {
  const { revision } = await draftOf(consoleApi, ada, ID);
  const input = { ID, lang, revision, ...words };
  return consoleApi.call('POST /operator/announcement/write', input, ada);
};
const withdraw = (ID: number, what: 'coming' | 'published') =>
  consoleApi.call(
    'POST /operator/announcement/takeBack',
    { ID, what, reason: 'It was wrong.' },
    bo,
  );
const publishDue = () => server.runJob('announcement.publish');
const published = async (ID: number) => {
  expect((await agree(consoleApi, bo, await propose(consoleApi, ada, { ID }))).code).toBe(0);
  await publishDue();
  await vi.waitFor(async () => expect((await article(ID)).code).toBe(0), WITHIN);
};

describe('an announcement', () => {
  it('is published once a second operator has approved it and its time has come', async () => {
    const ID = await begin(consoleApi, ada);
    expect((await article(ID)).code).toBe(5007);
    const publishAt = inHours(3);
    const review = await propose(consoleApi, ada, { ID, publishAt });
    expect((await consoleApi.call('POST /operator/review/claim', { ID: review }, ada)).code).toBe(
      5032,
    );
    expect(await draftOf(consoleApi, ada, ID)).toMatchObject({
      publishedAt: null,
      coming: { state: 'proposed', publishAt, reviewId: review },
    });
    expect((await agree(consoleApi, bo, review)).code).toBe(0);
    clock.advance(2.9 * HOUR_MS);
    await signIn();
    expect(await draftOf(consoleApi, ada, ID)).toMatchObject({ coming: { state: 'scheduled' } });
    expect((await article(ID)).code).toBe(5007);

    const { token } = await server.register();
    const device = await welcomedDevice(server.url(), { token });
    clock.advance(0.2 * HOUR_MS);
    await publishDue();
    await device.until(({ received }) => received.some(({ kind }) => kind === 'news'));
    device.socket.terminate();
    expect((await news())[0]).toMatchObject({ ID, cate: 1, title: WORDS.title, lang: 'en' });
    const { data } = await article(ID);
    expect(data).toMatchObject({
      rearticle: {
        CreatedAt: publishAt,
        UpdatedAt: publishAt,
        content: 'From 08:00 to 09:00 UTC.\nDeposits go on.',
        blocks: [{ kind: 'paragraph' }, { kind: 'item' }],
      },
    });
    await signIn();
    expect(await draftOf(consoleApi, ada, ID)).toMatchObject({
      publishedAt: publishAt,
      coming: null,
    });
    expect((await draftOf(consoleApi, ada, ID)).editions).toMatchObject([
      { state: 'published', proposedBy: 'operator-1', langs: ['en'] },
    ]);
  });

  it('is shown in the reader’s language if it has one, otherwise in English', async () => {
    const ID = await begin(consoleApi, ada, { title: 'New pairs' });
    const german = { title: 'Neue Paare', body: 'Ab Montag.' };
    expect((await write(ID, 'de', german)).code).toBe(0);
    expect((await write(ID, 'fr', { title: 'Nouvelles paires', body: 'Dès lundi.' })).code).toBe(0);
    expect((await write(ID, 'fr', { title: '', body: '' })).code).toBe(0);
    await published(ID);
    const read = async (lang: string) => {
      const { rearticle } = (await article(ID, lang)).data as { rearticle: object };
      return rearticle;
    };
    expect(await read('de')).toMatchObject({
      title: 'Neue Paare',
      content: 'Ab Montag.',
      lang: 'de',
    });
    expect((await news('de')).find((row) => row.ID === ID)).toMatchObject({ title: 'Neue Paare' });
    for (const lang of ['fr', 'en', 'xx']) {
      expect(await read(lang)).toMatchObject({ title: 'New pairs', lang: 'en' });
    }
  });

  it('keeps its place and time when corrected, and its old text until the correction is published', async () => {
    const ID = await begin(consoleApi, ada, { title: 'First words' });
    await published(ID);
    const { CreatedAt } = (await news())[0]!;
    clock.advance(HOUR_MS / 4);
    const later = await begin(consoleApi, ada, { title: 'Later words' });
    await published(later);
    await write(ID, 'en', { title: 'Second words', body: 'Better.' });
    expect((await draftOf(consoleApi, ada, ID)).texts).toMatchObject([{ isPublished: false }]);
    const review = await propose(consoleApi, ada, { ID });
    expect((await titles()).slice(0, 2)).toEqual(['Later words', 'First words']);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: review }, bo);
    expect(rereview.rows).toContainEqual({
      label: 'en title',
      values: ['First words', 'Second words'],
      isEqual: null,
    });
    expect((await agree(consoleApi, bo, review)).code).toBe(0);
    await publishDue();
    await vi.waitFor(
      async () => expect((await titles()).slice(0, 2)).toEqual(['Later words', 'Second words']),
      WITHIN,
    );
    const [, row] = await news();
    expect(row!.CreatedAt).toBe(CreatedAt);
    expect(row!.UpdatedAt > CreatedAt).toBe(true);
  });

  it('can be withdrawn by one operator at any time, with immediate effect', async () => {
    const ID = await begin(consoleApi, ada, { title: 'A mistake' });
    expect((await withdraw(ID, 'coming')).code).toBe(5034);
    expect((await withdraw(ID, 'published')).code).toBe(5034);
    const review = await propose(consoleApi, ada, { ID });
    expect((await withdraw(ID, 'coming')).code).toBe(0);
    expect((await consoleApi.call('POST /operator/review/claim', { ID: review }, bo)).code).toBe(
      5034,
    );

    await agree(consoleApi, bo, await propose(consoleApi, ada, { ID, publishAt: inHours(0.1) }));
    expect((await withdraw(ID, 'coming')).code).toBe(0);
    clock.advance(0.2 * HOUR_MS);
    await signIn();
    await published(ID);
    expect((await withdraw(ID, 'published')).code).toBe(0);
    expect((await article(ID)).code).toBe(5007);
    expect(await titles()).not.toContain('A mistake');
    const { editions } = await draftOf(consoleApi, ada, ID);
    expect(editions.map(({ state }) => state)).toEqual(['takenBack', 'takenBack', 'takenBack']);
    await published(ID);
  });

  it('is changed by one of two concurrent operators', async () => {
    const ID = await begin(consoleApi, ada);
    const { revision } = await draftOf(consoleApi, ada, ID);
    const words = (title: string) => ({ ID, lang: 'en', revision, title, body: 'Something.' });
    const written = await Promise.all(
      [ada, bo].map((token, index) =>
        consoleApi.call('POST /operator/announcement/write', words(`Version ${index}`), token),
      ),
    );
    expect(written.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 5033]);
    const old = { ID, revision, reason: 'Said of older words.' };
    expect((await consoleApi.call('POST /operator/announcement/propose', old, ada)).code).toBe(
      5033,
    );
    const input = { ...old, revision: revision + 1 };
    const proposed = await Promise.all(
      [ada, bo].map((token) =>
        consoleApi.call('POST /operator/announcement/propose', input, token),
      ),
    );
    expect(proposed.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 5034]);
    const review = (proposed.find(({ code }) => code === 0)!.data as { reviewId: number }).reviewId;
    const other = proposed[0]!.code === 0 ? bo : ada;
    // Later edits of the draft do not change the proposal.
    expect((await write(ID, 'en', { title: 'Slipped in', body: 'Send your coins.' })).code).toBe(0);
    expect((await agree(consoleApi, other, review)).code).toBe(0);
    await publishDue();
    await vi.waitFor(async () => expect((await article(ID)).code).toBe(0), WITHIN);
    expect(await titles()).not.toContain('Slipped in');
  });

  it('is either approved or withdrawn when both are attempted concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ID = await begin(consoleApi, ada, { title: `Round ${round}` });
      const review = await propose(consoleApi, ada, { ID, publishAt: inHours(0.4) });
      const [agreed, back] = await Promise.all([
        agree(consoleApi, bo, review).catch(() => undefined),
        withdraw(ID, 'coming'),
      ]);
      const { coming, editions } = await draftOf(consoleApi, ada, ID);
      const isAgreed = agreed?.code === 0;
      const state = editions[0]!.state;
      if (back.code === 0) expect([coming, state]).toEqual([null, 'takenBack']);
      else expect([isAgreed, coming?.state, state]).toEqual([true, 'scheduled', 'agreed']);
    }
  });

  it('is not published after a rejection, and can be proposed again', async () => {
    const ID = await begin(consoleApi, ada, { title: 'Too early' });
    const review = await propose(consoleApi, ada, { ID });
    await consoleApi.data('POST /operator/review/claim', { ID: review }, bo);
    await consoleApi.data('POST /operator/review/reject', { ID: review, reason: 'Not yet.' }, bo);
    expect(await draftOf(consoleApi, ada, ID)).toMatchObject({
      coming: null,
      editions: [{ state: 'rejected' }],
    });
    await published(ID);
  });

  it('has each step in the audit log, with its operator', async () => {
    const ID = await begin(consoleApi, ada, { title: 'Followed' });
    await write(ID, 'de', { title: 'Verfolgt', body: 'Ja.' });
    await published(ID);
    await withdraw(ID, 'published');
    const subject = `announcement:${ID}`;
    const { list } = await consoleApi.data('GET /operator/audit/list', { subject }, bo);
    expect(list.map(({ action, login }) => [action, login]).reverse()).toEqual([
      ['announcement.begin', 'operator-1'],
      ['announcement.write', 'operator-1'],
      ['announcement.propose', 'operator-1'],
      ['announcement.publish', ''],
      ['announcement.takeBack', 'operator-2'],
    ]);
  });
});
