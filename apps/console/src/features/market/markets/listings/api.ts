/** Queries of listings, and the draft that is saved as it is typed. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MARKETS } from '../../../../kernel/live-queue.ts';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/call.ts';
import type { Draft } from './draft.ts';

export type Listing = OperatorOutput<'GET /operator/listing/list'>['list'][number];
export type Choices = OperatorOutput<'GET /operator/listing/choices'>;
export type Checked = OperatorOutput<'POST /operator/listing/check'>;

const LISTINGS = [MARKETS, 'listings'] as const;

export function useListings() {
  return useQuery({
    queryKey: LISTINGS,
    queryFn: async () => (await call('GET /operator/listing/list', {})).list,
  });
}

export function useChoices() {
  return useQuery({
    queryKey: [...LISTINGS, 'choices'],
    queryFn: () => call('GET /operator/listing/choices', {}),
  });
}

/** After the last key. */
const SAVES_AFTER_MS = 500;

export interface Saved {
  /** Undefined before it was saved for the first time. */
  readonly id: number | undefined;
  readonly at: string | undefined;
  readonly state: 'saved' | 'saving' | 'failed';
  /** Saves what was typed last; resolves with the id. */
  now(): Promise<number>;
}

/** Saves a draft a moment after each change, one call at a time. */
export function useSaved(
  draft: Draft,
  given: { readonly id: number | undefined; readonly at: string | undefined },
): Saved {
  const [saved, setSaved] = useState({ ...given, state: 'saved' as Saved['state'] });
  const text = JSON.stringify(draft);
  const stored = useRef(text);
  const known = useRef(given.id);
  const under = useRef<Promise<unknown>>(Promise.resolve());
  const save = async (): Promise<number> => {
    if (known.current !== undefined && text === stored.current) return known.current;
    const isNew = known.current === undefined;
    setSaved((former) => ({ ...former, state: 'saving' }));
    try {
      const of = known.current === undefined ? {} : { ID: known.current };
      const { ID, savedAt } = await call('POST /operator/listing/save', { ...of, draft });
      known.current = ID;
      stored.current = text;
      setSaved({ id: ID, at: savedAt, state: 'saved' });
      if (isNew) void queryClient.invalidateQueries({ queryKey: LISTINGS });
      return ID;
    } catch (error) {
      setSaved((former) => ({ ...former, state: 'failed' }));
      throw error;
    }
  };
  const now = () => {
    const next = under.current.catch(() => undefined).then(save);
    under.current = next;
    return next;
  };
  const saveLater = useEffectEvent(() => void now().catch(() => undefined));
  useEffect(() => {
    if (text === stored.current) return undefined;
    const timer = setTimeout(saveLater, SAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { ...saved, now };
}
