import { expect, it } from 'vitest';
import type { Subject } from './api.ts';
import { changedFields, fieldsOf, nameOf, valueOf, labelOf } from './terms-view-model.ts';

const terms = {
  inMin: '5000',
  inMax: '1000000',
  inFee: '0',
  outMin: '50',
  outMax: '250000',
  outFee: '5',
  takesIn: true,
  takesOut: false,
};
const eur: Pick<Subject, 'kind' | 'terms' | 'without' | 'asset' | 'network'> = {
  kind: 'currency',
  asset: 'EUR',
  network: '',
  without: ['inFee'],
  terms,
};

it('names a currency by its code and a network by its coin too', () => {
  expect(nameOf(eur)).toBe('EUR');
  expect(nameOf({ asset: 'USDT', network: 'TRC20' })).toBe('USDT · TRC20');
});

it('offers no field that the subject does not have', () => {
  expect(fieldsOf(eur)).not.toContain('inFee');
  expect(fieldsOf({ without: [] })).toHaveLength(8);
});

it('shows names and values as the app does', () => {
  expect(labelOf('outMin')).toBe('Minimum withdrawal');
  expect([valueOf(eur, 'takesIn'), valueOf(eur, 'takesOut')]).toEqual(['on', 'off']);
});

it('counts as changed only what was typed and differs', () => {
  expect(changedFields(eur, {})).toEqual([]);
  expect(changedFields(eur, { outMin: ' 50 ', outFee: '6', takesOut: 'on', inFee: '1' })).toEqual([
    'outFee',
    'takesOut',
  ]);
});
