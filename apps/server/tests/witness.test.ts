import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTreeBuilder,
  formatAddCheckpoint,
  formatVerifierKey,
  consistencyPath,
  hashNodes,
  leafHash,
  openCheckpoint,
  parseVerifierKey,
  tilePath,
} from '@tern/proofs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from './support/run-tool.ts';
import { logSigner, ORIGIN, type SampleLog, sampleLog } from './support/sample-log.ts';
import { startWitness, type WitnessProcess } from './support/witness-process.ts';

let folder: string;
let file: string;
let log: SampleLog;
let running: WitnessProcess | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-witness-'));
  file = join(folder, 'data/witness.json');
  log = await sampleLog(300, 3);
});
afterEach(() => running?.kill());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<WitnessProcess> {
  running = await startWitness({ logKeys: [formatVerifierKey(logSigner.key)], file });
  return running;
}

async function bodyOf(oldSize: number, size: number): Promise<string> {
  const tree = createTreeBuilder(hashNodes);
  for (const entry of log.entries.slice(0, size)) tree.append(leafHash(entry));
  const tiles = new Map(
    [...tree.takeFull(), ...tree.partial()].map((tile) => [tilePath(tile), tile.nodes]),
  );
  const read = async (tile: Parameters<typeof tilePath>[0]) => tiles.get(tilePath(tile));
  const path = await consistencyPath({ scheme: hashNodes, size, read }, oldSize);
  return formatAddCheckpoint({ oldSize, path, checkpoint: log.checkpoint(size) });
}

const submit = (url: string, body: string) =>
  fetch(`${url}/add-checkpoint`, { method: 'POST', body });

describe('npm run witness', () => {
  it('cosigns a growing log, and remembers it through a crash', async () => {
    const first = await start();
    const asked = Date.now();
    const answer = await submit(first.url, await bodyOf(0, 100));
    expect(answer.status).toBe(200);
    const line = await answer.text();
    const witness = parseVerifierKey(first.key)!;
    const trust = { origin: ORIGIN, keys: [logSigner.key], witnesses: [witness] };
    const opened = openCheckpoint(log.checkpoint(100) + line, trust)!;
    expect(opened.cosignatures).toHaveLength(1);
    const at = opened.cosignatures[0]!.at!;
    expect(at).toBeGreaterThanOrEqual(Math.floor(asked / 1000));
    expect(at).toBeLessThanOrEqual(Date.now() / 1000);
    await first.kill();

    const second = await start();
    expect(second.key).toBe(first.key);
    const known = await submit(second.url, await bodyOf(0, 100));
    expect([known.status, await known.text()]).toEqual([409, '100\n']);
    expect(known.headers.get('content-type')).toBe('text/x.tlog.size');
    expect((await submit(second.url, await bodyOf(100, 302))).status).toBe(200);
    expect(existsSync(`${file}.next`)).toBe(false);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).logs[ORIGIN].size).toBe(302);
  });

  it('cosigns one of many concurrent submissions, never an older one after a newer', async () => {
    rmSync(file, { force: true });
    const { url } = await start();
    const sizes = [10, 20, 30, 40, 50, 60];
    const bodies = await Promise.all(sizes.map((size) => bodyOf(0, size)));
    const answers = await Promise.all(bodies.map((body) => submit(url, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('refuses a fork, other logs and keys, and what is no checkpoint', async () => {
    rmSync(file, { force: true });
    const { url } = await start();
    expect((await submit(url, await bodyOf(0, 100))).status).toBe(200);
    const honest = log;
    log = await sampleLog(99, 3);
    expect((await submit(url, await bodyOf(100, 100))).status).toBe(409);
    expect((await submit(url, await bodyOf(100, 101))).status).toBe(422);
    log = honest;
    const body = await bodyOf(100, 200);
    expect((await submit(url, body.replaceAll(ORIGIN, 'other.example/log'))).status).toBe(404);
    const unsigned = body.replace(/^— exchange.*\n/m, '');
    expect((await submit(url, unsigned)).status).toBe(403);
    expect((await submit(url, 'hello')).status).toBe(400);
    expect((await submit(url, 'x'.repeat(1_100_000))).status).toBe(413);
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(url)).status).toBe(404);
    expect((await submit(url, body)).status).toBe(200);
  });

  it('does not start without a log to watch', async () => {
    const { code, output } = await runTool('witness.mjs', '--log', 'nonsense');
    expect([code, output.startsWith('Usage:')]).toEqual([2, true]);
  });
});
