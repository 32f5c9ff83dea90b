/** What was traded in 30 days and what it cost, with the way to the next level. */
import {
  AmountText,
  amountPlaces,
  Card,
  formatAmount,
  Icon,
  infoIcon,
  Inline,
  KeyValue,
  KeyValues,
  ProgressBar,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { feesOf, type FeeLevel, nextLevelOf } from '../view-model.ts';

const PLACES = amountPlaces('USDT', 6);

function useUsdt(): (value: string) => string {
  const locale = useNumberLocale();
  return (value) => formatAmount(value, { locale, places: PLACES });
}

export function TradedCard({ own }: { own: FeeLevel }) {
  const t = useT();
  const usdt = useUsdt();
  const next = nextLevelOf(own);
  const isNothing = Number(own.traded) === 0;
  const amount = (value: string, unit?: string) => (
    <AmountText value={value} places={PLACES} {...(unit && { unit })} />
  );
  return (
    <Card>
      <Inline justify="between" isWrapped gap={12} rowGap={2} size="label" tone="soft">
        <span>{t('fee-level.traded')}</span>
        {next && (
          <span>{t('fee-level.nextAt', { level: next.level, amount: usdt(next.from) })}</span>
        )}
      </Inline>
      <Inline justify="between" align="baseline" isWrapped gap={12} rowGap={2} top={2}>
        <Text as="span" size="title">
          {amount(own.traded, 'USDT')}
        </Text>
        {next && (
          <Text as="span" size="label" tone="soft">
            {t('fee-level.toGo', { amount: usdt(next.toGo) })}
          </Text>
        )}
      </Inline>
      <Text as="div" top={10}>
        <ProgressBar
          value={next === undefined ? 1 : Number(own.traded)}
          max={next === undefined ? 1 : Number(next.from)}
          label={
            next === undefined
              ? t('fee-level.highest')
              : t('fee-level.progress', { traded: usdt(own.traded), from: usdt(next.from) })
          }
        />
      </Text>
      {isNothing ? (
        <Text size="label" tone="soft" top={12}>
          {t('fee-level.nothing')}
        </Text>
      ) : (
        <Text as="div" top={8}>
          <KeyValues>
            <KeyValue name={t('fee-level.waited')} value={amount(own.waited)} />
            <KeyValue name={t('fee-level.atOnce')} value={amount(own.atOnce)} />
            <KeyValue name={t('fee-level.swaps')} value={amount(own.swapped)} />
            <KeyValue isTotal name={t('fee-level.fees')} value={amount(feesOf(own), 'USDT')} />
          </KeyValues>
        </Text>
      )}
      <Inline gap={8} top={10} size="cap" tone="soft">
        <Icon of={infoIcon} size={16} />
        <span>{t('fee-level.notCounted')}</span>
      </Inline>
    </Card>
  );
}

/** What the next level would have saved and what it costs to get there, and what no longer counts tomorrow. */
export function NextSentence({ own }: { own: FeeLevel }) {
  const t = useT();
  const usdt = useUsdt();
  const next = nextLevelOf(own);
  const sentences = [
    next?.saving &&
      t('fee-level.would', {
        level: next.level,
        cost: usdt(next.saving.cost),
        less: usdt(next.saving.less),
      }),
    next?.saving &&
      Number(next.toGo) > 0 &&
      t('fee-level.toGet', { amount: usdt(next.toGo), fee: usdt(next.costToGet) }),
    Number(own.ending) > 0 && t('fee-level.ending', { amount: usdt(own.ending) }),
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <Text size="label" tone="soft">
      {sentences.join(' ')}
    </Text>
  );
}
