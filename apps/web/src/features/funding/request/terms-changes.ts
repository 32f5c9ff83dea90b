/** Announced changes of bounds, fees and switches, and what is stopped now (ADR 25), filtered for a screen. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { call } from '../../../platform/http/call.ts';

type WireTerms = Output<'GET /base/termsChanges'>;

/** Of a network of an asset, or of a currency. */
interface Place {
  key: string;
  kind: 'network' | 'currency';
  asset: string;
  /** "TRC20"; empty for a currency. */
  network: string;
}
export type FieldChange = WireTerms['coming'][number]['changes'][number];

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

const placeOf = <Row extends { coinname: string; czline: string }>({
  coinname,
  czline,
  ...row
}: Row) => ({ ...row, asset: coinname, network: czline });

/** Refetched whenever a screen opens. */
export const termsChangesQuery = queryOptions({
  queryKey: ['terms', 'changes'],
  queryFn: async ({ signal }): Promise<TermsChanges> => {
    const { coming, stopped } = await call('GET /base/termsChanges', {}, { signal });
    return {
      coming: coming.map(placeOf),
      stopped: stopped.map(({ way, ...row }) => ({ ...placeOf(row), direction: way })),
    };
  },
});

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
