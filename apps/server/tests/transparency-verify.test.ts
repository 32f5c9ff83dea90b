import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidenceBundle } from '@tern/proofs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFailureOf, failure } from '../src/app/failures.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { createLog } from '../src/platform/log.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { runTool, verifyCommand as verify } from './support/run-tool.ts';
import { type SealedMarket, sealedMarket } from './support/transparency.ts';

let fresh: FreshDatabase;
let market: SealedMarket;
let http: FastifyInstance;
let url: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-bundles-'));
  fresh = await freshDatabase();
  market = await sealedMarket(fresh.database, '2026-11-17T22:00:00.000Z');
  const log = createLog('silent');
  const noKey = async () => 4015 as const;
  http = await createHttpServer({
    monitor: { note: () => undefined },
    meters: [],
    routes: [...(market.market.routes ?? []), ...(market.transparency.routes ?? [])],
    sockets: [],
    mode: 'paper',
    webRoot: undefined,
    version: '0',
    trustedProxies: [],
    log,
    authenticate: noKey,
    authenticateOperator: noKey,
    takeTurn: () => 0,
    failureOf: createFailureOf(log),
    failure,
  });
  url = await http.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await http?.close();
  await fresh?.drop();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, document: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

async function someBundle(): Promise<EvidenceBundle> {
  const contract = market.accept();
  await market.pass(33);
  const bundle = await fresh.database.snapshot((reader) =>
    market.transparency.proveContract(reader, contract),
  );
  return bundle!;
}

describe('npm run verify', () => {
  it('prints PASS with the reason for each check of an honest bundle, and exits with 0', async () => {
    const bundle = await someBundle();
    const key = await market.publicKey();
    const { code, output } = await runTool('verify.mjs', file('honest.json', bundle), '--key', key);
    expect(output).toMatch(/PASS {2}opening {2}the first tick after acceptance is \d+/);
    expect(output.match(/^PASS {2}/gm)).toHaveLength(8);
    expect(output).toContain('PASS: everything holds.');
    expect(code).toBe(0);
    const answer = file('answer.json', { code: 0, msg: '', data: { bundle } });
    expect((await verify(answer, '--from', url)).code).toBe(0);
  });

  it('prints FAIL with the reason for a changed bundle, and exits with 1', async () => {
    const bundle = await someBundle();
    const better = { ...bundle, result: { ...bundle.result, profit: '1000' } };
    const { code, output } = await verify(file('better.json', better), '--from', url);
    expect(output).toMatch(/FAIL {2}result +profit is -?[\d.]+ by the rule, not 1000/);
    expect(output).toContain('FAIL: 1 of 8 checks.');
    expect(code).toBe(1);
    const garbage = await verify(file('garbage.json', { hello: 1 }), '--from', url);
    expect(garbage.output).toContain('FAIL: 9 of 9 checks.');
    expect(garbage.code).toBe(1);
  });

  it('does not print PASS without a key or a file', async () => {
    const path = file('alone.json', await someBundle());
    for (const args of [[path], [], [join(folder, 'missing.json'), '--key', 'ab'], ['--help-me']]) {
      const { code, output } = await verify(...args);
      expect([args, code]).toEqual([args, 2]);
      expect(output).not.toContain('PASS');
    }
  });

  it('reproduces the prices of a simulated day once its seed is revealed', async () => {
    const day = ['--paper-day', '2026-11-18', '--from', url];
    await market.goTo('2026-11-17T23:59:30.000Z');
    await market.pass(60);
    const early = await verify(...day, '--symbol', 'btcusdt');
    expect(early.output).toContain('FAIL  seed        is not revealed before the day is over');
    expect(early.code).toBe(1);

    await market.goTo('2026-11-19T00:00:05.000Z');
    await market.transparency.sealChains();
    const symbols = ['ethusdt', 'eurusd', 'usdjpy', 'eurjpy'];
    const { code, output } = await verify(...day, ...symbols.flatMap((each) => ['--symbol', each]));
    expect(output).toMatch(/PASS {2}in time +published 2026-11-17T22:00:00/);
    for (const symbol of symbols) {
      expect(output).toMatch(new RegExp(`PASS {2}chain ${symbol} +leads to signed head`));
      expect(output).toMatch(
        new RegExp(`PASS {2}prices ${symbol} +\\d+ ticks are what the seed makes\n`),
      );
    }
    expect(code).toBe(0);
    const first = await verify('--paper-day', '2026-11-17', '--from', url, '--symbol', 'btcusdt');
    expect(first.output).toContain('FAIL  in time');
    expect(first.output).toMatch(/PASS {2}prices btcusdt/);
    expect((await verify('--paper-day', '2026-10-01', '--from', url)).output).toContain(
      '2026-10-01 has no commitment',
    );
  });
});
