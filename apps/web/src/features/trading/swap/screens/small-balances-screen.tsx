/** Small balances: coins too small for a swap, each with a tick, turned into USDT in one step. */
import { useQuery } from '@tanstack/react-query';
import { type Amount, decimal, formatDecimal, subtract, sum } from '@tern/money';
import {
  AmountText,
  Button,
  Checkbox,
  CoinMark,
  CtaBar,
  FinePrint,
  formatAmount,
  formatDate,
  KeyValue,
  KeyValues,
  Note,
  ScreenBody,
  Sheet,
  StateBlock,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { RecordsHeader } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import {
  type Converted,
  convertSmall,
  refetchSmall,
  rememberConverted,
  type SmallBalance,
  smallQuery,
} from '../api.ts';
import styles from '../parts/swap.module.css';

const CENTS = 2;

export function SmallBalancesScreen() {
  const t = useT();
  const refresh = useRefresh();
  const query = useQuery(smallQuery);
  return (
    <>
      <RecordsHeader title={t('swap.smallTitle')} page={pages.swapHistory} />
      <ScreenBody isPadded foot="cta" onRefresh={refresh}>
        <Loaded query={query}>
          {(small) => <SmallBalances {...small} isLate={query.isRefetchError} />}
        </Loaded>
      </ScreenBody>
    </>
  );
}

interface SmallBalancesProps {
  coins: readonly SmallBalance[];
  below: string;
  nextAt: string;
  /** Binds for seconds. */
  quote: string;
  /** The quote could not be asked again. */
  isLate: boolean;
}

/** In USDT. */
const total = (amounts: readonly string[]) => sum(amounts.map((each) => decimal<Amount>(each)));

function SmallBalances({ coins, below, nextAt, quote, isLate }: SmallBalancesProps) {
  const t = useT();
  const locale = useNumberLocale();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [made, setMade] = useState<Converted>();
  const chosen = coins.filter(({ asset }) => !left.has(asset));
  const { submit, isBusy, isOff } = useSubmit<Parameters<typeof convertSmall>[0], Converted>({
    movesMoney: true,
    send: convertSmall,
    onFailed: refetchSmall,
    onDone: (done) => {
      setMade(done);
      rememberConverted();
    },
  });
  const limit = formatAmount(below, { locale, places: CENTS });
  const turn = (asset: string, isOn: boolean) => {
    const next = new Set(left);
    if (isOn) next.delete(asset);
    else next.add(asset);
    setLeft(next);
  };
  const turnAll = (isOn: boolean) => setLeft(new Set(isOn ? [] : coins.map(({ asset }) => asset)));
  const done = <Done made={made} onClose={() => setMade(undefined)} />;
  if (coins.length === 0) {
    return (
      <>
        <StateBlock kind="empty" title={t('swap.smallNone', { amount: limit })} />
        {done}
      </>
    );
  }
  const [worth, received] = [
    total(chosen.map((coin) => coin.worth)),
    total(chosen.map((coin) => coin.received)),
  ];
  const get = formatAmount(formatDecimal(received), { locale, places: CENTS });
  return (
    <>
      <div className={styles.form}>
        <Text tone="soft">{t('swap.smallIntro', { amount: limit })}</Text>
        <div className={styles.smallHead}>
          <Checkbox isChecked={left.size === 0} onChange={turnAll}>
            {t('swap.smallAll', { count: String(coins.length) })}
          </Checkbox>
          <Text as="span" size="label" tone="soft">
            {t('swap.smallYouGet')}
          </Text>
        </div>
        <ul className={styles.rows}>
          {coins.map((coin) => (
            <li key={coin.asset}>
              <SmallRow
                coin={coin}
                isChosen={!left.has(coin.asset)}
                onTurn={(isOn) => turn(coin.asset, isOn)}
              />
            </li>
          ))}
        </ul>
        <Sums worth={worth} received={received} />
        {isLate && <Note kind="warn">{t('swap.smallLate')}</Note>}
        <FinePrint>{t('swap.smallAlone')}</FinePrint>
        <CtaBar
          note={
            nextAt === ''
              ? undefined
              : t('swap.smallAgain', { time: formatDate(nextAt, { locale, detail: 'short' }) })
          }
        >
          <Button
            kind="primary"
            isFull
            isBusy={isBusy}
            busyLabel={t('swap.swapping')}
            isDisabled={isOff || isLate || nextAt !== '' || chosen.length === 0}
            onPress={() => submit({ coins: chosen, quote })}
          >
            {chosen.length === 0
              ? t('swap.smallChoose')
              : t('swap.smallConvert', { count: chosen.length, amount: get })}
          </Button>
        </CtaBar>
      </div>
      {done}
    </>
  );
}

function Sums({ worth, received }: { worth: Amount; received: Amount }) {
  const t = useT();
  return (
    <KeyValues>
      <KeyValue
        name={t('swap.smallTotalWorth')}
        value={<AmountText value={formatDecimal(worth)} places={CENTS} unit="USDT" />}
      />
      <KeyValue
        name={t('swap.smallCost')}
        value={
          <ExactAmount
            value={formatDecimal(subtract(received, worth))}
            places={CENTS}
            unit="USDT"
            isSigned
          />
        }
      />
      <KeyValue
        isTotal
        name={t('swap.smallSum')}
        value={<AmountText value={formatDecimal(received)} places={CENTS} unit="USDT" />}
      />
    </KeyValues>
  );
}

interface SmallRowProps {
  coin: SmallBalance;
  isChosen: boolean;
  onTurn: (isOn: boolean) => void;
}

function SmallRow({ coin, isChosen, onTurn }: SmallRowProps) {
  const { asset, amount, worth, received } = coin;
  const t = useT();
  const locale = useNumberLocale();
  return (
    <Checkbox isChecked={isChosen} onChange={onTurn}>
      <span className={styles.small}>
        <CoinMark symbol={asset} logo={useCoin(asset)?.logo} size={32} />
        <span className={styles.words}>
          <span className={styles.strong}>
            <span>{asset}</span>
            <AmountText value={received} places={CENTS} />
          </span>
          <span className={styles.quiet}>
            <ExactAmount value={amount} places={useCoinPlaces(asset)} />
            <span>
              {t('swap.smallWorth', { amount: formatAmount(worth, { locale, places: CENTS }) })}
            </span>
          </span>
        </span>
      </span>
    </Checkbox>
  );
}

function Done({ made, onClose }: { made: Converted | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Sheet
      isOpen={made !== undefined}
      onClose={onClose}
      title={t('swap.smallDone')}
      footer={
        <Button kind="primary" isFull onPress={onClose}>
          {t('swap.ok')}
        </Button>
      }
    >
      {made && (
        <>
          <KeyValues>
            {made.swaps.map(({ ID, from, received }) => (
              <KeyValue
                key={ID}
                name={from}
                value={<ExactAmount value={received} places={CENTS} unit="USDT" />}
              />
            ))}
          </KeyValues>
          {made.failed.map((coin) => (
            <Note key={coin} kind="warn">
              {t('swap.smallStays', { coin })}
            </Note>
          ))}
        </>
      )}
    </Sheet>
  );
}
