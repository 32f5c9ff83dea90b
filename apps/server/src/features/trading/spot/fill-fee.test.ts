import { add, type Amount, decimal, formatDecimal, type Rate, stepOf, ZERO } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeOfFill } from './fill-fee.ts';

const amount = (text: string) => decimal<Amount>(text);
const rate = (text: string) => decimal<Rate>(text);

interface Charged {
  fee: Amount;
  receivedAsTaker: Amount | undefined;
}

/** What an order pays for these fills, one after the other. */
function chargesOf(
  order: { makerFee: Rate; takerFee: Rate; receivedAsTaker: Amount | undefined },
  fills: readonly { isTaker: boolean; received: Amount }[],
  scale: number,
): { charges: Amount[]; order: Charged } {
  let now = { ...order, fee: ZERO };
  let receivedBefore = ZERO;
  const charges = fills.map((fill) => {
    const { fee, receivedAsTaker } = feeOfFill(now, { ...fill, receivedBefore, scale });
    now = { ...now, fee: add(now.fee, fee), receivedAsTaker };
    receivedBefore = add(receivedBefore, fill.received);
    return fee;
  });
  return { charges, order: now };
}

const order = { makerFee: rate('0.001'), takerFee: rate('0.001'), receivedAsTaker: ZERO };
const taken = (text: string) => ({ isTaker: true, received: amount(text) });

describe('the fee of a fill', () => {
  it('is the ratio of what is received, rounded up', () => {
    const { charges } = chargesOf(order, [taken('0.0077')], 8);
    expect(charges.map(formatDecimal)).toEqual(['0.0000077']);
    expect(chargesOf(order, [taken('0.00770001')], 8).charges.map(formatDecimal)).toEqual([
      '0.00000771',
    ]);
  });

  it('is only the rest of what is due for all fills', () => {
    // 0.1 % of 184.3574 is 0.1843574; each part for itself would come to 0.184359.
    const fills = [taken('100.0002'), taken('84.357'), taken('0.0002')];
    const { charges } = chargesOf(order, fills, 6);
    expect(charges.map(formatDecimal)).toEqual(['0.100001', '0.084357', '0']);
  });

  it('rounds each fill of an order of an earlier release', () => {
    const fills = [taken('100.0002'), taken('84.357'), taken('0.0002')];
    const former = chargesOf({ ...order, receivedAsTaker: undefined }, fills, 6);
    expect(former.charges.map(formatDecimal)).toEqual(['0.100001', '0.084357', '0.000001']);
    expect(former.order.receivedAsTaker).toBeUndefined();
  });

  const scales = fc.integer({ min: 0, max: 8 });
  const rates = fc.bigInt({ min: 0n, max: 10n ** 16n }).map((each) => each as Rate);
  const streams = fc.array(
    fc.record({ isTaker: fc.boolean(), units: fc.bigInt({ min: 0n, max: 10n ** 9n }) }),
    { minLength: 1, maxLength: 40 },
  );

  it('makes the whole fee of any stream the exact one, rounded up once, and takes no more than the fill brings', () => {
    fc.assert(
      fc.property(streams, rates, rates, scales, (stream, makerFee, takerFee, scale) => {
        const unit = stepOf(scale);
        const fills = stream.map(({ isTaker, units }) => ({
          isTaker,
          received: (units * unit) as Amount,
        }));
        const { charges } = chargesOf({ ...order, makerFee, takerFee }, fills, scale);
        let exact = 0n;
        let paid = 0n;
        fills.forEach(({ isTaker, received }, at) => {
          exact += received * (isTaker ? takerFee : makerFee);
          paid += charges[at]!;
          expect(charges[at]).toBeGreaterThanOrEqual(0n);
          expect(charges[at]).toBeLessThanOrEqual(received);
          // Whole units, and less than one of them above the exact fee.
          expect(paid % unit).toBe(0n);
          const over = paid * 10n ** 18n - exact;
          expect(over >= 0n && over < unit * 10n ** 18n).toBe(true);
        });
      }),
    );
  });
});
