import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { payouts } from '../../src/features/money/funding/payout/payouts.ts';
import { wires } from '../../src/features/money/funding/wire/wires.ts';
import { cancelRequest } from '../../src/features/money/funding/request/lifecycle.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { type FiatWorld, fiatWorld } from '../support/fiat.ts';
import { balanceOf } from '../support/journal.ts';

let world: FiatWorld;

beforeAll(async () => {
  world = await fiatWorld(20);
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const balance = (owner: number, asset: string) => balanceOf(world.database, owner, asset);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );

describe('concurrent fiat requests', () => {
  it('payouts from one balance: exactly the affordable ones are held', async () => {
    for (let round = 0; round < 5; round += 1) {
      const memberId = await world.member({ USDT: '250' });
      const cardId = await world.card(memberId);
      const codes = await Promise.all(
        Array.from({ length: 4 }, () => codeOf(world.payOut(memberId, cardId))),
      );
      expect(codes.toSorted((left, right) => left - right)).toEqual([0, 0, 4020, 4020]);
      expect(await balance(memberId, 'USDT')).toEqual({ available: '50', held: '200' });
    }
  });

  it('a payout and a withdrawal from one balance: exactly one is held', async () => {
    const memberId = await world.member({ USDT: '150' });
    const cardId = await world.card(memberId);
    const codes = await Promise.all([
      codeOf(world.payOut(memberId, cardId)),
      codeOf(world.withdraw(memberId)),
    ]);
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, 4020]);
    expect(await balance(memberId, 'USDT')).toEqual({ available: '50', held: '100' });
  });

  it('a payout cancelled and finally approved: exactly one happens, completely', async () => {
    for (let round = 0; round < 10; round += 1) {
      const memberId = await world.member({ USDT: '100' });
      const { ID } = await world.payOut(memberId, await world.card(memberId));
      await world.agree('payout', world.operators.first, ID, 'first');
      const codes = await Promise.all([
        codeOf(cancelRequest(world.deps, payouts, { memberId, id: ID, key: undefined })),
        codeOf(world.agree('payout', world.operators.second, ID, 'second')),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      const { state } = await world.payout(ID);
      expect(await balance(memberId, 'USDT')).toEqual(
        state === 'cancelled' ? { available: '100' } : { held: '100' },
      );
      expect(['cancelled', 'approved']).toContain(state);
    }
  });

  it('a payout cancelled while it is approved below its minimum is returned once', async () => {
    for (let round = 0; round < 10; round += 1) {
      world.swapDeps.tickAll();
      const memberId = await world.member({});
      const before = await balance(memberId, 'BTC');
      const bitcoin = { coin: 'BTC', num: '0.01' };
      const { ID } = await world.payOut(memberId, await world.card(memberId), bitcoin);
      await world.agree('payout', world.operators.first, ID, 'first');
      world.swapDeps.tick('btcusdt', '60000');
      const codes = await Promise.all([
        codeOf(cancelRequest(world.deps, payouts, { memberId, id: ID, key: undefined })),
        codeOf(world.agree('payout', world.operators.second, ID, 'second')),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(['cancelled', 'rejected']).toContain((await world.payout(ID)).state);
      expect(await balance(memberId, 'BTC')).toEqual(before);
    }
  });

  it('a payout finally approved by several operators while its price moves is paid once, at one rate', async () => {
    for (let round = 0; round < 5; round += 1) {
      world.swapDeps.tickAll();
      const memberId = await world.member({});
      const bitcoin = { coin: 'BTC', num: '0.01' };
      const { ID } = await world.payOut(memberId, await world.card(memberId), bitcoin);
      await world.agree('payout', world.operators.first, ID, 'first');
      const prices = ['64100', '63950', '64050', '63900'];
      const codes = await Promise.all(
        prices.map((price) => {
          world.swapDeps.tick('btcusdt', price);
          return codeOf(world.agree('payout', world.operators.second, ID, 'second'));
        }),
      );
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      await world.bankSends(ID);
      expect(await balance(memberId, 'BTC')).toEqual({ available: '0.99' });
    }
  });

  it('a payout recorded as sent several times leaves once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const memberId = await world.member({ USDT: '100' });
      const { ID } = await world.payOut(memberId, await world.card(memberId));
      await world.approve('payout', ID);
      const references = [`A${ID}`, `A${ID}`, `B${ID}`, `B${ID}`];
      const codes = await Promise.all(
        references.map((bankReference) => codeOf(world.bankSends(ID, { bankReference }))),
      );
      // The same record again changes nothing.
      expect(codes.toSorted((left, right) => left - right)).toEqual([0, 0, 5034, 5034]);
      expect(await balance(memberId, 'USDT')).toEqual({});
    }
  });

  it('a payout recorded as sent while its return is proposed: exactly one happens', async () => {
    for (let round = 0; round < 10; round += 1) {
      const memberId = await world.member({ USDT: '100' });
      const { ID } = await world.payOut(memberId, await world.card(memberId));
      await world.approve('payout', ID);
      const codes = await Promise.all([
        codeOf(world.bankSends(ID)),
        codeOf(world.proposeReturn(ID)),
      ]);
      // Who proposes the return of what was sent has to say how much came back.
      expect([
        [0, 5001],
        [5034, 0],
      ]).toContainEqual(codes);
    }
  });

  it('a return that several operators approve comes back once', async () => {
    for (const isSent of [false, true, true]) {
      const memberId = await world.member({ USDT: '100' });
      const { ID } = await world.payOut(memberId, await world.card(memberId), { currency: 'USD' });
      await (isSent ? world.pay(ID) : world.approve('payout', ID));
      const back = await world.proposeReturn(ID, { num: isSent ? '90' : undefined });
      const codes = await Promise.all(
        Array.from({ length: 4 }, () =>
          codeOf(world.agree('payback', world.operators.second, back, 'second')),
        ),
      );
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect((await world.payout(ID)).state).toBe('returned');
      expect(await balance(memberId, 'USDT')).toEqual(isSent ? {} : { available: '100' });
      expect(await balance(memberId, 'USD')).toEqual(isSent ? { available: '90' } : {});
    }
  });

  it('a wire finally approved by several operators is credited once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const memberId = await world.member({});
      const { ID } = await world.announce(memberId);
      await world.arrive(ID);
      await world.agree('wire', world.operators.first, ID, 'first');
      const codes = await Promise.all(
        Array.from({ length: 4 }, () =>
          codeOf(world.agree('wire', world.operators.second, ID, 'second')),
        ),
      );
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(await balance(memberId, 'USD')).toEqual({ available: '5000' });
    }
  });

  it('a wire cancelled while its receipt is recorded: exactly one happens', async () => {
    for (let round = 0; round < 10; round += 1) {
      const memberId = await world.member({});
      const { ID } = await world.announce(memberId);
      const codes = await Promise.all([
        codeOf(cancelRequest(world.deps, wires, { memberId, id: ID, key: undefined })),
        codeOf(world.arrive(ID)),
      ]);
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      const { state, received } = await world.wire(ID);
      expect(state === 'cancelled').toBe(received === null);
    }
  });

  it('one bank transfer recorded for two wires is accepted for one', async () => {
    const wires = await Promise.all(
      [1, 2].map(async () => (await world.announce(await world.member({}))).ID),
    );
    const { first, second } = world.operators;
    const receipt = { bankReference: 'ONE-TRANSFER' };
    const codes = await Promise.all([
      codeOf(world.arrive(wires[0]!, receipt, first)),
      codeOf(world.arrive(wires[1]!, receipt, second)),
    ]);
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, 5016]);
  });

  it('a wire submitted several times with one key is one wire', async () => {
    const memberId = await world.member({});
    const key = { memberId, key: 'once', requestHash: 'same' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.announce(memberId, { key })),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
  });
});
