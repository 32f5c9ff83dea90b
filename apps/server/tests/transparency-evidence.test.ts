import { type ChainHead, headText, isSignedText, verifyBundle } from '@tern/proofs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditSignedHeads } from '../src/audit/signed-heads.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type SealedMarket, sealedMarket } from './support/transparency.ts';

const WEDNESDAY = '2026-11-18T14:23:20.500Z';

const prune = defineQuery({
  name: 'transparency-test.prune',
  text: `select prune_ticks(now() - '49 hours'::interval)::text as removed`,
  params: [],
  row: { removed: text },
});
const asOwner = (name: string, sql: string) =>
  defineStatement({ name: `transparency-test.${name}`, text: sql, params: [] });

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.drop());

const bundleOf = async (market: SealedMarket, contract = market.accept()) =>
  fresh.database.snapshot((reader) => market.transparency.proveContract(reader, contract));

async function failures(market: SealedMarket, bundle: unknown) {
  const items = verifyBundle(JSON.parse(JSON.stringify(bundle)), {
    publicKey: await market.publicKey(),
  });
  return items.filter((item) => !item.pass);
}

type Heads = { list: (ChainHead & { signature: string; entry: number })[] };

describe('the evidence of a contract', () => {
  it('has the receipt that was issued, also one that does not match', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(20);
    const contract = { ...market.accept(), receipt: '0'.repeat(128) };
    await market.pass(32);
    const bundle = await bundleOf(market, contract);
    expect(bundle?.receipt).toBe(contract.receipt);
    expect((await failures(market, bundle)).map(({ name }) => name)).toEqual(['receipt']);
  });

  it('verifies a second after the end, and again by the head of the minute', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(20);
    const contract = market.accept();
    await market.pass(31);
    expect(await bundleOf(market, contract)).toBeUndefined();
    await market.pass(1);
    const early = await bundleOf(market, contract);
    expect(await failures(market, early)).toEqual([]);
    expect(early?.result.status).toBe('settled');
    expect(early?.chain.ticks).toHaveLength(33);

    await market.pass(10);
    await market.transparency.sealChains();
    const sealed = await bundleOf(market, contract);
    expect(await failures(market, sealed)).toEqual([]);
    expect(sealed?.result).toEqual(early?.result);
    expect(sealed?.receipt).toBe(contract.receipt);
    const { list } = (await market.ask('/transparency/heads', { symbol: 'btcusdt' })) as Heads;
    expect(list.map(({ signature }) => signature)).toEqual([sealed?.head.signature]);
  });

  it('spans ranges sealed separately, and ticks not sealed yet', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(5);
    await market.transparency.sealChains();
    await market.pass(3);
    const contract = market.accept();
    await market.pass(10);
    await market.transparency.sealChains();
    await market.pass(15);
    await market.transparency.sealChains();
    await market.pass(8);
    const bundle = await bundleOf(market, contract);
    expect(await failures(market, bundle)).toEqual([]);
    expect(bundle?.chain.ticks.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 33 }, (_, index) => 9 + index),
    );
  });

  it('proves a contract that was accepted before the first tick of its chain', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    const contract = market.accept({ acceptedAt: market.clock.now() - 100 });
    await market.pass(32);
    expect(await failures(market, await bundleOf(market, contract))).toEqual([]);
  });

  it('proves why a contract is void or invalid after a feed gap', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(3);
    const invalid = market.accept();
    await market.pass(5);
    const unopened = market.accept({ id: '1000002' });
    // No contract waits for these prices, so the pause stays a gap.
    await market.goTo('2026-11-18T14:25:00.500Z');
    const [stale, never] = [await bundleOf(market, invalid), await bundleOf(market, unopened)];
    expect([stale?.result.status, never?.result.status]).toEqual(['invalid', 'void']);
    expect(await failures(market, stale)).toEqual([]);
    expect(await failures(market, never)).toEqual([]);
  });

  it('is not signed for changed prices, also before they are sealed', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(3);
    const contract = market.accept();
    await market.pass(33);
    expect(await bundleOf(market, contract)).toBeDefined();
    await fresh.owner.transaction(async (tx) => {
      await tx.run(asOwner('unsealedOff', 'alter table ticks disable trigger user'), []);
      const change = 'update ticks set price = price * 2 where instrument_id = 1 and seq = 34';
      await tx.run(asOwner('unsealedChange', change), []);
      await tx.run(asOwner('unsealedOn', 'alter table ticks enable trigger user'), []);
    });
    expect(await bundleOf(market, contract)).toBeUndefined();
  });

  it('survives the pruning of its ticks', async () => {
    const market = await sealedMarket(fresh.database, Date.now() - 72 * 3_600_000);
    await market.pass(2);
    const contract = market.accept();
    await market.pass(40);
    await market.transparency.sealChains();
    const before = await bundleOf(market, contract);
    const { removed } = await fresh.database.transaction((tx) => tx.one(prune, []));
    expect(Number(removed)).toBeGreaterThan(30 * 40);
    expect(await bundleOf(market, contract)).toEqual(before);
    expect(await failures(market, before)).toEqual([]);
  });
});

describe('the heads in the public log', () => {
  it('are in one entry of a minute, also when two instances seal at the same time', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(3);
    await Promise.all([market.transparency.sealChains(), market.transparency.sealChains()]);
    const { rule, checked, faults } = await auditSignedHeads(fresh.database);
    expect([rule, checked, faults]).toEqual([expect.any(String), 1, []]);
    const { list } = (await market.ask('/transparency/heads')) as Heads;
    expect(list).toHaveLength(43);
    expect(new Set(list.map(({ entry }) => entry))).toEqual(new Set([0]));
  });
});

describe('the signed heads', () => {
  it('cover every chain once a minute and continue from the last one', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(3);
    await market.transparency.sealChains();
    await market.transparency.sealChains();
    await market.pass(2);
    await market.transparency.sealChains();
    const publicKey = await market.publicKey();
    const { list: newest } = (await market.ask('/transparency/heads')) as Heads;
    expect(newest).toHaveLength(43);
    for (const head of newest) {
      expect(isSignedText(headText(head), head.signature, publicKey)).toBe(true);
      expect(head.seq).toBe(6);
    }
    const { list } = (await market.ask('/transparency/heads', { symbol: 'eurusd' })) as Heads;
    expect(list.map(({ seq }) => seq)).toEqual([4, 6]);
    const from = (list[0]?.at ?? 0) + 1;
    const later = (await market.ask('/transparency/heads', { symbol: 'eurusd', from })) as Heads;
    expect(later.list.map(({ seq }) => seq)).toEqual([6]);
  });

  it('are signed by one key as long as it can be decrypted, and by a new one after that', async () => {
    const first = await sealedMarket(fresh.database, WEDNESDAY);
    const again = await sealedMarket(fresh.database, WEDNESDAY);
    expect(await again.publicKey()).toBe(await first.publicKey());
    const key = await first.publicKey();
    const other = createSecretBox(new Uint8Array(32).fill(2));
    const moved = await sealedMarket(fresh.database, WEDNESDAY, { secretBox: other });
    expect(await moved.publicKey()).not.toBe(key);
    const { list } = (await moved.ask('/transparency/keys')) as { list: { ID: number }[] };
    expect(list.map(({ ID }) => ID)).toEqual([2, 1]);
  });

  it('are refused for a chain with a changed price', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(10);
    await fresh.owner.transaction(async (tx) => {
      await tx.run(asOwner('off', 'alter table ticks disable trigger user'), []);
      await tx.run(
        asOwner('change', 'update ticks set price = price * 2 where instrument_id = 1 and seq = 5'),
        [],
      );
      await tx.run(asOwner('on', 'alter table ticks enable trigger user'), []);
    });
    await market.transparency.sealChains();
    const { list } = (await market.ask('/transparency/heads')) as Heads;
    expect(list).toHaveLength(42);
    expect(list.map(({ symbol }) => symbol)).not.toContain('btcusdt');
  });
});

describe('public ticks', () => {
  it('are listed in order from a time on and lead to the signed head', async () => {
    const market = await sealedMarket(fresh.database, WEDNESDAY);
    await market.pass(4);
    await market.transparency.sealChains();
    await market.pass(4);
    const from = Date.parse(WEDNESDAY) + 2_000;
    const answer = (await market.ask('/transparency/ticks', { symbol: 'btcusdt', from })) as {
      hashBefore: string;
      ticks: { seq: number; at: number }[];
    };
    expect(answer.ticks.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(answer.ticks[0]?.at).toBe(Math.floor(from / 1_000) * 1_000);
  });
});
