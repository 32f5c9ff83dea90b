import { describe, expect, it } from 'vitest';
import {
  keepsPlace,
  waitingChanges,
  waitingDraft,
  waitingFaults,
  waitingFields,
  type WaitingTerms,
} from './waiting-draft.ts';

const stop: WaitingTerms = {
  kind: 'stopLimit',
  triggerPrice: '59000',
  rate: '0',
  limitPrice: '58900',
  quantity: '0.08',
  sum: '0',
  pair: undefined,
  attached: undefined,
};
const trailing: WaitingTerms = {
  ...stop,
  kind: 'trailingStop',
  rate: '0.025',
  limitPrice: '0',
  quantity: '0',
  sum: '250',
};
const market = {
  tickSize: 10_000_000_000_000_000n,
  lotSize: 10_000_000_000_000n,
  minNotional: 5_000_000_000_000_000_000n,
  maxNotional: 100_000_000_000_000_000_000_000n,
} as never;

describe('a change of an order that waits', () => {
  it('has the fields of its kind; an OCO and an attached order keep their amount', () => {
    expect(waitingFields(stop)).toEqual(['trigger', 'limit', 'amount']);
    expect(waitingFields(trailing)).toEqual(['distance', 'amount']);
    const pair = { orderId: 1, price: '66500', filled: '0', ended: undefined };
    expect(waitingFields({ ...stop, pair })).toEqual(['trigger', 'limit']);
    const attached = { orderId: 1, ended: undefined };
    expect(waitingFields({ ...stop, limitPrice: '0', attached })).toEqual(['trigger']);
  });

  it('begins with what the order has, or with the trigger it was dragged to', () => {
    expect(waitingDraft(stop, '58000')).toMatchObject({ trigger: '58000', limit: '58900' });
    expect(waitingDraft(trailing)).toMatchObject({ distance: '2.5', amount: '250', trigger: '' });
  });

  it('sends what differs, as exact figures, and keeps its place with less alone', () => {
    const draft = waitingDraft(stop);
    const changes = (part: object, order = stop) =>
      waitingChanges(order, { ...waitingDraft(order), ...part });
    expect(changes({ trigger: '59000.00' })).toEqual({});
    expect(changes({ trigger: '58500', limit: '58400.5' })).toEqual({
      triggerPrice: '58500',
      limitPrice: '58400.5',
    });
    expect(changes({ distance: '3' }, trailing)).toEqual({ rate: '0.03' });
    expect(changes({ amount: '300' }, trailing)).toEqual({ sum: '300' });
    expect(keepsPlace(stop, changes({ amount: '0.07' }))).toBe(true);
    expect(keepsPlace(stop, changes({ amount: '0.09' }))).toBe(false);
    expect(keepsPlace(stop, changes({ amount: '0.07', limit: '58800' }))).toBe(false);
    expect(draft.distance).toBe('');
  });

  it('names what is missing, off the steps or too small at its field', () => {
    const faults = (part: object, order = stop) =>
      waitingFaults(order, { ...waitingDraft(order), ...part }, market);
    expect(faults({})).toEqual({});
    expect(faults({ trigger: '', limit: '58900.001', amount: '0.00001' })).toMatchObject({
      trigger: { kind: 'triggerMissing' },
      limit: { kind: 'tickSize' },
      amount: { kind: 'minNotional' },
    });
    expect(faults({ distance: '25', amount: '' }, trailing)).toEqual({
      distance: { kind: 'distance' },
      amount: { kind: 'totalMissing' },
    });
  });
});
