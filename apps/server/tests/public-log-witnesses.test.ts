/** A log and its witnesses: cosignatures are published, a lost witness delays nothing, and a fork is refused in the open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cosignatureLine,
  formatVerifierKey,
  type LogTrust,
  openCheckpoint,
  type OpenedCheckpoint,
  parseLogProof,
  parsePolicy,
  parseVerifierKey,
  TILE_WIDTH,
  verifierKey,
  verifyLogProof,
} from '@tern/proofs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPublicLog,
  listKeys,
  proveEntry,
  type Witness,
} from '../src/features/proof/public-log/index.ts';
import { listPublishedKeys } from '../src/features/proof/public-log/list-keys.ts';
import { readBundle } from '../src/features/proof/public-log/store.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { bytea, int2, timestamptz } from '../src/platform/database/columns.ts';
import type { RawRequest } from '../src/platform/http/raw-endpoint.ts';
import type { Log } from '../src/platform/log.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { entryOf, post, posting } from './support/journal.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import { type ScriptedWitness, scriptedWitness } from './support/scripted-witness.ts';
import { seedKey } from './support/seed-keys.ts';
import { startWitness, type WitnessProcess } from './support/witness-process.ts';

const ORIGIN = 'tern.test/log';
const SECOND_MS = 1_000;

const copyKey = defineStatement({
  name: 'test.copyLogKey',
  text: `insert into public_log_keys (id, public_key, sealed_secret, salt_secret, created_at) values ($1, $2, $3, $4, $5)`,
  params: [int2, bytea, bytea, bytea, timestamptz],
});
const shrinkPublished = defineStatement({
  name: 'test.shrinkPublished',
  text: 'update public_log_published set size = size - 1',
  params: [],
});

/** A log on a database of its own. */
interface World {
  readonly fresh: FreshDatabase;
  readonly logged: string[];
  /** The log as an instance with these witnesses runs it, from here on. */
  run(witnesses: readonly Witness[], witnessQuorum?: number): Promise<void>;
  /** Posts an entry and seals it: the log is larger by one. */
  grow(times?: number): Promise<void>;
  /** What the job does each second. */
  submit(): Promise<void>;
  /** What anyone gets from `/log/checkpoint`. */
  published(): Promise<OpenedCheckpoint>;
  /** The text of a public file. */
  file(path: string): Promise<string>;
  measure(): Promise<Awaited<ReturnType<ReturnType<typeof createPublicLog>['measure']>>>;
  trust(): Promise<LogTrust>;
}

let clock: ManualClock;
let ending: (() => unknown)[];

beforeEach(() => {
  clock = manualClock();
  ending = [];
});
afterEach(async () => {
  for (const end of ending.toReversed()) await end();
});

/** `fork`: a log of the same name and key, with other entries from the first one on. */
async function world({ fork }: { fork?: World } = {}): Promise<World> {
  const fresh = await freshDatabase();
  ending.push(() => fresh.drop());
  if (fork !== undefined) {
    const [key] = await listKeys(fork.fresh.database);
    const { id, publicKey, sealedSecret, saltSecret, createdAt } = key!;
    const row = [id, publicKey, sealedSecret, saltSecret, createdAt] as const;
    await fresh.database.transaction((tx) => tx.run(copyKey, row));
  }
  const logged: string[] = [];
  const note = (detail: { witness?: string; reason?: string }, message: string) =>
    logged.push(`${detail.witness} ${message}: ${detail.reason ?? ''}`);
  const log = { info: note, warn: note, error: note, debug: note } as unknown as Log;
  let witnessed: readonly Witness[] = [];
  let running: ReturnType<typeof createPublicLog>;
  const trust = async () => {
    const keys = await listPublishedKeys(fresh.database, ORIGIN);
    const witnesses = witnessed.map(({ key }) => key);
    return { origin: ORIGIN, keys: keys.map(({ key }) => parseVerifierKey(key)!), witnesses };
  };
  const made: World = {
    fresh,
    logged,
    trust,
    async run(witnesses, witnessQuorum) {
      witnessed = witnesses;
      running = createPublicLog({
        database: fresh.database,
        clock,
        log,
        witnesses,
        witnessQuorum,
        secretBox: createSecretBox(new Uint8Array(32).fill(1)),
        publicUrl: 'https://tern.test',
      });
      await running.start?.();
    },
    async grow(times = 1) {
      for (let time = 0; time < times; time += 1) {
        await post(fresh.database, entryOf([posting(7, 'USDT', '1'), posting(-7, 'USDT', '-1')]));
      }
      await running.seal();
    },
    submit: () => running.jobs!.find(({ name }) => name === 'public-log.witnesses')!.run(),
    async published() {
      return openCheckpoint(await made.file('/log/checkpoint'), await trust())!;
    },
    async file(path) {
      const { answer } = running.endpoints!.find((each) => each.path === path)!;
      const { body } = await answer({ address: '', takeTurn: () => 0 } as unknown as RawRequest);
      return body as string;
    },
    measure: () => running.measure(fresh.database),
  };
  await made.run([]);
  return made;
}

const namesOf = ({ cosignatures }: OpenedCheckpoint) => cosignatures.map(({ key }) => key.name);

/** Submits after the pause between two submissions. */
async function submitLater(log: World): Promise<void> {
  clock.advance(5 * SECOND_MS);
  await log.submit();
}

async function scripted(log: World, seed = 21): Promise<ScriptedWitness> {
  const witness = await scriptedWitness(log.trust, { name: `w${seed}.example`, seed });
  ending.push(() => witness.end());
  return witness;
}

/** The checkpoint at the end of a receipt. */
async function checkpointOf(log: World, index: number): Promise<OpenedCheckpoint> {
  const extra = new TextEncoder().encode('test');
  const proof = (await proveEntry(log.fresh.database, { index, extra }))!;
  const bundle = { index: Math.floor(index / TILE_WIDTH), width: TILE_WIDTH };
  const entry = (await readBundle(log.fresh.database, bundle))[index % TILE_WIDTH]!;
  return verifyLogProof(new Uint8Array(entry), parseLogProof(proof)!, await log.trust())!;
}

describe('two witnesses of ours, each a process', () => {
  let log: World;
  let processes: WitnessProcess[];
  let witnesses: Witness[];

  beforeEach(async () => {
    log = await world();
    const folder = mkdtempSync(join(tmpdir(), 'tern-witnesses-'));
    ending.push(() => rmSync(folder, { recursive: true, force: true }));
    const logKeys = (await log.trust()).keys.map(formatVerifierKey);
    processes = await Promise.all(
      ['one.example', 'two.example'].map((name) =>
        startWitness({ logKeys, file: join(folder, `${name}.json`), name }),
      ),
    );
    ending.push(...processes.map(({ kill }) => kill));
    witnesses = processes.map(({ key, url }) => ({ key: parseVerifierKey(key)!, url }));
    await log.run(witnesses);
  });

  it('cosign what is published, and receipts carry their cosignatures', async () => {
    await log.grow(300);
    await log.submit();
    await log.grow(20);
    await submitLater(log);
    const published = await log.published();
    expect([published.size, namesOf(published)]).toEqual([320, ['one.example', 'two.example']]);
    const policy = parsePolicy(await log.file('/log/policy'))!;
    expect(policy.logs).toEqual((await log.trust()).keys);
    expect(policy.isMet(published.cosignatures.map(({ key }) => key))).toBe(true);
    expect(policy.isMet([])).toBe(false);
    await log.grow();
    const old = await checkpointOf(log, 5);
    expect([old.size, namesOf(old)]).toEqual([320, ['one.example', 'two.example']]);
    // Of the newest second: under the newest checkpoint, which nobody has cosigned yet.
    expect(await checkpointOf(log, 320)).toMatchObject({ size: 321, cosignatures: [] });
    expect(log.logged).toEqual([]);
  });

  it('refuse a fork of the log they know, and everyone can see that they did', async () => {
    await log.grow(5);
    await log.submit();
    const fork = await world({ fork: log });
    await fork.run(witnesses);
    await fork.grow(8);
    await fork.submit();
    expect(processes.map(({ printed }) => printed().includes('REFUSED'))).toEqual([true, true]);
    expect(fork.logged).toEqual([
      expect.stringMatching(/^one.example a witness refused .* does not continue/),
      expect.stringMatching(/^two.example a witness refused .* does not continue/),
    ]);
    expect((await fork.measure()).witnesses).toEqual([
      { name: 'one.example', state: 'refused', at: null },
      { name: 'two.example', state: 'refused', at: null },
    ]);
    expect(namesOf(await fork.published())).toEqual([]);
    await log.grow();
    await submitLater(log);
    expect([(await log.published()).size, namesOf(await log.published()).length]).toEqual([6, 2]);
  });

  it('refuse another tree of the same size, and a log without what they cosigned', async () => {
    await log.grow(5);
    await log.submit();
    const same = await world({ fork: log });
    await same.run(witnesses);
    await same.grow(5);
    await same.submit();
    expect(same.logged[0]).toMatch(
      /^one.example a witness refused .*: knows another tree of size 5$/,
    );
    const lost = await world({ fork: log });
    await lost.run(witnesses);
    await lost.grow(3);
    await lost.submit();
    expect(lost.logged[0]).toMatch(
      / a witness refused .* tree of size 5, which the log does not have$/,
    );
    // Who looks an hour later needs the line as well, and what it says changes as the log grows on.
    await lost.grow(4);
    clock.advance(10 * SECOND_MS);
    await lost.submit();
    expect(lost.logged.at(-1)).toMatch(/ a witness refused .* does not continue what it cosigned$/);
  });
});

describe('submitting checkpoints', () => {
  let log: World;
  let one: ScriptedWitness;
  let two: ScriptedWitness;

  beforeEach(async () => {
    log = await world();
    one = await scripted(log, 21);
    two = await scripted(log, 22);
    await log.run([one.witness, two.witness]);
  });

  it('submits the newest only, five seconds after the last at the earliest', async () => {
    await log.submit();
    for (let second = 1; second <= 11; second += 1) {
      clock.advance(SECOND_MS);
      await log.grow();
      await log.submit();
    }
    expect(one.asked).toEqual(['0 to 0', '0 to 5', '5 to 10']);
  });

  it('cosigns again when a quiet log signs again, so that cosignatures stay young', async () => {
    await log.grow();
    await log.submit();
    await submitLater(log);
    expect(one.asked).toEqual(['0 to 1']);
    clock.advance(30 * SECOND_MS);
    await log.grow(0);
    await log.submit();
    expect(one.asked).toEqual(['0 to 1', '1 to 1']);
    expect((await log.measure()).witnesses[0]!.at).toBe(clock.now());
  });

  it('learns from a witness what that cosigned last', async () => {
    await log.grow(3);
    await log.submit();
    const moved = await world({ fork: log });
    await moved.run([one.witness]);
    await moved.grow(3);
    await moved.submit();
    expect(one.asked).toEqual(['0 to 3', '0 to 3', '3 to 3']);
  });

  it('goes on sealing and publishing while one is down, asks it less and less often, and takes it back', async () => {
    two.answer = (response) => response.destroy();
    const gaps: number[] = [];
    let last = clock.now();
    let asked = 0;
    for (let at = 0; at < 160; at += 1) {
      if (at % 10 === 0) await log.grow();
      await log.submit();
      if (two.asked.length > asked) {
        gaps.push((clock.now() - last) / SECOND_MS);
        [asked, last] = [two.asked.length, clock.now()];
      }
      clock.advance(SECOND_MS);
    }
    expect(gaps).toEqual([0, 10, 20, 40, 80]);
    expect([(await log.published()).size, namesOf(await log.published())]).toEqual([
      16,
      ['w21.example'],
    ]);
    expect((await log.measure()).witnesses).toMatchObject([
      { state: 'cosigned' },
      { state: 'missing', at: null },
    ]);
    expect(log.logged).toEqual([expect.stringMatching(/^w22.example a witness did not cosign/)]);

    two.answer = undefined;
    clock.advance(300 * SECOND_MS);
    await log.submit();
    expect(namesOf(await log.published())).toEqual(['w21.example', 'w22.example']);
    expect(log.logged[1]).toMatch(/^w22.example a witness cosigns the public log again/);
  });

  it('publishes nothing that the witness’s key did not sign', async () => {
    const stranger = seedKey(99);
    const named = verifierKey('w21.example', 'cosignature', stranger.publicKey);
    const forged = (body: string, key: typeof named) => {
      const checkpointText = body.slice(body.indexOf('\n\n') + 2).split('\n\n')[0]!;
      return cosignatureLine(`${checkpointText}\n`, { key, sign: stranger.sign }, 1_795_000_000);
    };
    const answers: ScriptedWitness['answer'][] = [
      (response) => response.end(),
      (response) => response.end('thanks\n'),
      (response, body) => response.end(forged(body, named)),
      (response, body) => response.end(forged(body, one.witness.key)),
      (response, body) => response.end('x'.repeat(20_000) + forged(body, named)),
      (response) => response.writeHead(404).end(),
      (response) => response.writeHead(403).end(),
      (response) => response.writeHead(409).end('many\n'),
      (response) => response.writeHead(302, { location: two.witness.url }).end(),
    ];
    await log.grow();
    for (const answer of answers) {
      one.answer = answer;
      clock.advance(300 * SECOND_MS);
      await log.submit();
      expect(namesOf(await log.published())).toEqual(['w22.example']);
      expect((await log.measure()).witnesses[0]!.state).toBe('missing');
    }
    expect(one.asked).toHaveLength(answers.length);
    // Lines of other keys beside its own do no harm.
    one.answer = (response, body) => {
      response.write(forged(body, named));
      one.honest(response, body);
    };
    clock.advance(300 * SECOND_MS);
    await log.submit();
    expect(namesOf(await log.published())).toEqual(['w22.example', 'w21.example']);
  });

  it('publishes alone after a minute without any witness, and never less than before', async () => {
    await log.grow();
    await log.submit();
    const lost: ScriptedWitness['answer'] = (response) => response.destroy();
    [one.answer, two.answer] = [lost, lost];
    await log.grow();
    await submitLater(log);
    expect((await log.published()).size).toBe(1);
    clock.advance(60 * SECOND_MS);
    await log.submit();
    expect(await log.published()).toMatchObject({ size: 2, cosignatures: [] });
    const shrink = log.fresh.database.transaction((tx) => tx.run(shrinkPublished, []));
    await expect(shrink).rejects.toThrow('append only');
  });

  it('waits a minute for as many witnesses as the policy asks for', async () => {
    await log.run([one.witness, two.witness], 2);
    const isMet = async () =>
      parsePolicy(await log.file('/log/policy'))!.isMet(
        (await log.published()).cosignatures.map(({ key }) => key),
      );
    await log.grow();
    await log.submit();
    expect([(await log.published()).size, await isMet()]).toEqual([1, true]);
    two.answer = (response) => response.destroy();
    await log.grow();
    await submitLater(log);
    expect([(await log.published()).size, await isMet()]).toEqual([1, true]);
    clock.advance(60 * SECOND_MS);
    await log.grow();
    await log.submit();
    expect(namesOf(await log.published())).toEqual(['w21.example']);
    expect([(await log.published()).size, await isMet()]).toEqual([3, false]);
    two.answer = undefined;
    clock.advance(300 * SECOND_MS);
    await log.grow();
    await log.submit();
    expect([(await log.published()).size, await isMet()]).toEqual([4, true]);
  });

  it('publishes the newest checkpoint when no witnesses are configured any more', async () => {
    await log.grow();
    await log.submit();
    await log.run([]);
    await log.grow();
    expect(await log.published()).toMatchObject({ size: 2, cosignatures: [] });
    expect(await log.measure()).toMatchObject({ size: 2, witnesses: [] });
  });

  it('submits once when several processes run', async () => {
    await log.grow();
    await Promise.all([log.submit(), log.submit(), log.submit()]);
    expect(one.asked).toEqual(['0 to 1']);
  });
});
