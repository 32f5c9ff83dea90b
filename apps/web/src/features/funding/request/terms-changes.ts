/** Announced changes of bounds, fees and switches, and what is stopped now (ADR 25), filtered for a screen. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { call } from '../../../platform/http/call.ts';

type TermsChanges = Output<'GET /base/termsChanges'>;
export type ComingChange = TermsChanges['coming'][number];
export type StoppedPlace = TermsChanges['stopped'][number];
export type FieldChange = ComingChange['changes'][number];

/** Refetched whenever a screen opens. */
export const termsChangesQuery = queryOptions({
  queryKey: ['terms', 'changes'],
  queryFn: ({ signal }) => call('GET /base/termsChanges', {}, { signal }),
});

/** The subject of a screen. */
export interface TermsScope {
  kind: 'network' | 'currency';
  /** Absent: every currency. */
  coin?: string | undefined;
  /** Absent: every network of the coin. */
  network?: string | undefined;
  direction: 'in' | 'out';
}

const FIELDS = {
  in: ['inMin', 'inMax', 'inFee', 'takesIn'],
  out: ['outMin', 'outMax', 'outFee', 'takesOut'],
} as const satisfies Record<TermsScope['direction'], readonly FieldChange['field'][]>;

const isOf = (
  { kind, coin }: TermsScope,
  place: Pick<ComingChange, 'kind' | 'coinname'>,
): boolean => place.kind === kind && (coin === undefined || place.coinname === coin);

/** Changes of this direction, soonest first; entries without one are left out. */
export function comingFor(changes: TermsChanges | undefined, scope: TermsScope): ComingChange[] {
  const wanted: readonly string[] = FIELDS[scope.direction];
  return (changes?.coming ?? [])
    .filter((change) => isOf(scope, change))
    .filter(({ czline }) => scope.network === undefined || czline === scope.network)
    .map((change) => ({
      ...change,
      changes: change.changes.filter(({ field }) => wanted.includes(field)),
    }))
    .filter((change) => change.changes.length > 0);
}

/** All stopped networks of the coin, or all stopped currencies, because those cannot be selected. */
export function stoppedFor(changes: TermsChanges | undefined, scope: TermsScope): StoppedPlace[] {
  const wide = scope.kind === 'currency' ? { ...scope, coin: undefined } : scope;
  return (changes?.stopped ?? []).filter(
    (place) => isOf(wide, place) && place.way === scope.direction,
  );
}

/** "TRC20" of a coin's network, "EUR" */
export function placeName({ coinname, czline }: Pick<ComingChange, 'coinname' | 'czline'>): string {
  return czline === '' ? coinname : czline;
}
