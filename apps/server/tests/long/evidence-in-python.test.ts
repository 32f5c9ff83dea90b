/** A second verifier, in Python and written from docs/evidence.md alone, verifies bundles of a running market like our own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvidenceBundle } from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type SealedMarket, sealedMarket } from '../support/transparency.ts';

const VERIFIER = fileURLToPath(new URL('verify_evidence.py', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../../docs/evidence.md', import.meta.url));

let fresh: FreshDatabase;
let folder: string;
let market: SealedMarket;
let key: string;
const bundles: EvidenceBundle[] = [];

/** One line for each document: PASS, or FAIL and the checks that failed. */
function verified(documents: readonly unknown[], ...keys: readonly string[]): string[] {
  const file = join(folder, 'bundles.json');
  writeFileSync(file, JSON.stringify(documents));
  const { error, stdout, stderr } = spawnSync('python3', [VERIFIER, file, ...keys], {
    encoding: 'utf8',
  });
  if (error !== undefined)
    throw new Error('this test needs python3 on the machine', { cause: error });
  if (stderr !== '') throw new Error(stderr);
  return stdout.trim().split('\n');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-python-'));
  fresh = await freshDatabase();
  market = await sealedMarket(fresh.database, '2026-11-18T14:23:20.500Z');
  key = await market.publicKey();
  const contracts = [];
  for (const direction of ['up', 'down'] as const) {
    await market.pass(3);
    contracts.push(market.accept({ id: `100000${contracts.length + 1}`, direction }));
  }
  await market.pass(20);
  // A pause over both due times: their closing ticks are backfilled.
  market.clock.advance(15_000);
  await market.market.driveTicks();
  await market.pass(5);
  contracts.push(market.accept({ id: '1000003' }));
  await market.pass(5);
  contracts.push(market.accept({ id: '1000004' }));
  // No contract waits in this market, so a long pause stays a gap: one contract is invalid and one void.
  await market.goTo('2026-11-18T14:45:00.500Z');
  for (const contract of contracts) {
    const bundle = await market.transparency.proveContract(fresh.database, contract);
    bundles.push(JSON.parse(JSON.stringify(bundle)) as EvidenceBundle);
  }
}, 120_000);
afterAll(async () => {
  await fresh?.drop();
  rmSync(folder, { recursive: true, force: true });
});

type Path = readonly string[];

function leavesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, entry]) => leavesOf(entry, [...at, name]));
}

function changed(document: unknown, at: Path): unknown {
  const copy = structuredClone(document) as Record<string, unknown>;
  const holder = at.slice(0, -1).reduce((value, name) => value[name] as typeof copy, copy);
  const name = at.at(-1)!;
  const value = holder[name];
  if (typeof value === 'number') holder[name] = value + 1;
  else if (typeof value === 'string')
    holder[name] = `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`;
  else holder[name] = 1;
  return copy;
}

describe('the verifier in Python', () => {
  it('verifies bundles of every kind, including backfilled ones', () => {
    expect(bundles.map(({ result }) => result.status)).toEqual([
      'settled',
      'settled',
      'invalid',
      'void',
    ]);
    const closing = bundles[0]!.chain.ticks.find(({ seq }) => seq === bundles[0]!.closing?.seq);
    expect(closing?.backfilledAt).toBeGreaterThan(closing!.at);
    expect(verified(bundles, key)).toEqual(bundles.map(() => 'PASS'));
  });

  it('verifies the example of the page', () => {
    const page = readFileSync(PAGE, 'utf8');
    const found = (name: string) =>
      new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\\n\`\`\``).exec(page)![1]!;
    expect(verified([JSON.parse(found('json'))], found('key'))).toEqual(['PASS']);
    expect(verified([JSON.parse(found('json'))], key)).toEqual(['FAIL receipt head']);
  });

  it('rejects every document with one changed value', () => {
    const paths = bundles.map((bundle) =>
      leavesOf(bundle).filter(([, part, place]) => part !== 'ticks' || Number(place) < 4),
    );
    const variants = bundles.flatMap((bundle, index) =>
      paths[index]!.map((at) => ({ at: at.join('.'), document: changed(bundle, at) })),
    );
    expect(variants.length).toBeGreaterThan(200);
    const lines = verified(
      variants.map(({ document }) => document),
      key,
    );
    const passed = variants.filter((_variant, index) => lines[index] === 'PASS');
    expect(passed.map(({ at }) => at)).toEqual([]);
  }, 300_000);

  it('rejects a bundle with omitted ticks', () => {
    const [bundle] = bundles as [EvidenceBundle];
    const { ticks } = bundle.chain;
    const hidden = [ticks.slice(1), ticks.slice(0, -1), ticks.toSpliced(5, 1)];
    const documents = hidden.map((left) => ({
      ...bundle,
      chain: { ...bundle.chain, ticks: left },
    }));
    for (const line of verified(documents, key)) expect(line).toMatch(/^FAIL .*chain/);
  });
});
