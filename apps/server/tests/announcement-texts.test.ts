import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditReviews } from '../src/audit/reviews.ts';
import { type Lang, locales } from '../src/kernel/i18n/texts.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { agree, begin, draftOf, propose, WORDS } from './support/announcements.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
});
afterAll(() => server?.stop());

const drafted = (words: object) =>
  consoleApi.call('POST /operator/announcement/begin', { cate: 1, ...WORDS, ...words }, ada);
const articles = (cate: number, lang: string) =>
  server.api.data('GET /base/article', { cate, pageSize: 100 }, { lang });

describe('texts of an announcement', () => {
  it.each([
    [{ title: '' }, 'title'],
    [{ title: ' \u200b\u2060 ' }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ title: 'a\u0000b' }, 'title'],
    [{ title: '\u202egnp.exe' }, 'title'],
    [{ title: 'half \ud83d a character' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ body: '...' }, 'body'],
    [{ body: 'a\u0007b' }, 'body'],
    [{ body: 'hidden \u2066 turn' }, 'body'],
    [{ body: 'x'.repeat(5_001) }, 'body'],
    [{ body: '[win](javascript:alert(1))' }, 'body'],
    [{ body: '[win](http://tern.example)' }, 'body'],
    [{ body: '[win](https://tern.example@evil.example)' }, 'body'],
  ])('are refused with %j', async (words, field) => {
    const { code, data } = await drafted(words);
    expect(code).toBe(5001);
    expect(JSON.stringify(data)).toContain(field);
  });

  it('may be in any script, and markup stays plain text', async () => {
    const title = 'שלום <b onclick=x> 日本 🎉';
    const body =
      '<script>alert(1)</script>\n<img src=x onerror=alert(1)>\nمرحبا "quoted" \'; drop table members';
    const ID = await begin(consoleApi, ada, { title, body });
    expect((await agree(consoleApi, bo, await propose(consoleApi, ada, { ID }))).code).toBe(0);
    await expect
      .poll(async () => (await server.api.call('GET /base/article/detail', { ID })).code)
      .toBe(0);
    const { rearticle } = await server.api.data('GET /base/article/detail', { ID });
    expect(rearticle).toMatchObject({ title, content: body });
    const parts = rearticle.blocks.flatMap((block) => block.parts);
    expect(parts.every(({ href }) => href === null)).toBe(true);
  });

  it('can be saved, proposed and approved at their maximum size in all languages', async () => {
    const ID = await begin(consoleApi, ada, { title: '字'.repeat(120), body: '字'.repeat(5_000) });
    for (const lang of Object.keys(locales).filter((each) => each !== 'en')) {
      const { revision } = await draftOf(consoleApi, ada, ID);
      const words = { title: '字'.repeat(120), body: '字'.repeat(5_000) };
      await consoleApi.data(
        'POST /operator/announcement/write',
        { ID, revision, lang, ...words },
        ada,
      );
    }
    const { langs } = await draftOf(consoleApi, ada, ID);
    expect(langs).toHaveLength(14);
    const review = await propose(consoleApi, ada, { ID });
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: review }, bo);
    expect(rereview.checks.every(({ isPassed }) => isPassed)).toBe(true);
    expect((await agree(consoleApi, bo, review)).code).toBe(0);
  });

  it('need a confirmed warning before approval if a language is missing or a link leads elsewhere', async () => {
    const ID = await begin(consoleApi, ada, {
      body: 'See [the plan](https://status.tern.example/x).',
    });
    const review = await propose(consoleApi, ada, { ID });
    await consoleApi.data('POST /operator/review/claim', { ID: review }, bo);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: review }, bo);
    expect(rereview.checks).toMatchObject([
      { name: 'languages-complete', isPassed: false },
      { name: 'leads-nowhere', isPassed: false, detail: 'status.tern.example' },
    ]);
    const approval = { ID: review, stage: 'second' as const, hash: rereview.hash };
    expect((await consoleApi.call('POST /operator/review/approve', approval, bo)).code).toBe(5036);
  });

  it('require English and a time that is neither past nor far away', async () => {
    const ID = await begin(consoleApi, ada);
    const empty = { ID, lang: 'en', revision: 1, title: '', body: '' };
    expect((await consoleApi.call('POST /operator/announcement/write', empty, ada)).code).toBe(
      5001,
    );
    const past = new Date(clock.now() - 1_000).toISOString();
    const far = new Date(clock.now() + 400 * 86_400_000).toISOString();
    for (const publishAt of [past, far]) {
      const input = { ID, revision: 1, publishAt, reason: 'For a test.' };
      const answer = await consoleApi.call('POST /operator/announcement/propose', input, ada);
      expect([publishAt, answer.code]).toEqual([publishAt, 5001]);
    }
  });

  it('can be previewed before they are saved', async () => {
    const { blocks } = await consoleApi.data(
      'POST /operator/announcement/preview',
      { body: '# One\ntwo' },
      ada,
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph']);
  });
});

const changeUnapproved = defineStatement({
  name: 'test.changeEdition',
  text: `update announcement_editions set texts = jsonb_set(texts, '{en,body}', to_jsonb($2::text))
    where announcement_id = $1 and state in ('agreed', 'published')`,
  params: [int8, text],
});

describe('the audit', () => {
  it('finds texts that were changed without an approval, and nothing else', async () => {
    const ID = await begin(consoleApi, ada);
    expect((await agree(consoleApi, bo, await propose(consoleApi, ada, { ID }))).code).toBe(0);
    const rule = 'announcements are the texts that another operator approved';
    const findings = async () => {
      const findings = await server.fresh.database.snapshot((reader) => auditReviews(reader));
      return findings.find((finding) => finding.rule === rule)!;
    };
    const before = await findings();
    expect(before.faults).toEqual([]);
    expect(before.checked).toBeGreaterThan(0);
    const write = (body: string) =>
      server.fresh.owner.transaction((tx) => tx.run(changeUnapproved, [ID, body]));
    await write('Send your coins to us.');
    expect((await findings()).faults).toEqual([expect.stringContaining(`announcement ${ID} `)]);
    await write(WORDS.body);
    expect((await findings()).faults).toEqual([]);
  });
});

describe('the first articles', () => {
  it.each(Object.keys(locales) as Lang[])('are complete in %s', async (lang) => {
    const [rules, help] = [await articles(3, lang), await articles(2, lang)];
    expect([rules.total, help.total]).toEqual([3, 3]);
    const news = await articles(1, lang);
    expect(news.total, 'a newcomer finds news').toBeGreaterThan(0);
    const welcome = news.list.at(-1)!;
    for (const { ID, lang: written, title } of [...rules.list, ...help.list, welcome]) {
      const { rearticle } = await server.api.data('GET /base/article/detail', { ID }, { lang });
      expect([title, written]).toEqual([rearticle.title, lang]);
      expect(rearticle.content.length).toBeGreaterThan(30);
      expect(rearticle.content).not.toMatch(/[*#{}[\]]/);
    }
  });

  it('are all listed when no kind is given', async () => {
    const { list, total } = await server.api.data('GET /base/article', {});
    expect(total).toBe(list.length);
    expect(new Set(list.map(({ cate }) => cate))).toEqual(new Set([1, 2, 3]));
  });

  it('can be edited from the published text', async () => {
    const { list } = await articles(3, 'en');
    const draft = await draftOf(consoleApi, ada, list[0]!.ID);
    expect(draft.title).toBe('Terms');
    expect(draft.texts).toHaveLength(14);
    expect(draft.texts.every(({ isPublished }) => isPublished)).toBe(true);
  });
});
