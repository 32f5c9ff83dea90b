/** Receipts of triggers, from the engine's records and the stored chain to the verification that a member runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pricesInReceipt, type TriggerReceipt, verifyTrigger } from '@tern/proofs';
import { refusals, triggerPause } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditTriggers } from '../src/audit/triggers.ts';
import { tickHistory } from '../src/features/market/pricing/store-ticks.ts';
import { createTransparency, type Transparency } from '../src/features/proof/transparency/index.ts';
import { listKeys } from '../src/features/proof/transparency/store.ts';
import { describeReceipt } from '../src/features/trading/spot/conditional/describe-receipt.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../src/platform/durations.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { verifyCommand } from './support/run-tool.ts';
import { withoutGuards } from './support/tampering.ts';
import { openPublicLog } from './support/open-public-log.ts';
import {
  amendWaiting,
  attach,
  attachedTo,
  begin,
  clock,
  closeWorld,
  deps,
  engines,
  fresh,
  holder,
  limit,
  nextMarket,
  oco,
  openWorld,
  setReadOnly,
  storedTick,
  symbol,
  tick,
  wait,
} from './support/waiting-orders.ts';

let transparency: Transparency;
let publicKey: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-receipts-'));
  await openWorld();
  transparency = createTransparency({
    database: fresh.database,
    clock,
    log: createLog('silent'),
    secretBox: createSecretBox(new Uint8Array(32).fill(1)),
    instruments: deps.instruments,
    ticks: tickHistory,
    marketSeed: 'test',
    publicLog: await openPublicLog(fresh.database, clock),
  });
  await transparency.start?.();
  const [key] = await listKeys(fresh.database);
  publicKey = key!.publicKey.toString('hex');
});
afterAll(async () => {
  await closeWorld();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(nextMarket);

/** A second later, as ticks come; an engine compares them at any millisecond. */
async function nextTick(price: string): Promise<void> {
  clock.advance(SECOND_MS + 37);
  await storedTick(price);
}

function answerFor(memberId: number, id: number) {
  const { instruments } = deps;
  const given = { lists: fresh.database, instruments, clock, transparency };
  return describeReceipt(given, { memberId, id });
}

async function receiptOf(memberId: number, id: number): Promise<TriggerReceipt> {
  const { receipt } = await answerFor(memberId, id);
  return JSON.parse(JSON.stringify(receipt)) as TriggerReceipt;
}

const faultsOf = (receipt: TriggerReceipt) =>
  verifyTrigger(receipt, { publicKey }).filter(({ pass }) => !pass);

const stop = { kind: 'stopLimit', triggerPrice: '495', price: '494', quantity: '2' } as const;

describe('the receipt of a trigger', () => {
  it('proves that no price since its acceptance met it before, also by the command', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await wait({ memberId, ...stop });
    for (const price of ['496', '495.1', '494.9', '494']) await nextTick(price);
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.order).toMatchObject({ symbol, acceptedAfter: 1, acceptedPrice: '500' });
    expect(receipt.trigger).toMatchObject({ number: 4, price: '494.9', rejection: null });
    expect(pricesInReceipt(receipt)).toMatchObject({ isWhole: true, before: { number: 3 } });

    const path = join(folder, 'receipt.json');
    writeFileSync(path, JSON.stringify({ code: 0, data: { receipt } }));
    const proven = await verifyCommand(path, '--key', publicKey);
    expect(proven).toMatchObject({ code: 0 });
    expect(proven.output).toContain('price 4, 494.9, is the first that met it');
    writeFileSync(path, JSON.stringify({ ...receipt, trigger: { ...receipt.trigger, number: 3 } }));
    expect(await verifyCommand(path, '--key', publicKey)).toMatchObject({ code: 1 });
  });

  it('has the reason when nothing was placed', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await wait({ memberId, ...stop, quantity: '11' });
    await nextTick('494');
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.trigger).toMatchObject({
      orderId: null,
      rejection: { needed: '11', available: '10' },
    });
  });

  it('of an OCO proves the price of its stop', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await oco({ memberId });
    for (const price of ['496', '494']) await nextTick(price);
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.trigger).toMatchObject({ number: 3, price: '494', rejection: null });
  });

  it('follows a trailing stop to its best price', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await wait({ memberId, kind: 'trailingStop', rate: '0.01', quantity: '1' });
    for (const price of ['510', '509', '511.5', '506.4', '506.3']) await nextTick(price);
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.trigger).toMatchObject({ bestPrice: '511.5', price: '506.3' });
  });

  it('proves the stop of an OCO, with the quantity that was asked for', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await oco({ memberId });
    for (const price of ['496', '480']) await nextTick(price);
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.trigger).toMatchObject({ number: 3, price: '480', rejection: null });
  });

  it('proves a changed order by what it was at the time of each price', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await wait({ memberId, ...stop });
    const trailing = await wait({ memberId, kind: 'trailingStop', rate: '0.1', quantity: '1' });
    await nextTick('496');
    await amendWaiting(memberId, ID, { triggerPrice: '490', price: '489', quantity: '1' });
    for (const price of ['510', '494']) await nextTick(price);
    await amendWaiting(memberId, trailing.ID, { rate: '0.04', quantity: '0.5' });
    await amendWaiting(memberId, ID, { quantity: '0.9' });
    for (const price of ['489.7', '488']) await nextTick(price);
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt).toMatchObject({
      version: 2,
      former: [
        { triggerPrice: '495', quantity: '2', acceptedAfter: 1, acceptedPrice: '500' },
        { triggerPrice: '490', quantity: '1', acceptedAfter: 2, acceptedPrice: '496' },
      ],
      order: { triggerPrice: '490', limitPrice: '489', quantity: '0.9', acceptedAfter: 4 },
      trigger: { number: 5, price: '489.7' },
    });
    const followed = await receiptOf(memberId, trailing.ID);
    expect(faultsOf(followed)).toEqual([]);
    expect(followed.trigger).toMatchObject({ number: 6, bestPrice: '510' });
    // Without the change, an earlier price would have met it.
    const { former, ...unchanged } = receipt;
    const forged = { ...unchanged, version: 1, order: { ...former![0]!, acceptedAt: 1 } } as const;
    expect(faultsOf(forged).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['order', 'trigger', 'earlier']),
    );
  });

  it('proves an attached order that was changed before it had anything', async () => {
    const memberId = await holder();
    await nextTick('500');
    clock.advance(MINUTE_MS);
    const placed = await attach({ memberId });
    const [, loss] = await attachedTo(memberId, placed.ID);
    await amendWaiting(memberId, loss!.ID, { triggerPrice: '480' });
    await nextTick('495');
    clock.advance(MINUTE_MS);
    await limit(await holder(), 'sell', '490', '2');
    await nextTick('485');
    await nextTick('479');
    const receipt = await receiptOf(memberId, loss!.ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.trigger).toMatchObject({ price: '479' });
  });

  it('names the pauses in which no price was compared', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await wait({ memberId, ...stop });
    setReadOnly(clock.now());
    await nextTick('494');
    setReadOnly(undefined);
    await nextTick('499');
    await nextTick('494.5');
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.pauses).toMatchObject([
      { afterNumber: 1, untilNumber: 3, reason: triggerPause.readOnly },
    ]);
    expect(receipt.trigger.number).toBe(4);
    expect(faultsOf({ ...receipt, pauses: [] }).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['trigger', 'earlier']),
    );
  });

  it('is valid for what prices did just before the engine was started again', async () => {
    const memberId = await holder();
    await nextTick('500');
    const met = await wait({ memberId, ...stop });
    const trailing = await wait({ memberId, kind: 'trailingStop', rate: '0.1', quantity: '1' });
    // How far prices were compared is stored with 497, and with what the others do: not for ten seconds else.
    for (const price of ['497', '520', '494.9', '498']) await nextTick(price);
    await engines.close();
    await begin();
    for (const price of ['499', '468']) await nextTick(price);
    expect(faultsOf(await receiptOf(memberId, met.ID))).toEqual([]);
    const receipt = await receiptOf(memberId, trailing.ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.pauses).toMatchObject([{ afterNumber: 4, untilNumber: 6 }]);
    expect((await fresh.database.snapshot(auditTriggers)).faults).toEqual([]);
  });

  it('has every trade for an order that watches the last one', async () => {
    const [memberId, buyer, seller] = [await holder(), await holder(), await holder()];
    await nextTick('500');
    // The exchange's own orders are withdrawn then, so members trade with each other.
    clock.advance(MINUTE_MS);
    const trade = async (price: string) => {
      await limit(buyer, 'buy', price);
      await limit(seller, 'sell', price);
    };
    await trade('499.9');
    const { ID } = await wait({ memberId, ...stop, watches: 'last' });
    for (const price of ['496', '495.5', '494.8']) await trade(price);
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.trades?.list.map(({ price }) => price)).toEqual([
      '499.9',
      '496',
      '495.5',
      '494.8',
    ]);
    expect(pricesInReceipt(receipt)?.isWhole).toBe(true);
  });

  it('stays the same once its prices are sealed and deleted', async () => {
    const memberId = await holder();
    clock.set(Date.now() - 72 * HOUR_MS);
    await nextTick('500');
    const { ID } = await wait({ memberId, ...stop });
    for (const price of ['496', '494', '493', '492']) await nextTick(price);
    await transparency.sealChains();
    const sealed = await receiptOf(memberId, ID);
    expect(sealed.chain?.ticks.at(-1)?.price).toBe('492');
    await withoutGuards(fresh, `delete from ticks where instrument_id = ${market().id}`);
    expect(await receiptOf(memberId, ID)).toEqual(sealed);
    expect(faultsOf(sealed)).toEqual([]);
  });

  it('has the prices of the last hours for an order that waited longer, and says so', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await wait({ memberId, kind: 'trailingStop', rate: '0.01', quantity: '1' });
    await nextTick('510');
    clock.advance(17 * HOUR_MS);
    for (const price of ['508', '505', '504.9']) await nextTick(price);
    const receipt = await receiptOf(memberId, ID);
    expect(faultsOf(receipt)).toEqual([]);
    expect(receipt.trigger).toMatchObject({ number: 5, bestPrice: '510' });
    expect(receipt.chain?.ticks[0]?.seq).toBe(2);
  });

  it('is nothing for one that waits, and refused for another member and before its price is stored', async () => {
    const memberId = await holder();
    await nextTick('500');
    const waits = await wait({ memberId, ...stop });
    const refused = (code: number) => ({ code });
    expect(await answerFor(memberId, waits.ID)).toEqual({});
    clock.advance(SECOND_MS);
    await tick('494');
    await expect(receiptOf(await holder(), waits.ID)).rejects.toMatchObject(
      refused(refusals['not-found']),
    );
    await expect(receiptOf(memberId, waits.ID)).rejects.toMatchObject(refused(refusals['not-yet']));
  });

  it('is not signed for prices that were changed', async () => {
    const memberId = await holder();
    await nextTick('500');
    const { ID } = await wait({ memberId, ...stop });
    for (const price of ['496', '494']) await nextTick(price);
    const change = `update ticks set price = 497 where instrument_id = ${market().id} and seq = 2`;
    await withoutGuards(fresh, change);
    await expect(receiptOf(memberId, ID)).rejects.toMatchObject({ code: refusals['not-yet'] });
  });
});

const market = () => deps.instruments.find(symbol)!;
