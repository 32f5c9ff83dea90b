/** Fingerprints of the settings that all instances of a deployment share, so that instances that differ notice (ADR 65). */
import { createHash } from 'node:crypto';
import type { Descriptions, Given } from './setting.ts';

/** By name; empty: it is not set. */
export type Fingerprints = Readonly<Record<string, string>>;

/** Of the text without spaces. Lists in another order differ. */
export function fingerprintsOf(settings: Descriptions, given: Given<string>): Fingerprints {
  const shared = Object.entries(settings).filter(([, { isShared }]) => isShared === true);
  return Object.fromEntries(shared.map(([name]) => [name, fingerprintOf(name, given(name))]));
}

/** The name is part of it, so that equal values of two settings do not show. */
function fingerprintOf(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  const text = `${name}\n${value.replaceAll(/\s+/g, '')}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
