/** Which bound of a stake the server named in its refusal; pure. */
import type { StakeFault } from './stake-draft.ts';

/** The fields of a failed call used here. */
export interface RefusedContract {
  code: number;
  data: unknown;
}

interface RefusalData {
  bound?: { limit?: unknown };
}

const KINDS: Readonly<Record<number, 'minimum' | 'maximum'>> = { 4006: 'minimum', 4018: 'maximum' };
const BALANCE = 4020;

/** The fault of the stake; undefined shows a toast. */
export function refusedStake(
  { code, data }: RefusedContract,
  available: string | undefined,
): StakeFault | undefined {
  if (code === BALANCE && available !== undefined) return { kind: 'balance', limit: available };
  const kind = KINDS[code];
  const limit = ((data ?? {}) as RefusalData).bound?.limit;
  return kind !== undefined && typeof limit === 'string' ? { kind, limit } : undefined;
}
