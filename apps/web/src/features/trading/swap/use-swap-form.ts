/** The swap form: pair, amount on either side, sums, validation, and sending. */
import { useQuery } from '@tanstack/react-query';
import { amountPlaces, formatAmount, useNumberLocale } from '@tern/ui';
import { useEffect, useState } from 'react';
import { balanceKeys, type Coin } from '../../../kernel/balances.ts';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { useOpeningText } from '../../../kernel/quotes/opening-time.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { exactPlaces } from '../../../kernel/exact-amount.tsx';
import { CallError } from '../../../platform/http/call-error.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../platform/navigation/current-page.ts';
import {
  type Order,
  type Pair,
  REFRESH_MS,
  rememberSwap,
  sendSwap,
  type Swap,
  termsQuery,
} from './api.ts';
import type { MadeSwap } from './parts/swap-done.tsx';
import { givenFor, sumsGiven, type SwapFault, swapFault } from './swap-sums.ts';

const FIRST: Pair = { from: 'USDT', to: 'BTC' };
/** A rate older than this is late. */
const LATE_MS = 1.5 * REFRESH_MS;

export type Side = keyof Pair;

/** The pair in the URL, otherwise the first ones. */
function usePair(coins: readonly Coin[]) {
  const params = useParams();
  const [pair, setPair] = useState<Pair>(() => {
    const from = params['coin'] ?? FIRST.from;
    return { from, to: from === FIRST.to ? FIRST.from : FIRST.to };
  });
  const coin = (name: string) => coins.find(({ asset }) => asset === name) ?? coins[0]!;
  const turn = () => setPair({ from: pair.to, to: pair.from });
  const choose = (side: Side, name: string) => {
    // Selecting the other side's asset swaps the two, so that they always differ.
    if (name === pair[side === 'from' ? 'to' : 'from']) turn();
    else setPair({ ...pair, [side]: name });
  };
  return { pair, from: coin(pair.from), to: coin(pair.to), turn, choose };
}

/** The current rate; none when it is late or refused, with the reason. */
function useTerms(pair: Pair) {
  const i18n = useI18n();
  const query = useQuery(termsQuery(pair));
  const { dataUpdatedAt: answeredAt, error } = query;
  const [lateFor, setLateFor] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setLateFor(answeredAt), LATE_MS);
    return () => clearTimeout(timer);
  }, [answeredAt]);
  const opening = useOpeningText();
  const refused = error instanceof CallError && error.refusal !== 'no-price' ? error : undefined;
  // Of a closed market also says when it opens.
  const { opensAt } = (refused?.data ?? {}) as { opensAt?: string };
  const isThere = !query.isError && lateFor !== answeredAt;
  return {
    terms: isThere ? query.data : undefined,
    refusal:
      refused && [sentenceOf(refused, i18n, false), opening(opensAt)].filter(Boolean).join(' '),
    answeredAt,
    refetch: () => void query.refetch(),
  };
}

/** Returns the message for a fault of the paid amount; none while it is empty. */
function useFaultMessages({ asset, places: precision }: Coin) {
  const t = useT();
  const locale = useNumberLocale();
  return (fault: SwapFault | undefined): string | undefined => {
    if (fault === undefined || fault.kind === 'missing') return undefined;
    const places = exactPlaces(fault.limit, amountPlaces(asset, precision));
    const amount = formatAmount(fault.limit, { locale, places });
    const key = { balance: 'youHave', min: 'minimum', max: 'maximum' } as const;
    return t(`swap.${key[fault.kind]}`, { amount, coin: asset });
  };
}

export function useSwapForm(coins: readonly Coin[]) {
  const { pair, from, to, turn, choose } = usePair(coins);
  const [typed, setTyped] = useState<{ side: Side; text: string }>({ side: 'from', text: '' });
  const [made, setMade] = useState<MadeSwap>();
  const quote = useTerms(pair);
  const { terms } = quote;
  const places = { from: from.places, to: to.places };
  const { side, text } = typed;
  const given = side === 'from' ? text : ((terms && givenFor(text, terms, places)) ?? '');
  const sums = terms && sumsGiven(given, terms, places);
  const fault = terms && swapFault(given, { ...terms, available: from.available });
  const error = useFaultMessages(from)(fault);
  const { submit, isBusy, isOff } = useSubmit<Order, Swap>({
    movesMoney: true,
    send: sendSwap,
    onDone: (swap) => {
      if (terms && sums) setMade({ swap, terms, from, to, quoted: sums.received });
      setTyped({ side: 'from', text: '' });
      rememberSwap(swap);
      void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
    },
    onFailed: quote.refetch,
  });
  return {
    ...quote,
    from,
    to,
    given,
    /** The amount received: as typed, or computed from the rate. */
    receives: side === 'to' ? text : (sums?.received ?? ''),
    sums,
    error,
    isBusy,
    canSwap: sums !== undefined && fault === undefined && !isOff,
    type: (on: Side, next: string) => setTyped({ side: on, text: next }),
    /** Swaps the two assets; the paid amount stays. */
    turn: () => {
      setTyped({ side: 'from', text: given });
      turn();
    },
    choose: (on: Side, coin: string) => {
      if (on === side) setTyped({ side: 'from', text: '' });
      choose(on, coin);
    },
    swap: () => {
      if (sums === undefined || fault !== undefined) return;
      submit({ ...pair, given: sums.given, leastReceived: sums.minReceived });
    },
    made,
    leave: () => setMade(undefined),
  };
}
