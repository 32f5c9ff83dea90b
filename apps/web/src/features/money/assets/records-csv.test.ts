import { expect, test } from 'vitest';
import type { FinancialRecord } from './api.ts';
import { recordsCsv } from './records-csv.ts';

const record: FinancialRecord = {
  ID: 7,
  CreatedAt: '2026-11-21T09:29:14.000Z',
  UpdatedAt: '2026-11-21T09:29:14.000Z',
  asset: 'BTC',
  type: 'spotBuy',
  amount: '-0.0484',
  available: '0.2841',
  reserved: '0.1',
  outcome: 'final',
  reference: 'trade:12',
  note: '',
};
const words = { heads: ['Time', 'Coin'], nameOf: ({ type }: FinancialRecord) => `Type, ${type}` };

test('writes a record as one line with exact numbers and its time in UTC', () => {
  expect(recordsCsv([record], words)).toBe(
    '\uFEFFTime,Coin\r\n2026-11-21T09:29:14.000Z,BTC,"Type, spotBuy",-0.0484,0.2841,0.1,7,trade:12,\r\n',
  );
});

test('keeps quotes and line breaks inside their cell', () => {
  const csv = recordsCsv([{ ...record, note: 'said "no"\nand left' }], words);
  expect(csv).toContain('"said ""no""\nand left"');
});

test('defuses text that a spreadsheet would run as a formula', () => {
  expect(recordsCsv([{ ...record, note: '=1+1' }], words)).toContain(",'=1+1\r\n");
});
