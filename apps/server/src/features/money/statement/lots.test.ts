import { type Amount, decimal, formatDecimal, sum } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClosedLot, Lots } from './lots.ts';

const change = (lots: Lots, quantity: string, value: string) => {
  const { soldFor, paid, profit } = lots.change(decimal<Amount>(quantity), decimal<Amount>(value));
  return [soldFor, paid, profit].map(formatDecimal);
};

describe('lots', () => {
  it('gives the oldest first', () => {
    const lots = new Lots('fifo');
    change(lots, '1', '100');
    change(lots, '1', '200');
    expect(change(lots, '-1.5', '-450')).toEqual(['450', '200', '250']);
    expect(lots.list().map(({ cost }) => formatDecimal(cost))).toEqual(['100']);
  });

  it('names the day of each lot that it gives, also of one that was owed', () => {
    const lots = new Lots('fifo');
    const closed: string[] = [];
    const onClosed = (lot: ClosedLot) =>
      closed.push(
        [lot.quantity, lot.soldFor, lot.paid].map(formatDecimal).join(' ') +
          ` ${lot.acquiredAt}-${lot.soldAt}`,
      );
    const at = (time: number, quantity: string, value: string) =>
      lots.change(decimal<Amount>(quantity), decimal<Amount>(value), { at: time, onClosed });
    at(1, '1', '100');
    at(2, '1', '200');
    at(3, '-2.5', '-500');
    at(4, '1', '180');
    expect(closed).toEqual(['1 200 100 1-3', '1 200 200 2-3', '0.5 100 90 4-3']);
    expect(lots.list().map(({ at: since }) => since)).toEqual([4]);
  });

  it('gives at the average cost of all', () => {
    const lots = new Lots('average');
    change(lots, '1', '100');
    change(lots, '1', '200');
    expect(change(lots, '-1.5', '-450')).toEqual(['450', '225', '225']);
    expect(formatDecimal(lots.cost())).toBe('75');
  });

  it('owes what was sold and not held, until it is bought back', () => {
    const lots = new Lots('fifo');
    change(lots, '1', '100');
    expect(change(lots, '-3', '-600')).toEqual(['200', '100', '100']);
    expect(formatDecimal(lots.cost())).toBe('-400');
    expect(change(lots, '2', '300')[2]).toBe('100');
    expect(lots.list()).toEqual([]);
  });

  it('gives all of a lot at its whole cost, so that nothing of it is left over', () => {
    const lots = new Lots('fifo');
    change(lots, '3', '100');
    change(lots, '-1', '-40');
    change(lots, '-1', '-40');
    change(lots, '-1', '-40');
    expect(lots.list()).toEqual([]);
    expect(formatDecimal(lots.cost())).toBe('0');
  });

  it('conserves quantity, and what was paid and received is cost left and profit made', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 24n });
    const changes = fc.array(fc.tuple(amount, amount, fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(changes, fc.constantFrom('fifo', 'average'), (given, method) => {
        const lots = new Lots(method);
        let [quantity, paid, profit] = [0n, 0n, 0n];
        for (const [size, value, isSale] of given) {
          const sign = isSale ? -1n : 1n;
          const closed = lots.change((sign * size) as Amount, (sign * value) as Amount);
          expect(closed.soldFor - closed.paid).toBe(closed.profit);
          quantity += sign * size;
          paid += sign * value;
          profit += closed.profit;
        }
        const left = lots.list();
        expect(sum(left.map((lot) => lot.quantity))).toBe(quantity);
        expect(lots.cost()).toBe(paid + profit);
        expect(new Set(left.map((lot) => lot.quantity > 0n)).size).toBeLessThanOrEqual(1);
        if (method === 'average') expect(left.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});
