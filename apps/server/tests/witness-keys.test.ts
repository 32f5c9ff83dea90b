/** A witness follows the keys of a log by itself: over a real rotation, through restarts, and never to a forged key. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  formatVerifierKey,
  type LogTrust,
  type NoteSigner,
  openCheckpoint,
  parseAddCheckpoint,
  parseVerifierKey,
} from '@tern/proofs';
import { parseWitnessKey } from '@tern/proofs/ml-dsa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFailureOf, failure } from '../src/app/failures.ts';
import { createPublicLog, type Witness } from '../src/features/proof/public-log/index.ts';
import { listPublishedKeys } from '../src/features/proof/public-log/list-keys.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../src/platform/durations.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import type { RawRequest } from '../src/platform/http/raw-endpoint.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { openWitness } from '../src/commands/witness/key-file.ts';
import { createKeyWatcher } from '../src/commands/witness/follow-keys.ts';
import { freshDatabase } from './support/database.ts';
import { entryOf, post, posting } from './support/journal.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import {
  keyEntryOf,
  logSigner,
  nextLogSigner,
  ORIGIN,
  strangerSigner,
} from './support/sample-log.ts';
import { type ServedLog, serveLog } from './support/served-log.ts';
import { startWitness } from './support/witness-process.ts';

let folder: string;
let file: string;
let clock: ManualClock;
let ending: (() => unknown)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-witness-keys-'));
  file = join(folder, 'witness.json');
  clock = manualClock();
  ending = [() => rmSync(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const end of ending.toReversed()) await end();
});

const both = [logSigner, nextLogSigner];
const keysOf = ({ keys }: LogTrust) => keys.map(formatVerifierKey);
const named = (...signers: NoteSigner[]) => signers.map(({ key }) => formatVerifierKey(key));

/** A witness in this process, as it is after a start with the file; `submit` returns the status, after it has followed. */
function witnessOf(sites: readonly string[], given: NoteSigner = logSigner) {
  const witness = openWitness(file, { name: 'witness.example' }, [
    { origin: ORIGIN, keys: [given.key] },
  ]);
  const said: string[] = [];
  const print = (line: string) => said.push(line);
  const follow = createKeyWatcher({ witness, sites, clock, print });
  return {
    said,
    keys: () => keysOf(witness.trust(ORIGIN)),
    async submit(body: string) {
      const { answer } = witness.add(body);
      await follow(parseAddCheckpoint(body)!.checkpoint);
      return answer.status;
    },
  };
}

async function served(log: Parameters<typeof serveLog>[0]): Promise<ServedLog> {
  const made = await serveLog(log);
  ending.push(() => made.end());
  return made;
}

const introducing = new Map([[350, keyEntryOf()]]);

it('a witness with a key of ML-DSA-44 cosigns with it, also after a restart', async () => {
  const log = await served({ size: 300, introduced: new Map() });
  const logs = [{ origin: ORIGIN, keys: [logSigner.key] }];
  const open = (algorithm?: 'ml-dsa-44') =>
    openWitness(file, { name: 'witness.example', ...(algorithm && { algorithm }) }, logs);
  const first = open('ml-dsa-44');
  const key = parseWitnessKey(first.key)!;
  expect(key.type).toBe('subtree');
  const cosigned = (witness: ReturnType<typeof open>, body: string) => {
    const note = `${parseAddCheckpoint(body)!.checkpoint}${witness.add(body).line}`;
    return openCheckpoint(note, { ...logs[0]!, witnesses: [key] })?.cosignatures.length;
  };
  expect(cosigned(first, await log.submission(0, 100, [logSigner]))).toBe(1);
  // The key that is there stays.
  expect(open().key).toBe(first.key);
  expect(cosigned(open(), await log.submission(100, 300, [logSigner]))).toBe(1);
});

describe('a witness', () => {
  it('learns the next key from an entry in a checkpoint that both keys signed, also for after a restart', async () => {
    const log = await served({ size: 700, introduced: introducing });
    const witness = witnessOf([log.url]);
    expect(await witness.submit(await log.submission(0, 300, [logSigner]))).toBe(200);
    expect(await witness.submit(await log.submission(300, 400, both))).toBe(200);
    expect(witness.keys()).toEqual(named(...both));
    expect(witness.said).toEqual([
      `follows ${ORIGIN} to key ${nextLogSigner.key.id}, which an entry of the log introduces`,
    ]);
    expect(await witness.submit(await log.submission(400, 500, [nextLogSigner]))).toBe(200);
    const restarted = witnessOf([]);
    expect(await restarted.submit(await log.submission(500, 700, [nextLogSigner]))).toBe(200);
  });

  it('follows a key that followed another', async () => {
    const introduced = new Map([
      [350, keyEntryOf()],
      [360, keyEntryOf(strangerSigner, nextLogSigner)],
    ]);
    const log = await served({ size: 700, introduced });
    const witness = witnessOf([log.url]);
    await witness.submit(await log.submission(0, 400, [logSigner, strangerSigner]));
    expect(witness.keys()).toEqual(named(logSigner, nextLogSigner, strangerSigner));
  });

  it('neither cosigns a checkpoint of the next key alone nor learns a key from it', async () => {
    const log = await served({ size: 700, introduced: introducing });
    const witness = witnessOf([log.url]);
    await witness.submit(await log.submission(0, 300, [logSigner]));
    expect(await witness.submit(await log.submission(300, 400, [nextLogSigner]))).toBe(403);
    expect(witness.keys()).toEqual(named(logSigner));
  });

  it.each([
    ['that signed it itself', keyEntryOf(nextLogSigner, nextLogSigner), introducing, undefined],
    ['that a stranger signed', keyEntryOf(nextLogSigner, strangerSigner), introducing, undefined],
    ['that is not in the log', keyEntryOf(), new Map(), introducing],
    ['in another place', keyEntryOf(), new Map([[351, keyEntryOf()]]), introducing],
    ['beyond the checkpoint', keyEntryOf(), new Map([[600, keyEntryOf()]]), undefined],
  ])('does not follow an entry %s', async (_what, entry, places, claims) => {
    const introduced = new Map([...places].map(([at]) => [at, entry] as const));
    const claimed = claims === undefined ? undefined : new Map([[350, entry]]);
    const log = await served({ size: 700, introduced, claimed });
    const witness = witnessOf([log.url]);
    expect(await witness.submit(await log.submission(0, 400, both))).toBe(200);
    expect(witness.keys()).toEqual(named(logSigner));
    expect(witness.said).toEqual([
      `REFUSED: ${ORIGIN} is also signed by ${nextLogSigner.key.id}, which no entry introduces`,
    ]);
    expect(await witness.submit(await log.submission(400, 500, [nextLogSigner]))).toBe(403);
  });

  it('believes no tiles that do not lead to the signed root', async () => {
    const log = await served({ size: 400 });
    const other = await served({ size: 400, introduced: introducing });
    const witness = witnessOf([other.url]);
    expect(await witness.submit(await log.submission(0, 400, both))).toBe(200);
    expect(witness.keys()).toEqual(named(logSigner));
  });

  it('tries a log again that it did not reach, ten minutes later, and cosigns it meanwhile', async () => {
    const log = await served({ size: 700, introduced: introducing });
    const gone = await serveLog({ size: 1 });
    await gone.end();
    const sites = [gone.url];
    const witness = witnessOf(sites);
    expect(await witness.submit(await log.submission(0, 400, both))).toBe(200);
    expect(witness.said).toEqual([`${gone.url}: ECONNREFUSED`]);
    sites[0] = log.url;
    clock.advance(9 * MINUTE_MS);
    expect(await witness.submit(await log.submission(400, 500, both))).toBe(200);
    expect(witness.keys()).toEqual(named(logSigner));
    clock.advance(MINUTE_MS);
    expect(await witness.submit(await log.submission(500, 600, both))).toBe(200);
    expect(witness.keys()).toEqual(named(...both));
  });

  it('says what it lacks when it was not configured where to read the log', async () => {
    const log = await served({ size: 400, introduced: introducing });
    const witness = witnessOf([]);
    expect(await witness.submit(await log.submission(0, 400, both))).toBe(200);
    expect(witness.said).toEqual([
      `${ORIGIN} is also signed by ${nextLogSigner.key.id}: --from URL lets us follow it`,
    ]);
  });

  it('follows from the keys that it is given alone, whatever its file says', async () => {
    const log = await served({ size: 400, introduced: introducing });
    const witness = witnessOf([log.url]);
    await witness.submit(await log.submission(0, 400, both));
    expect(witness.keys()).toEqual(named(...both));
    expect(witnessOf([], strangerSigner).keys()).toEqual(named(strangerSigner));
  });
});

/** A log on a database of its own, served over HTTP by the product's own server. */
async function rotatingLog() {
  const fresh = await freshDatabase();
  ending.push(() => fresh.drop());
  const silent = createLog('silent');
  const open = async (witnesses: readonly Witness[]) => {
    const log = createPublicLog({
      database: fresh.database,
      clock,
      log: silent,
      witnesses,
      secretBox: createSecretBox(new Uint8Array(32).fill(1)),
      publicUrl: 'https://tern.test',
    });
    await log.start?.();
    return log;
  };
  let log = await open([]);
  const noKey = async () => 4015 as const;
  const http = await createHttpServer({
    monitor: { note: () => undefined },
    meters: [],
    routes: log.routes ?? [],
    endpoints: log.endpoints ?? [],
    sockets: [],
    webRoot: undefined,
    version: '0',
    mode: 'paper',
    trustedProxies: [],
    log: silent,
    authenticate: noKey,
    authenticateOperator: noKey,
    takeTurn: () => 0,
    failureOf: createFailureOf(silent),
    failure,
  });
  ending.push(() => http.close());
  const keys = async () =>
    (await listPublishedKeys(fresh.database, 'tern.test/log')).map(({ key }) => key);
  return {
    url: await http.listen({ host: '127.0.0.1', port: 0 }),
    keys,
    async witnessedBy(witnesses: readonly Witness[]) {
      log = await open(witnesses);
    },
    /** Grows by a round, and by the next key when it is due; then submits. Returns who signed and cosigned what is published. */
    async grow() {
      await post(fresh.database, entryOf([posting(7, 'USDT', '1'), posting(-7, 'USDT', '-1')]));
      await log.seal();
      clock.advance(5 * SECOND_MS);
      await log.jobs!.find(({ name }) => name === 'public-log.witnesses')!.run();
      const { answer } = log.endpoints!.find(({ path }) => path === '/log/checkpoint')!;
      const { body } = await answer({ address: '', takeTurn: () => 0 } as unknown as RawRequest);
      const known = (await keys()).map((key) => parseVerifierKey(key)!);
      const trust = { origin: 'tern.test/log', keys: known, witnesses: [witnessKey] };
      const opened = openCheckpoint(body as string, trust)!;
      return [
        ...opened.signatures.map(({ key }) => key.id),
        ...opened.cosignatures.map(({ key }) => key.name),
      ];
    },
  };
}

let witnessKey: Witness['key'];

describe('npm run witness', () => {
  it('follows a log over its rotations, by what the log serves over HTTP', async () => {
    const log = await rotatingLog();
    const [first] = await log.keys();
    const given = { logKeys: [first!], file, sites: [log.url] };
    let running = await startWitness(given);
    ending.push(() => running.kill());
    const { key, url } = running;
    witnessKey = parseVerifierKey(key)!;
    await log.witnessedBy([{ key: witnessKey, url }]);
    const idOf = async (place: number) => parseVerifierKey((await log.keys()).at(place)!)!.id;
    const oldest = await idOf(-1);
    expect(await log.grow()).toEqual([oldest, 'witness.example']);

    clock.advance(365 * DAY_MS);
    const second = () => idOf(0);
    expect(await log.grow()).toEqual([await second(), oldest, 'witness.example']);
    const followed = await second();
    await running.until(`follows tern.test/log to key ${followed}`);
    clock.advance(90 * DAY_MS);
    expect(await log.grow()).toEqual([followed, 'witness.example']);

    await running.kill();
    running = await startWitness({ ...given, port: new URL(url).port });
    clock.advance(300 * DAY_MS);
    const both = await log.grow();
    const third = await idOf(0);
    expect(both).toEqual([third, followed, 'witness.example']);
    await running.until(`follows tern.test/log to key ${third}`);
    clock.advance(90 * DAY_MS);
    expect(await log.grow()).toEqual([third, 'witness.example']);
  });
});
