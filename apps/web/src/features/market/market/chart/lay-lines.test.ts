import { expect, test } from 'vitest';
import { layLines } from './lay-lines.ts';

const lay = (ys: (number | undefined)[], lastY?: number) => layLines(ys, { height: 250, lastY });
const labelsOf = (ys: (number | undefined)[], lastY?: number) =>
  lay(ys, lastY).map((placed) => placed?.label);

test('a label stands at its line, and labels that meet are stacked around their lines', () => {
  expect(labelsOf([100, 180])).toEqual([100, 180]);
  expect(labelsOf([110, 100])).toEqual([118, 92]);
  expect(lay([110, 100]).map((placed) => placed?.y)).toEqual([110, 100]);
});

test('the label of the last price stays, and others make room for it', () => {
  const [first, second] = labelsOf([103, 104], 102);
  expect(first).toBeCloseTo(128, 0);
  expect(second).toBeCloseTo(154, 0);
});

test('labels stay inside the candles', () => {
  expect(labelsOf([2, 248])).toEqual([13, 237]);
  expect(labelsOf([240, 248])).toEqual([211, 237]);
});

test('over six lines labels fold, and they never leave the candles', () => {
  const ys = Array.from({ length: 20 }, (_, index) => 240 + index / 2);
  const placed = lay(ys);
  expect(placed.every((line) => line?.isFolded)).toBe(true);
  expect(lay(ys.slice(0, 6)).some((line) => line?.isFolded)).toBe(false);
  const labels = placed.map((line) => line!.label);
  expect(Math.min(...labels)).toBeCloseTo(13);
  expect(Math.max(...labels)).toBeCloseTo(237);
});

test('of the lines outside the view the nearest one is named at each edge, and no label covers it', () => {
  expect(lay([-300, -20, 260, 900, undefined, 249])).toEqual([
    undefined,
    { y: 0, label: 13, isFolded: true, edge: 'above' },
    { y: 250, label: 237, isFolded: true, edge: 'below' },
    undefined,
    undefined,
    { y: 249, label: 211, isFolded: false, edge: undefined },
  ]);
});
