/** The weight of what was found, and the risk that it adds up to. Nothing is decided by it. */

/** A sum of points is of at most 100. */
export const POINTS_MAX = 100;
const HIGH_FROM = 70;
const MEDIUM_FROM = 40;
/** An address is on a list or not; the likeness of names is shown from 70 of 100, which most people with a common name reach. */
const ADDRESS_POINTS = 80;
const LIKENESS_LESS = 40;

export type CaseRisk = 'low' | 'medium' | 'high';

/** `points`: the sum of the alerts of a case. */
export function riskOfPoints(points: number): CaseRisk {
  if (points >= HIGH_FROM) return 'high';
  return points >= MEDIUM_FROM ? 'medium' : 'low';
}

/** `score`: likeness from 1 to 100. */
export const pointsOfHit = (what: string, score: number): number =>
  what === 'address' ? ADDRESS_POINTS : Math.max(score - LIKENESS_LESS, 1);

/** Of what a person has seen, by the risk that they give. */
export const pointsOfPerson: Readonly<Record<CaseRisk, number>> = { low: 20, medium: 45, high: 75 };
