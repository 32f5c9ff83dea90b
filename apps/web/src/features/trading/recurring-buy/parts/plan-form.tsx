/** The form of a plan: sum, split, rhythm; and a sentence that says what will happen before it is started or changed. */
import {
  BigAmountField,
  Button,
  CtaBar,
  formatAmount,
  formatDate,
  formatPercent,
  Stack,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { formatDecimal, parseDecimal } from '@tern/money';
import { type FormEvent, useState } from 'react';
import { useOwnFees } from '../../../../kernel/own-fees.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { changePlan, type NewPlan, type Plan, startPlan } from '../api.ts';
import { AMOUNT_BOUNDS, amountFault, firstDate, partOf } from '../plan-draft.ts';
import { PLACES, usePlanTexts } from '../use-plan-texts.ts';
import { RhythmCard } from './rhythm-card.tsx';
import { SplitCard } from './split-card.tsx';

export interface PlanFormProps {
  initial: NewPlan;
  /** Of the plan that is changed; undefined for a new one. */
  id: number | undefined;
  /** Those that can be bought with USDT. */
  markets: readonly Instrument[];
  /** In USDT. */
  available: string | undefined;
  onDone: (plan: Plan) => void;
}

export function PlanForm({ initial, id, markets, available, onDone }: PlanFormProps) {
  const t = useT();
  const texts = usePlanTexts();
  const locale = useNumberLocale();
  const [plan, setPlan] = useState(initial);
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const change = (changes: Partial<NewPlan>) => {
    setPlan({ ...plan, ...changes });
    setRefused(undefined);
  };
  const amount = String(plan.amount);
  const fault = useFault(plan, markets);
  const isWrong = fault !== undefined && (isTried || amountFault(amount) === 'bounds');
  const { submit, isBusy, isOff } = useSubmit({
    send: (sent: NewPlan, key) => (id === undefined ? startPlan(sent, key) : changePlan(id, sent)),
    onDone,
    onRefused: ({ refusal, msg }) => {
      if (refusal !== 'out-of-bounds' || msg === '') return false;
      setRefused(msg);
      return true;
    },
    movesMoney: true,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === undefined) submit({ ...plan, amount: formatDecimal(parseDecimal(amount)!) });
  };
  const rhythm = texts.rhythm(plan);
  const label = {
    amount: formatAmount(amount === '' ? '0' : amount, { locale, places: PLACES }),
    rhythm,
  };
  return (
    <form onSubmit={send} noValidate aria-label={t('recurring-buy.formName')}>
      <Stack gap={12}>
        <BigAmountField
          size="hero"
          name="amount"
          label={t('recurring-buy.amount')}
          places={PLACES}
          value={amount}
          placeholder="0.00"
          error={refused ?? (isWrong ? fault : undefined)}
          onChange={(next) => change({ amount: next })}
        />
        <Text align="center" size="label" tone="soft">
          {t('recurring-buy.eachTime', {
            available: formatAmount(available, { locale, places: PLACES }),
          })}
        </Text>
        <SplitCard
          amount={amount}
          parts={plan.coins}
          markets={markets}
          onChange={(coins) => change({ coins })}
        />
        <RhythmCard plan={plan} onChange={change} />
        <Sentence plan={plan} markets={markets} isChange={id !== undefined} />
      </Stack>
      <CtaBar>
        <Button
          kind="primary"
          type="submit"
          isFull
          isBusy={isBusy}
          isDisabled={isOff}
          busyLabel={t('recurring-buy.saving')}
        >
          {id === undefined ? t('recurring-buy.start', label) : t('recurring-buy.save')}
        </Button>
      </CtaBar>
    </form>
  );
}

interface SentenceProps {
  plan: NewPlan;
  markets: readonly Instrument[];
  isChange: boolean;
}

/** What will happen, and the worst of it. */
function Sentence({ plan, markets, isChange }: SentenceProps) {
  const t = useT();
  const texts = usePlanTexts();
  const locale = useNumberLocale();
  const parts = plan.coins.map(({ symbol, share }) => {
    const amount = texts.sum(formatDecimal(partOf(plan.amount, share)));
    return t('recurring-buy.part', { coin: baseOf(markets, symbol), amount });
  });
  const [openedAt] = useState(() => Date.now());
  const [first] = plan.coins;
  const fee = useOwnFees(markets.find(({ symbol }) => symbol === first?.symbol))?.takerFee ?? '0';
  return (
    <div aria-live="polite">
      <Text tone="soft">
        {t('recurring-buy.sentence', {
          date: formatDate(firstDate(plan, openedAt), { locale, detail: 'day', timeZone: 'UTC' }),
          rhythm: texts.rhythm(plan),
          time: plan.time,
          parts: new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts),
          fee: formatPercent(formatDecimal(parseDecimal(fee)! * 100n), locale),
        })}
      </Text>
      <Text size="cap" tone="faint" top={6}>
        {t('recurring-buy.worst')} {isChange && t('recurring-buy.holdsFromNext')}
      </Text>
    </div>
  );
}

const baseOf = (markets: readonly Instrument[], of: string) =>
  markets.find(({ symbol }) => symbol === of)?.base ?? of.toUpperCase();

/** What is wrong with the sum, or with the part of a coin. */
function useFault({ amount, coins }: NewPlan, markets: readonly Instrument[]): string | undefined {
  const t = useT();
  const texts = usePlanTexts();
  const fault = amountFault(amount);
  if (fault === 'missing') return t('recurring-buy.missing');
  if (fault === 'bounds') {
    const { min, max } = AMOUNT_BOUNDS;
    return t('recurring-buy.bounds', { min: texts.sum(min), max: texts.sum(max) });
  }
  for (const { symbol, share } of coins) {
    const market = markets.find((each) => each.symbol === symbol);
    if (market === undefined || partOf(amount, share) >= parseDecimal(market.minNotional)!)
      continue;
    return t('recurring-buy.partMin', { coin: market.base, min: texts.sum(market.minNotional) });
  }
  return undefined;
}
