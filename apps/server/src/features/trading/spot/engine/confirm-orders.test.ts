import { generateKeyPairSync, sign } from 'node:crypto';
import { readSignedOrder } from '@tern/proofs';
import { expect, test, vi } from 'vitest';
import type { PlannedBatch } from './batch.ts';
import { createConfirmOrders } from './confirm-orders.ts';
import { recordedBatch, type CommandRecord } from './command-record.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = [publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')];
const instrument = { id: 1, symbol: 'bnbusdt' };

/** A batch that placed orders from this number on; the id of each is its number and a hundred. */
function placedFrom(first: number, count: number): PlannedBatch[] {
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  const lines = numbers.map((number) => `place|0|7|${number + 100}|buy|limit|500|0.1|||`);
  const recorded = recordedBatch({ lines } as unknown as CommandRecord, {
    instrument,
    recordPlace: { first, at: 1_800_000_000_000 } as never,
    recordSecret: '00'.repeat(16),
  });
  const batch = { instrument, commands: [{ kind: 'place' }] };
  const inserted = numbers.map((number) => ({ id: number + 100, number, conditional: undefined }));
  return [{ batch, recorded, inserted } as unknown as PlannedBatch];
}

function signing() {
  const signed = vi.fn(async (text: string) => sign(null, Buffer.from(text), privateKey));
  const log = { error: vi.fn() };
  return { signed, log, confirm: createConfirmOrders({ log: log as never, sign: signed }) };
}

test('transactions that are in flight together have one signature, and those after it another', async () => {
  const { signed, confirm } = signing();
  const [first, second] = [confirm(placedFrom(1, 3)), confirm(placedFrom(4, 2))];
  expect(signed).not.toHaveBeenCalled();
  const lines = new Map(await first());
  const third = confirm(placedFrom(6, 1));
  for (const [id, line] of await second()) expect(lines.get(id)).toBe(line);
  expect(signed).toHaveBeenCalledTimes(1);
  for (const [id, line] of await third()) lines.set(id, line);
  expect(signed).toHaveBeenCalledTimes(2);
  expect([...lines.keys()]).toEqual([101, 102, 103, 104, 105, 106]);
  for (const [id, line] of lines) {
    expect(readSignedOrder(line, keys)).toMatchObject({ number: id - 100, isSigned: true });
  }
});

test('an order of a transaction that is written again has the number of the second time', async () => {
  const { confirm } = signing();
  confirm(placedFrom(1, 2));
  const [again] = placedFrom(5, 1);
  const ofFirst = [{ ...again!, inserted: [{ ...again!.inserted[0]!, id: 101 }] }];
  const line = (await confirm(ofFirst)()).get(101)!;
  expect(readSignedOrder(line, keys)).toMatchObject({ number: 5, isSigned: true });
});

test('what cannot be signed is answered without, and what was rolled back is not kept', async () => {
  const { signed, log, confirm } = signing();
  confirm(placedFrom(1, 1_000));
  const later = confirm(placedFrom(1_001, 1));
  expect((await later()).size).toBe(1);
  signed.mockRejectedValueOnce(new Error('no key'));
  expect(await confirm(placedFrom(2, 1))()).toEqual(new Map());
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(await confirm([])()).toEqual(new Map());
});
