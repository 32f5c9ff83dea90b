/** A new alert of a market: above, below or a change of a day; once or each time; by push or email. */
import {
  BigAmountField,
  Button,
  formatChange,
  formatPercent,
  formatPrice,
  IconButton,
  minusIcon,
  plusIcon,
  Segmented,
  showToast,
  Switch,
  useNumberLocale,
} from '@tern/ui';
import { add, formatDecimal, parseDecimal, subtract } from '@tern/money';
import { type FormEvent, useEffect, useState } from 'react';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { pushState } from '../../../../platform/shell/push.ts';
import { boundsFor, CHANGE_BOUNDS, distanceTo, levelFault, sideOf } from '../alert-level.ts';
import { type NewAlert, setAlert } from '../api.ts';
import { MarketLine } from './market-line.tsx';
import styles from './price-alert.module.css';

export interface AlertFormProps {
  market: Instrument;
  /** Chosen on the chart, decimal text: the side is where it lies. */
  firstLevel?: string | undefined;
  onSet: () => void;
}

const CHANGE_PLACES = 2;
/** The buttons beside a change move it by half a percent, those beside a price by this share of it. */
const CHANGE_STEP = '0.5';
const PRICE_STEPS = 200n;

/** Remounted for each market, so that no level of another one stays. */
export function AlertForm({ market, firstLevel = '', onSet }: AlertFormProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { symbol, pricePlaces, tickSize } = market;
  const price = useQuoteFigure(symbol, (quote) => quote?.price);
  const [kind, setKind] = useState<NewAlert['kind']>(() => sideOf(firstLevel, price) ?? 'above');
  const [level, setLevel] = useState(firstLevel);
  const [repeats, setRepeats] = useState(false);
  const [push, setPush] = useState(true);
  const [email, setEmail] = useState(false);
  const [isTried, setTried] = useState(false);
  const change = useQuoteFigure(symbol, (quote) => quote?.change);
  const isChange = kind === 'change';
  const places = isChange ? CHANGE_PLACES : pricePlaces;
  const fault = levelFault({ kind, level }, { now: isChange ? change : price, tickSize });
  const { submit, isBusy } = useSubmit({
    send: (alert: NewAlert) => setAlert(alert),
    onDone: () => {
      showToast(t('price-alert.done'), 'done');
      onSet();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === undefined) submit({ symbol, kind, level: exact(level), repeats, push, email });
  };
  const error = useFaultText(market, { kind, change });
  const step = (way: 1 | -1) =>
    setLevel(stepped({ level, price: isChange ? '0' : price, way, isChange, tickSize }));
  const isWrong = fault !== undefined && (isTried || (fault === 'passed' && level !== ''));
  const placeholder = isChange ? '5' : formatPrice(price, { locale, places });
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={t('price-alert.newAlert')}>
      <MarketLine market={market} symbol={symbol} />
      <Segmented
        label={t('price-alert.direction')}
        value={kind}
        onChange={(next) => {
          if ((next === 'change') !== isChange) setLevel('');
          setKind(next);
        }}
        options={[
          { key: 'above', label: t('price-alert.kindAbove') },
          { key: 'below', label: t('price-alert.kindBelow') },
          { key: 'change', label: t('price-alert.kindChange') },
        ]}
      />
      <div className={styles.level}>
        <IconButton icon={minusIcon} label={t('price-alert.lower')} onPress={() => step(-1)} />
        <BigAmountField
          size="hero"
          name="level"
          label={t(isChange ? 'price-alert.percent' : 'price-alert.price')}
          places={places}
          value={level}
          placeholder={placeholder}
          error={isWrong ? error(fault) : undefined}
          onChange={setLevel}
        />
        <IconButton icon={plusIcon} label={t('price-alert.higher')} onPress={() => step(1)} />
      </div>
      {!isWrong && (
        <p className={styles.distance} aria-live="polite">
          {isChange
            ? t('price-alert.nowChange', { percent: formatChange(change, locale) })
            : distanceText(t, locale, { level, price })}
        </p>
      )}
      <div className={styles.choice}>
        <span>{t('price-alert.howOften')}</span>
        <Segmented
          isSmall
          label={t('price-alert.howOften')}
          value={repeats ? 'each' : 'once'}
          onChange={(next) => setRepeats(next === 'each')}
          options={[
            { key: 'once', label: t('price-alert.once') },
            { key: 'each', label: t('price-alert.each') },
          ]}
        />
      </div>
      <Channels {...{ push, email }} onPush={setPush} onEmail={setEmail} />
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        busyLabel={t('price-alert.setting')}
      >
        {t('price-alert.set')}
      </Button>
      <p className={styles.note}>{t('price-alert.note')}</p>
    </form>
  );
}

const exact = (text: string) => formatDecimal(parseDecimal(text) ?? 0n);

/** One step up or down from the level, or from the price while there is none. */
function stepped(from: {
  level: string;
  price: string | undefined;
  way: 1 | -1;
  isChange: boolean;
  tickSize: string;
}): string {
  const { level, price = '', way, isChange, tickSize } = from;
  const start = parseDecimal(level) ?? parseDecimal(price);
  const unit = parseDecimal(isChange ? CHANGE_BOUNDS.step : tickSize);
  if (start === undefined || unit === undefined) return level;
  const share = isChange ? parseDecimal(CHANGE_STEP)! : ((start / PRICE_STEPS) as typeof start);
  const wide = share > unit ? share : unit;
  const moved = way === 1 ? add(start, wide) : subtract(start, wide);
  const even = (moved - (moved % unit)) as typeof moved;
  return even > 0n ? formatDecimal(even) : level;
}

function distanceText(
  t: ReturnType<typeof useT>,
  locale: string,
  { level, price }: { level: string; price: string | undefined },
): string {
  const distance = distanceTo(level, price);
  const side = sideOf(level, price);
  if (distance === undefined || side === undefined) return '\u00a0';
  return t(`price-alert.${side}Last`, { percent: formatPercent(distance, locale) });
}

function useFaultText(
  { tickSize, pricePlaces }: Instrument,
  { kind, change }: { kind: NewAlert['kind']; change: string | undefined },
) {
  const t = useT();
  const locale = useNumberLocale();
  const { min, max, step } = boundsFor(kind, tickSize);
  const places = kind === 'change' ? undefined : pricePlaces;
  const print = (value: string) => formatPrice(value, { locale, places });
  return (fault: NonNullable<ReturnType<typeof levelFault>>) => {
    if (fault === 'missing') return t('price-alert.missing');
    if (fault === 'bounds') {
      return t('price-alert.bounds', { min: print(min), max: print(max), step: print(step) });
    }
    if (kind === 'above') return t('price-alert.passedAbove');
    if (kind === 'below') return t('price-alert.passedBelow');
    return t('price-alert.passedChange', { percent: formatChange(change, locale) });
  };
}

interface ChannelsProps {
  push: boolean;
  email: boolean;
  onPush: (isOn: boolean) => void;
  onEmail: (isOn: boolean) => void;
}

/** In the app each one is listed. */
function Channels({ push, email, onPush, onEmail }: ChannelsProps) {
  const t = useT();
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    void pushState().then((state) => setBlocked(state === 'denied'));
  }, []);
  return (
    <>
      <div className={styles.choice}>
        <span className={styles.words}>
          <span>{t('price-alert.push')}</span>
          {isBlocked && <small>{t('price-alert.pushBlocked')}</small>}
        </span>
        <Switch look="bare" label={t('price-alert.push')} isOn={push} onChange={onPush} />
      </div>
      <div className={styles.choice}>
        <span>{t('price-alert.email')}</span>
        <Switch look="bare" label={t('price-alert.email')} isOn={email} onChange={onEmail} />
      </div>
      <div className={styles.choice}>
        <span>{t('price-alert.inAppName')}</span>
        <span className={styles.quiet}>{t('price-alert.inbox')}</span>
      </div>
    </>
  );
}
