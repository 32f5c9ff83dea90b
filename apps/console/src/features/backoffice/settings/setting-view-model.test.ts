/** What is wrong with a typed value, and what a payout ratio means to members. */
import type { SettingForm } from '@tern/protocol/operator/client';
import { expect, test } from 'vitest';
import { documentText, faultOf, ratioEffect } from './setting-view-model.ts';

const form = (kind: SettingForm['kind'], more: Partial<SettingForm> = {}): SettingForm => ({
  kind,
  unit: '',
  min: '',
  max: '',
  parts: [],
  ...more,
});
const ratios = form('ratios', { min: '0.1', max: '0.98' });
const hours = form('number', { unit: 'h', min: '1', max: '1000000' });
const stake = form('amounts', {
  min: '0',
  parts: [{ name: 'USDT', label: 'USDT', isNumber: false }],
});

test.each([
  [ratios, '30', '75', undefined],
  [ratios, '30', '98.1', 'Between 10 and 98.'],
  [ratios, '30', '9', 'Between 10 and 98.'],
  [ratios, '30', '', undefined],
  [hours, '', '24', undefined],
  [hours, '', '0', 'Between 1 and 1000000.'],
  [hours, '', '1.5', 'A whole number.'],
  [hours, '', '', 'A value is needed.'],
  [stake, 'USDT', '', 'A value is needed.'],
  [stake, 'BTC', '', undefined],
  [stake, 'BTC', '-1', 'At least 0.'],
  [stake, 'BTC', 'ten', 'A number.'],
])('a typed value is inside of its range or says which it is: %#', (shape, name, text, fault) => {
  expect(faultOf(shape, { name, label: '', unit: '', text })).toBe(fault);
});

test('a ratio of 75 % takes 12.5 of 100 staked and needs 58 right calls in 100', () => {
  expect(ratioEffect('75%')).toEqual({ lost: '12.5', rightCalls: 58 });
  expect(ratioEffect('80')).toEqual({ lost: '10', rightCalls: 56 });
  expect(ratioEffect('')).toBeUndefined();
});

test('a document is one line of names and values with units', () => {
  expect(documentText(form('ratios'), '{"30":"0.8","60":"0.82"}')).toBe('30 s 80%, 60 s 82%');
  expect(documentText(stake, '{"USDT":"10"}')).toBe('USDT 10');
  expect(documentText(form('number', { unit: 'a' }), '5')).toBe('5 years');
});
