/** The key of a deployment: every instance on a database has the same one, and what its loss means. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSecretBox } from '../src/app/open-secret-box.ts';
import {
  createAuthorization,
  passwordMark,
  secretBoxContext,
} from '../src/features/gateway/keys/authorization.ts';
import { insertKey } from '../src/features/gateway/keys/store.ts';
import { memberById } from '../src/kernel/members/members.ts';
import {
  antiPhishingPhraseOf,
  storeAntiPhishingPhrase,
} from '../src/kernel/messaging/anti-phishing-phrases.ts';
import { pushKeys } from '../src/kernel/messaging/push-devices.ts';
import { systemClock } from '../src/platform/clock.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { webPushServices } from '../src/adapters/web-push.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember } from './support/market.ts';

let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tern-key-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fresh.drop();
});

it('An instance with another key than the first one, or without its file, does not start', async () => {
  const { database } = fresh;
  const [first, copy, another, missing] = ['first', 'copy', 'another', 'missing'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const sealed = (await openSecretBox(database, first)).seal('a word', 'someone');
  copyFileSync(first, copy);
  expect((await openSecretBox(database, copy)).open(sealed, 'someone')).toBe('a word');
  writeFileSync(another, randomBytes(32).toString('base64'), { mode: 0o600 });
  await expect(openSecretBox(database, another)).rejects.toThrow(
    /another key than the one this database was used with/,
  );
  await expect(openSecretBox(database, missing)).rejects.toThrow(/file that is missing/);
  // No key is drawn that would be in the way of the right one.
  expect(existsSync(missing)).toBe(false);
});

it('Of two instances that start together with keys of their own, one is refused', async () => {
  const empty = await freshDatabase();
  const ends = await Promise.allSettled(
    ['left', 'right'].map((name) => openSecretBox(empty.database, join(folder, name))),
  );
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await empty.drop();
});

it('After the loss of the key, the line of the handbook lets an instance start with a new one', async () => {
  const lost = await freshDatabase();
  const { database, owner } = lost;
  const before = await openSecretBox(database, join(folder, 'lost'));
  await pushKeys({ database, secretBox: before }, webPushServices.makeKeys, 0);
  const memberId = await fundedMember(database, { USDT: '1' });
  await owner.transaction((tx) =>
    storeAntiPhishingPhrase(tx, before, { memberId, word: 'harbour', at: 0 }),
  );
  const handbook = readFileSync(new URL('../../../docs/handbook.md', import.meta.url), 'utf8');
  const statements = [...handbook.matchAll(/-c "(delete from [^"]+)"/g)].map(([, sql = '']) => sql);
  const run = (sql: string, index: number) =>
    owner.transaction((tx) =>
      tx.run(defineStatement({ name: `test.lost${index}`, text: sql, params: [] }), []),
    );
  await run(statements[0]!, 0);
  const secretBox = await openSecretBox(database, join(folder, 'new'));
  const start = () => pushKeys({ database, secretBox }, webPushServices.makeKeys, 0);
  await expect(start()).rejects.toThrow(/sealed with another secrets[.]key/);
  for (const [index, sql] of statements.entries()) await run(sql, index);
  expect((await start()).privateKey).not.toBe('');
  expect(await antiPhishingPhraseOf(database, secretBox, memberId)).toBe('');
  await lost.drop();
});

it('an instance whose key was sealed with a lost key is shown that it is none', async () => {
  const lost = await freshDatabase();
  const { database } = lost;
  const before = await openSecretBox(database, join(folder, 'sealed-with'));
  const memberId = await fundedMember(database, { USDT: '1' });
  const accessKey = 'key-of-a-bot';
  const key = {
    memberId,
    name: 'bot',
    accessKey,
    sealedSecret: Buffer.from(before.seal('secret', secretBoxContext(accessKey))),
    canTrade: true,
    addresses: [],
    passwordMark: passwordMark((await memberById(database, memberId))!),
  };
  await database.transaction((tx) => insertKey(tx, key, 0));
  const other = await freshDatabase();
  const secretBox = await openSecretBox(other.database, join(folder, 'opened-with'));
  const log = createLog('silent');
  const { check } = createAuthorization({ database, clock: systemClock, log, secretBox });
  const request = { method: 'GET', host: 'tern.test', path: '/', params: [] } as never;
  const asked = check({ accessKey, timestamp: '', address: '', request });
  await expect(asked).rejects.toThrow('Signature not valid: Incorrect Access key');
  await other.drop();
  await lost.drop();
});
