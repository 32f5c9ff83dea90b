/** What was sealed since the last check: planted faults, written with every right and all triggers off, are found (ADR 52). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findUnsealed, sealedEntries } from '../src/audit/sealed-journal.ts';
import { startServer, type TestServer } from './support/server.ts';
import { brokenInvariantsAfter, failedRulesOf } from './support/tampering.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ prices: 'still' });
  const { memberId } = await server.register();
  for (const USDT of ['100', '50', '25']) {
    await server.fund(memberId, { USDT });
    const before = await sealedEntries(server.fresh.database);
    // The journal settles a moment after each commit.
    while ((await sealedEntries(server.fresh.database)) === before) {
      await server.runJob('public-log.seal');
    }
  }
}, 120_000);
afterAll(() => server.stop());

const broken = (...statements: string[]) => brokenInvariantsAfter(server.fresh, ...statements);
const newest = '(select max(index) from public_log_entries)';

it('an honest log is in order, whole and from its second entry on', async () => {
  const { database } = server.fresh;
  const since = { entry: 0, posting: 0 };
  expect(await database.snapshot((reader) => findUnsealed(reader, { ...since, own: 0 }))).toEqual(
    [],
  );
  expect(await database.snapshot((reader) => findUnsealed(reader, { ...since, own: 1 }))).toEqual(
    [],
  );
});

/** What a check finds that has checked all entries before. */
const foundAgain = (statement: string) =>
  failedRulesOf(
    (database) =>
      database.snapshot(async (reader) => {
        const own = await sealedEntries(reader);
        const faults = await findUnsealed(reader, { entry: 0, posting: 0, own });
        return [{ rule: faults.join(), checked: own, faults }];
      }),
    server.fresh,
    [statement],
  );

it.each([
  [
    `update ledger_postings set asset = 'USDC' where entry_id = (select min(entry_id) from public_log_journal)`,
    'the journal no longer contains what round 1 sealed',
  ],
  ['delete from public_log_rounds where round = 2', 'round 2 is not in the public log'],
  [
    'update public_log_entries set entry = (select entry from public_log_entries where index = 1) where index = 0',
    'entry 0 of the public log is not what its tree says',
  ],
  [`delete from public_log_entries where index = ${newest}`, 'of the public log is gone'],
])('entries that were checked before are checked again in turn: %s', async (statement, fault) => {
  expect(await foundAgain(statement)).toEqual([expect.stringContaining(fault)]);
});

it.each([
  [
    'a posting changed after it was sealed',
    `update ledger_postings set asset = 'USDC' where entry_id = (select max(entry_id) from public_log_journal)`,
  ],
  [
    'an entry of the journal that was removed from its round',
    'delete from public_log_journal where round = (select max(round) from public_log_rounds)',
  ],
  [
    'an entry of the log that was replaced',
    `update public_log_entries set entry = (select entry from public_log_entries where index = 0) where index = ${newest}`,
  ],
  [
    'an entry of the log that is gone',
    `delete from public_log_entries where index = ${newest} - 1`,
  ],
  ['a round that is gone', 'delete from public_log_rounds where round = 2'],
  [
    'a tile that was rewritten',
    `update public_log_tiles set nodes = overlay(nodes placing substring(nodes for 32) from 33) where level = 0`,
  ],
  ['a log that shrank', 'update public_log_head set size = size - 1'],
  [
    'a key that no entry of the log introduced',
    `insert into public_log_keys
      select id + 1, sha256(public_key), sealed_secret, salt_secret, created_at from public_log_keys`,
  ],
  [
    'a checkpoint that we did not sign',
    `update public_log_head set checkpoint = replace(checkpoint, E'\\n— ', E'\\n— x')`,
  ],
])('finds %s', async (_name, statement) => {
  expect(await broken(statement)).toContain('journal-sealed');
});
