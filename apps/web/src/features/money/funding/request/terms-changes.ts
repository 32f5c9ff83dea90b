/** Announced changes of bounds, fees and switches, and what is stopped now (ADR 25), filtered for a screen. Pure. */
import type { Output } from '@tern/protocol/client';

/** Of a network of an asset, or of a currency. */
export interface Place {
  key: string;
  kind: 'network' | 'currency';
  asset: string;
  /** "TRC20"; empty for a currency. */
  network: string;
}
export type FieldChange = Output<'GET /base/termsChanges'>['coming'][number]['changes'][number];

/** An announced change that is not in force yet. */
export interface ComingChange extends Place {
  ID: number;
  effectiveAt: string;
  reason: string;
  changes: FieldChange[];
}

export interface StoppedPlace extends Place {
  direction: 'in' | 'out';
  until: string | null;
  reason: string;
}

export interface TermsChanges {
  coming: ComingChange[];
  stopped: StoppedPlace[];
}

/** The subject of a screen. */
export interface TermsScope {
  kind: 'network' | 'currency';
  /** Absent: every currency. */
  asset?: string | undefined;
  /** Absent: every network of the asset. */
  network?: string | undefined;
  direction: 'in' | 'out';
}

const FIELDS = {
  in: ['inMin', 'inMax', 'inFee', 'takesIn'],
  out: ['outMin', 'outMax', 'outFee', 'takesOut'],
} as const satisfies Record<TermsScope['direction'], readonly FieldChange['field'][]>;

const isOf = ({ kind, asset }: TermsScope, place: Place): boolean =>
  place.kind === kind && (asset === undefined || place.asset === asset);

/** Changes of this direction, soonest first; entries without one are left out. */
export function comingFor(changes: TermsChanges | undefined, scope: TermsScope): ComingChange[] {
  const wanted: readonly string[] = FIELDS[scope.direction];
  return (changes?.coming ?? [])
    .filter((change) => isOf(scope, change))
    .filter(({ network }) => scope.network === undefined || network === scope.network)
    .map((change) => ({
      ...change,
      changes: change.changes.filter(({ field }) => wanted.includes(field)),
    }))
    .filter((change) => change.changes.length > 0);
}

/** All stopped networks of the asset, or all stopped currencies, because those cannot be selected. */
export function stoppedFor(changes: TermsChanges | undefined, scope: TermsScope): StoppedPlace[] {
  const wide = scope.kind === 'currency' ? { ...scope, asset: undefined } : scope;
  return (changes?.stopped ?? []).filter(
    (place) => isOf(wide, place) && place.direction === scope.direction,
  );
}

/** "TRC20" of an asset's network, "EUR" */
export function placeName({ asset, network }: Pick<Place, 'asset' | 'network'>): string {
  return network === '' ? asset : network;
}
