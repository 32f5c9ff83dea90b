/** Swap: what to give, what to receive, at which rate; reviewed, then sent once. */
import { useQuery } from '@tanstack/react-query';
import {
  amountPlaces,
  focusFirstError,
  formatAmount,
  formatPrice,
  NavBar,
  ScreenBody,
  ScreenHeader,
  showToast,
  useNumberLocale,
} from '@tern/ui';
import { useRef, useState } from 'react';
import { balanceKeys, type Coin, useCoins } from '../../../kernel/balances.ts';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { leastReceived } from '../../../kernel/rate/readable-rate.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { type Order, type Pair, sendSwap, type Swap, termsQuery } from '../api.ts';
import { CoinSheet } from '../parts/coin-sheet.tsx';
import { SwapForm } from '../parts/swap-form.tsx';
import { type Reviewed, SwapReview } from '../parts/swap-review.tsx';
import { type SwapFault, swapFault, type SwapSums, swapSums } from '../swap-sums.ts';

const FIRST: Pair = { from: 'USDT', to: 'BTC' };
/** Refusals that belong to the amount. */
const NOT_ENOUGH = 4020;
const TOO_LITTLE = 4006;

interface Chosen {
  pair: Pair;
  from: Coin;
  to: Coin;
}

export function ExchangeScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('swap.title')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <Loaded query={useCoins()}>{({ list }) => <Exchange coins={list} />}</Loaded>
      </ScreenBody>
    </>
  );
}

/** The pair on the screen: what the address asks for, else the first of all. */
function usePair(coins: readonly Coin[]) {
  const params = useParams();
  const [pair, setPair] = useState<Pair>(() => {
    const from = params['coin'] ?? FIRST.from;
    return { from, to: from === FIRST.to ? FIRST.from : FIRST.to };
  });
  const coin = (name: string) => coins.find(({ coinname }) => coinname === name) ?? coins[0]!;
  const turn = () => setPair({ from: pair.to, to: pair.from });
  const choose = (side: keyof Pair, name: string) => {
    // The coin of the other side: the two change places, so that they always differ.
    if (name === pair[side === 'from' ? 'to' : 'from']) turn();
    else setPair({ ...pair, [side]: name });
  };
  return { pair, from: coin(pair.from), to: coin(pair.to), turn, choose };
}

/** Gives the words for what is wrong with the amount. */
function useFaultWords(from: Coin) {
  const t = useT();
  const locale = useNumberLocale();
  const places = amountPlaces(from.coinname, from.places);
  return (fault: SwapFault): string => {
    if (fault.kind === 'missing') return t('swap.enterQuantity');
    const coin = from.coinname;
    if (fault.kind === 'balance') {
      return t('swap.youHave', { amount: formatAmount(fault.limit, { locale, places }), coin });
    }
    const limit = formatPrice(fault.limit, { locale });
    return t(fault.kind === 'min' ? 'swap.minimum' : 'swap.maximum', { amount: limit, coin });
  };
}

/** Button, dialog, call, answer. */
function useSwapping(chosen: Chosen, onDone: () => void) {
  const i18n = useI18n();
  const { pair, from, to } = chosen;
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const [reviewed, setReviewed] = useState<Reviewed>();
  const faultWords = useFaultWords(from);
  const query = useQuery(termsQuery(pair));
  const terms = query.isError ? undefined : query.data;
  const fail = (words: string) => {
    setError(words);
    requestAnimationFrame(() => form.current && focusFirstError(form.current));
  };
  const { submit, isBusy } = useSubmit<Order, Swap>({
    movesMoney: true,
    send: sendSwap,
    onDone: () => {
      setReviewed(undefined);
      onDone();
      void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
      showToast(i18n.t('swap.done'), 'done');
    },
    onRefused: (refused) => {
      void query.refetch();
      if (refused.code !== NOT_ENOUGH && refused.code !== TOO_LITTLE) return false;
      fail(sentenceOf(refused, i18n, true));
      return true;
    },
    onFailed: () => setReviewed(undefined),
  });
  return {
    form,
    error,
    terms,
    reviewed,
    isBusy,
    refusal: query.error instanceof CallError ? sentenceOf(query.error, i18n, false) : undefined,
    forget: () => setError(undefined),
    leave: () => setReviewed(undefined),
    review(num: string, sums: SwapSums | undefined) {
      if (terms === undefined) return;
      const fault = swapFault(num, { ...terms, available: from.available });
      if (fault !== undefined) fail(faultWords(fault));
      else if (sums !== undefined) setReviewed({ from, to, num, terms, sums });
    },
    confirm() {
      if (reviewed === undefined) return;
      const least = leastReceived(reviewed.sums.received, reviewed.to.places);
      submit({ ...pair, num: reviewed.num, leastReceived: least });
    },
  };
}

function Exchange({ coins }: { coins: readonly Coin[] }) {
  const t = useT();
  const { turn, choose, ...chosen } = usePair(coins);
  const { from, to } = chosen;
  const [picking, setPicking] = useState<keyof Pair>();
  const [num, setNum] = useState('');
  const swapping = useSwapping(chosen, () => setNum(''));
  const { terms, error, refusal } = swapping;
  const sums = terms && swapSums(num, terms, to.places);
  const type = (text: string) => {
    setNum(text);
    swapping.forget();
  };
  return (
    <>
      <SwapForm
        {...{ ref: swapping.form, from, to, num, error, terms, refusal, sums }}
        onType={type}
        onPick={setPicking}
        onTurn={() => {
          turn();
          type('');
        }}
        onSubmit={() => swapping.review(num, sums)}
      />
      <CoinSheet
        isOpen={picking !== undefined}
        title={t(picking === 'to' ? 'swap.receiveWhich' : 'swap.giveWhich')}
        coins={coins}
        chosen={picking === 'to' ? to.coinname : from.coinname}
        onClose={() => setPicking(undefined)}
        onChoose={(coin) => {
          if (picking !== undefined) choose(picking, coin);
          swapping.forget();
          setPicking(undefined);
        }}
      />
      <SwapReview
        reviewed={swapping.reviewed}
        isBusy={swapping.isBusy}
        onConfirm={swapping.confirm}
        onCancel={swapping.leave}
      />
    </>
  );
}
