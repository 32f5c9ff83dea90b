import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsOf, sendDocuments } from '../support/identities.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let app: Client;

beforeAll(async () => {
  server = await startServer({ prices: 'still' });
  app = new Client(server.fresh.appTarget);
  await app.connect();
});
afterAll(async () => {
  await app?.end();
  await server?.stop();
});

const refusalOf = (sql: string) =>
  app.query(sql).then(
    () => 'done',
    ({ constraint, code }: { constraint?: string; code: string }) => constraint ?? code,
  );

describe('documents', () => {
  it('sent concurrently from several devices are accepted once', async () => {
    const person = await server.register();
    const inputs = [];
    for (let count = 0; count < 4; count += 1) inputs.push(await documentsOf(server, person));
    const { token } = person;
    const answers = await Promise.all(
      inputs.map((input) => server.api.call('POST /user_card/createUser_card', input, { token })),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0, 5021, 5021, 5021,
    ]);
  });

  it('are verified by two operators or not at all, also by direct writes', async () => {
    const person = await server.register();
    const id = await sendDocuments(server, person);
    const verified = `update identity_documents set state = 'verified', decided_at = now() where id = ${id}`;
    expect(await refusalOf(verified)).toBe('identity_approval');
    const renamed = `update identity_documents set name = 'Someone Else' where id = ${id}`;
    expect(await refusalOf(renamed)).toBe('42501');
    expect(await refusalOf(`delete from identity_images where document_id = ${id}`)).toBe('42501');
  });

  it('of a member who waits are refused by the database', async () => {
    const person = await server.register();
    await sendDocuments(server, person);
    const again = `insert into identity_documents (member_id, document_type, name, due_at, created_at, updated_at)
      values (${person.memberId}, 1, 'Mika', now(), now(), now())`;
    expect(await refusalOf(again)).toBe('identity_locked');
  });
});
