/** The form of the next contract: duration and stake, with their validation. */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import { formatAmount, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useCoin } from '../../../kernel/balances.ts';
import type { ContractTerms } from '../../../kernel/contract-terms.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { limitsQuery } from './api.ts';
import { profitOf } from './contract-view.ts';
import { largestStake, type StakeBounds, type StakeFault, stakeFault } from './stake-draft.ts';

const SENTENCES = {
  minimum: 'futures.minimumIs',
  maximum: 'futures.maximumIs',
  balance: 'futures.notEnough',
  day: 'futures.dayLeft',
} as const;

/** Returns the function from a fault to its sentence. */
export function useFaultSentence({ asset, places }: ContractTerms) {
  const t = useT();
  const locale = useNumberLocale();
  return ({ kind, limit }: StakeFault): string =>
    kind === 'missing'
      ? t('futures.enterAmount')
      : t(SENTENCES[kind], { limit: formatAmount(limit, { locale, places }), unit: asset });
}

function useBounds({ min, max, places, asset }: ContractTerms): StakeBounds {
  const available = useCoin(asset)?.available;
  const limits = useQuery(limitsQuery).data;
  return {
    min,
    max,
    places,
    available,
    dailyStake: limits?.dailyStake ?? '',
    stakedToday: limits?.stakedToday ?? '0',
  };
}

export function useStakeForm(terms: ContractTerms) {
  const sentence = useFaultSentence(terms);
  const bounds = useBounds(terms);
  const [chosen, setChosen] = useState<number>();
  const [draft, setDraft] = useState(terms.quickStakes[0] ?? '');
  const [error, setError] = useState<string>();
  const found = terms.durations.indexOf(chosen ?? -1);
  // Falls back to the first duration when the chosen one is no longer offered.
  const index = Math.max(0, found);
  const stake = parseDecimal<Amount>(draft);
  const ratio = terms.ratios[index] ?? '0';
  const fault = stakeFault(stake, bounds);
  return {
    draft,
    error,
    ratio,
    stake,
    seconds: terms.durations[index] ?? 0,
    available: bounds.available,
    largest: largestStake(bounds),
    profit: stake === undefined ? undefined : formatDecimal(profitOf(stake, ratio, terms.places)),
    /** The error to show now; undefined when there is none. */
    faultMessage: fault && sentence(fault),
    setSeconds: setChosen,
    setError,
    setDraft: (next: string) => {
      setDraft(next);
      setError(undefined);
    },
  };
}

export type StakeForm = ReturnType<typeof useStakeForm>;
