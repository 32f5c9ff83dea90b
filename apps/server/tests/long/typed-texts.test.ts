/** Texts that one person types and another reads stay texts: in the database, in mails, in spreadsheets. */
import { unzipSync } from 'fflate';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock } from '../support/market.ts';
import { equip } from '../support/member-records.ts';
import { createConsole } from '../support/operator-client.ts';
import { messagesIn, PASSWORD, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  HOSTILE,
  NOT_SENT,
  sendText,
  textFieldsOf,
  TYPED,
  typedTexts,
  type Typist,
  writingCalls,
} from '../support/typed-texts.ts';

const clock = manualClock();
/** What the server could not handle. */
const FAULTS = [5000, 5006];
let server: TestServer;
let owner: Client;
let member: Person;
let typist: Typist;

beforeAll(async () => {
  server = await startServer({ clock, trustedProxies: ['loopback'] });
  owner = new Client(server.fresh.ownerTarget);
  await owner.connect();
  member = await server.register();
  await equip(server, member);
  const consoleApi = createConsole(server, clock);
  const roles = ['reviewer', 'approver', 'support', 'content', 'auditor', 'compliance'];
  const { token: operatorToken } = await consoleApi.enrolled(roles);
  typist = {
    api: server.api,
    member,
    operatorToken,
    now: () => clock.now(),
    register: () => server.register(),
    operator: (name, input) => consoleApi.data(name, input, operatorToken),
  };
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

describe('the texts of all calls', () => {
  it('are sent by this test, or have a reason not to be', () => {
    const forgotten = [...writingCalls].flatMap(([name, call]) =>
      [...textFieldsOf(call).keys()].filter(
        (field) =>
          !TYPED[name]?.fields.includes(field) &&
          NOT_SENT[field] === undefined &&
          NOT_SENT[`${name} ${field}`] === undefined,
      ),
    );
    expect(forgotten).toEqual([]);
  });

  it.each(typedTexts)('%s takes a usual %s, and no hostile one breaks it', async (name, field) => {
    expect(await sendText(typist, [name, field], undefined)).toBe(0);
    const codes: Record<string, number> = {};
    for (const [what, text] of Object.entries(HOSTILE)) {
      // Beyond every rate limit.
      clock.advance(5_000);
      codes[what] = await sendText(typist, [name, field], text);
    }
    expect(Object.entries(codes).filter(([, code]) => FAULTS.includes(code))).toEqual([]);
  });
});

describe('afterwards', () => {
  it('no stored text hides or rearranges another', async () => {
    const { rows } = await owner.query<{ place: string; type: string }>(
      `select format('%I.%I', c.table_name, c.column_name) as place, c.data_type as type
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'json', 'ARRAY')`,
    );
    const found: string[] = [];
    for (const { place } of rows) {
      const [table = '', column = ''] = place.split('.');
      const { rows: bad } = await owner.query(
        `select 1 from ${table} where ${column}::text ~ '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]'
          or ${column}::text ~ '\\\\u00[01][0-9a-f]' limit 1`,
      );
      if (bad.length > 0) found.push(place);
    }
    expect(found).toEqual([]);
  });

  it('every mail has one line as its subject, and nothing hidden in its text', async () => {
    const { token } = member;
    const { conversation } = await server.api.data('POST /service/open', { lang: 'en' }, { token });
    await server.api.data('POST /service/transcript', { ID: conversation.ID }, { token });
    await vi.waitFor(
      () => expect(messagesIn(server.outboxFile).at(-1)?.body).toContain(HOSTILE['markup']),
      60_000,
    );
    for (const { to, subject = '', body } of messagesIn(server.outboxFile)) {
      expect(to).toMatch(/^[\w.+@-]+$/);
      expect(subject).toMatch(/^[^\p{Cc}\p{Bidi_Control}]*$/u);
      expect(body).toMatch(/^[^\p{Bidi_Control}]*$/u);
      expect(body.replaceAll('\n', '')).toMatch(/^\P{Cc}*$/u);
    }
  });

  it('no cell of the export is a formula', async () => {
    const { path } = await server.api.data(
      'POST /user/exportAccount',
      { password: PASSWORD },
      { token: member.token },
    );
    const zip = unzipSync(new Uint8Array(await (await fetch(server.url() + path)).arrayBuffer()));
    const cells = Object.entries(zip)
      .filter(([name]) => name.startsWith('csv/'))
      .flatMap(([, bytes]) => cellsOf(new TextDecoder().decode(bytes)));
    expect(cells).toContain(`'${HOSTILE['a formula']}`);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)))).toEqual(
      [],
    );
  });
});

/** The cells of a CSV (RFC 4180). */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
