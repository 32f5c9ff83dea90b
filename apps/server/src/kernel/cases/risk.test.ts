import { describe, expect, it } from 'vitest';
import { pointsOfHit, pointsOfPerson, riskOfPoints } from './risk.ts';

describe('the risk of a case', () => {
  it('follows from the sum of points', () => {
    expect([1, 39, 40, 69, 70, 100].map(riskOfPoints)).toEqual([
      'low',
      'low',
      'medium',
      'medium',
      'high',
      'high',
    ]);
  });
  it('is high for an address on a list, and at most medium for one name that is like another', () => {
    expect(riskOfPoints(pointsOfHit('address', 100))).toBe('high');
    expect(riskOfPoints(pointsOfHit('person', 70))).toBe('low');
    expect(riskOfPoints(pointsOfHit('person', 100))).toBe('medium');
  });
  it('is what a person says', () => {
    for (const risk of ['low', 'medium', 'high'] as const)
      expect(riskOfPoints(pointsOfPerson[risk])).toBe(risk);
  });
});
