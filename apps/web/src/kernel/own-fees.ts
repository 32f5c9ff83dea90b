/** What the member's orders pay: the lesser of what a market and their fee level ask. Visitors see what the market asks. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { decimal, type Rate } from '@tern/money';
import { call } from '../platform/http/call.ts';
import type { Instrument } from './quotes/quote.ts';
import { useSession } from './session.ts';

/** Levels change once a day. */
const FRESH_MS = 5 * 60_000;

export const feeLevelQuery = queryOptions({
  queryKey: ['fee-level'],
  queryFn: async ({ signal }) => (await call('GET /fee/level', {}, { signal })).refeelevel,
  staleTime: FRESH_MS,
});

const lesser = (left: string, right: string) =>
  decimal<Rate>(left) < decimal<Rate>(right) ? left : right;

/** The market with the member's own rates. */
export function useOwnFees(instrument: Instrument): Instrument;
export function useOwnFees(instrument: Instrument | undefined): Instrument | undefined;
export function useOwnFees(instrument: Instrument | undefined): Instrument | undefined {
  const isMember = useSession() !== undefined;
  const level = useQuery({ ...feeLevelQuery, enabled: isMember }).data;
  if (instrument === undefined || level === undefined) return instrument;
  const makerFee = lesser(instrument.makerFee, level.maker);
  const takerFee = lesser(instrument.takerFee, level.taker);
  return { ...instrument, makerFee, takerFee };
}
