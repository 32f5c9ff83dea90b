import { describe, expect, it } from 'vitest';
import { drawPrices } from './price-line.ts';

const box = { width: 100, height: 124 };
const closes = [
  { at: 0, price: 100 },
  { at: 50, price: 200 },
  { at: 100, price: 150 },
];

describe('the prices of a coin', () => {
  it('span the box between the lowest and the highest', () => {
    const { line, grid, last } = drawPrices({ closes, buys: [], average: undefined }, box);
    expect(line).toBe('M0 112L50 12L100 62');
    expect(grid.map(({ price }) => price)).toEqual([100, 150, 200]);
    expect(last).toEqual({ y: 62, price: 150 });
  });

  it('have a dot for each buy at its price, and for a skip on the line', () => {
    const buys = [
      { at: 25, price: 120 },
      { at: 52, price: undefined },
      { at: 100, price: 150 },
      { at: 101, price: undefined },
    ];
    expect(drawPrices({ closes, buys, average: 130 }, box)).toMatchObject({
      dots: [
        { x: 25, y: 92, isBought: true },
        { x: 52, y: 12, isBought: false },
        { x: 100, y: 62, isBought: true },
      ],
      average: 82,
    });
  });

  it('are not drawn before there are two', () => {
    expect(drawPrices({ closes: closes.slice(0, 1), buys: [], average: 1 }, box).line).toBe('');
  });
});
