/** A second verifier, in Python and written from docs/evidence.md alone, verifies bundles of a running market like our own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EvidenceBundle } from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changed, leavesOf } from '../support/change-one-value.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { pythonMissing, verifiedInPython } from '../support/run-python.ts';
import { type SealedMarket, sealedMarket } from '../support/transparency.ts';

const VERIFIER = fileURLToPath(new URL('verify_evidence.py', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../../docs/evidence.md', import.meta.url));

let fresh: FreshDatabase;
let market: SealedMarket;
let key: string;
const bundles: EvidenceBundle[] = [];

const verified = (documents: readonly unknown[], ...keys: readonly string[]) =>
  verifiedInPython(VERIFIER, documents, ...keys);

beforeAll(async () => {
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
  await market.market.advanceTicks();
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
});

describe.skipIf(pythonMissing)(`the verifier in Python ${pythonMissing ?? ''}`.trim(), () => {
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
    const example = JSON.parse(found('json')) as EvidenceBundle;
    const keys = [found('key'), found('log-key')];
    expect(verified([example], ...keys)).toEqual(['PASS']);
    expect(verified([example], key, found('log-key'))).toEqual(['FAIL receipt head']);
    expect(verified([example], found('key'))).toEqual(['FAIL log']);
    const { receipt, head } = example.log!;
    const swapped = { ...example, log: { receipt: head, head: receipt } };
    const changedProofs = leavesOf(example)
      .filter(([part]) => part === 'log')
      .map((at) => changed(example, at));
    const lines = verified([swapped, ...changedProofs], ...keys);
    expect(lines).toEqual(lines.map(() => 'FAIL log'));
    expect(lines).toHaveLength(3);
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
