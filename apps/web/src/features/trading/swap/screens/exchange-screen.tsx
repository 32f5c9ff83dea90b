/** Swap one asset for another, with the full cost visible before pressing the button. */
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Button,
  classNames,
  CtaBar,
  formatPrice,
  Icon,
  ScreenBody,
  TextButton,
  swapIcon,
  useNumberLocale,
} from '@tern/ui';
import { decimal, formatDecimal } from '@tern/money';
import { type FormEvent, useState } from 'react';
import { type Coin, useCoins } from '../../../../kernel/balances.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { rowsOf } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { RecordsHeader } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { swapsQuery } from '../api.ts';
import { CoinSheet } from '../parts/coin-sheet.tsx';
import { RateRow } from '../parts/rate-row.tsx';
import { SwapCard } from '../parts/swap-card.tsx';
import { SwapDone } from '../parts/swap-done.tsx';
import { SwapRow } from '../parts/swap-row.tsx';
import styles from '../parts/swap.module.css';
import { type Side, useSwapForm } from '../use-swap-form.ts';

/** Shown below the form; the rest is in the records. */
const RECENT = 3;

export function ExchangeScreen() {
  const t = useT();
  const refresh = useRefresh();
  return (
    <>
      <RecordsHeader title={t('swap.title')} page={pages.swapHistory} />
      <ScreenBody isPadded foot="cta" onRefresh={refresh}>
        <Loaded query={useCoins()}>{(coins) => <Exchange coins={coins} />}</Loaded>
      </ScreenBody>
    </>
  );
}

type Swapping = ReturnType<typeof useSwapForm>;

function Exchange({ coins }: { coins: readonly Coin[] }) {
  const t = useT();
  const link = useLinks();
  const [picking, setPicking] = useState<Side>();
  const swapping = useSwapForm(coins);
  const { from, to, terms, refusal, sums, answeredAt } = swapping;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    swapping.swap();
  };
  return (
    <>
      <form noValidate className={styles.form} aria-label={t('swap.title')} onSubmit={submit}>
        <Sides swapping={swapping} onPick={setPicking} />
        <RateRow {...{ to, terms, refusal, sums, answeredAt }} />
        <SwapBar swapping={swapping} />
      </form>
      <TextButton tone="accent" isFlush {...link(pages.smallBalances)}>
        {t('swap.smallTitle')}
      </TextButton>
      <Recent />
      <CoinSheet
        isOpen={picking !== undefined}
        title={t(picking === 'to' ? 'swap.receiveWhich' : 'swap.giveWhich')}
        coins={coins}
        chosen={picking === 'to' ? to.asset : from.asset}
        onClose={() => setPicking(undefined)}
        onChoose={(coin) => {
          if (picking !== undefined) swapping.choose(picking, coin);
          setPicking(undefined);
        }}
      />
      <SwapDone made={swapping.made} onClose={swapping.leave} />
    </>
  );
}

function Sides({ swapping, onPick }: { swapping: Swapping; onPick: (side: Side) => void }) {
  const { from, to, given, receives, sums, error, isBusy, type, turn } = swapping;
  const t = useT();
  const [isTurned, setTurned] = useState(false);
  return (
    <div className={styles.sides}>
      <SwapCard
        side="from"
        coin={from}
        value={given}
        error={error}
        worth={sums?.worthGiven}
        isBusy={isBusy}
        onType={(text) => type('from', text)}
        onPick={() => onPick('from')}
        onMost={() => type('from', formatDecimal(decimal(from.available)))}
      />
      <button
        type="button"
        className={classNames(styles.turn, isTurned && styles.turned)}
        aria-label={t('swap.turn')}
        onClick={() => {
          setTurned(!isTurned);
          turn();
        }}
      >
        <Icon of={swapIcon} size={20} />
      </button>
      <SwapCard
        side="to"
        coin={to}
        value={receives}
        worth={sums?.worthReceived}
        loss={sums?.loss}
        isBusy={isBusy}
        onType={(text) => type('to', text)}
        onPick={() => onPick('to')}
      />
    </div>
  );
}

/** No confirmation dialog: amount, result, cost and minimum are all on the screen. */
function SwapBar({ swapping: { from, given, isBusy, canSwap } }: { swapping: Swapping }) {
  const t = useT();
  const locale = useNumberLocale();
  const amount = formatPrice(given.endsWith('.') ? given.slice(0, -1) : given, { locale });
  return (
    <CtaBar>
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        busyLabel={t('swap.swapping')}
        isDisabled={!canSwap}
      >
        {given === '' ? t('swap.enterAmount') : t('swap.swapAmount', { amount, coin: from.asset })}
      </Button>
    </CtaBar>
  );
}

function Recent() {
  const t = useT();
  const swaps = rowsOf(useInfiniteQuery(swapsQuery).data).slice(0, RECENT);
  if (swaps.length === 0) return null;
  return (
    <section aria-labelledby="recent-swaps">
      <h2 id="recent-swaps" className={styles.recent}>
        {t('swap.recent')}
      </h2>
      <ul className={styles.rows}>
        {swaps.map((swap) => (
          <li key={swap.ID}>
            <SwapRow swap={swap} />
          </li>
        ))}
      </ul>
    </section>
  );
}
