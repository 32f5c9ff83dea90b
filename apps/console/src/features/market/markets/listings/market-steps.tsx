/** The steps of the market: sizes and bounds, where its price comes from, fees, and when it opens. */
import { AmountField, Note, Select, Text } from '@tern/ui';
import { TimeField } from '../../../../kernel/start-time.tsx';
import type { StepProps } from './coin-steps.tsx';
import { CoinUses, unpricedUses } from './coin-uses.tsx';
import type { MarketDraft } from './draft.ts';
import styles from './steps.module.css';
import { listingTexts as texts } from './texts.ts';

const PLACES = 18;
/** Of percent points. */
const PERCENT_PLACES = 4;
const CURRENCIES = ['USDT', 'USD', 'EUR', 'BTC', 'ETH'];

interface FieldLook {
  readonly label: string;
  readonly unit: string;
  readonly places: number;
  readonly hint?: string;
}

type AmountKey = Exclude<keyof MarketDraft, 'base' | 'currency' | 'feed'>;

function looksOf({ base, currency }: MarketDraft): Record<AmountKey, FieldLook> {
  const percent = { unit: '%', places: PERCENT_PLACES };
  const { market, fees } = texts;
  return {
    step: { label: market.step, unit: currency, places: PLACES, hint: market.stepHint },
    lot: { label: market.lot, unit: base, places: PLACES, hint: market.stepHint },
    smallest: { label: market.smallest, unit: currency, places: PLACES },
    largest: { label: market.largest, unit: currency, places: PLACES },
    farthest: {
      ...percent,
      label: market.farthest,
      unit: market.farthestUnit,
      hint: market.farthestHint,
    },
    jump: { ...percent, label: market.jump, unit: market.jumpUnit, hint: market.jumpHint },
    maker: { ...percent, label: fees.maker },
    taker: { ...percent, label: fees.taker },
  };
}

interface AmountsProps {
  readonly market: MarketDraft;
  readonly fields: readonly AmountKey[];
  onChange(market: MarketDraft): void;
}

function Amounts({ market, fields, onChange }: AmountsProps) {
  const looks = looksOf(market);
  return (
    <div className={styles.pair}>
      {fields.map((field) => {
        const { hint, ...look } = looks[field];
        return (
          <div key={field}>
            <AmountField
              {...look}
              name={field}
              value={market[field]}
              onChange={(value) => onChange({ ...market, [field]: value })}
            />
            {hint !== undefined && (
              <Text as="p" size="label" tone="soft">
                {hint}
              </Text>
            )}
          </div>
        );
      })}
    </div>
  );
}

export function MarketStep({ draft, choices, onChange }: StepProps) {
  const { market } = draft;
  if (market === null) return <Note>{texts.market.none}</Note>;
  const put = (next: MarketDraft) => onChange({ ...draft, market: next });
  const listed = CURRENCIES.filter((code) => choices.coins.some((coin) => coin.code === code));
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={texts.market.currency}
          name="currency"
          options={listed.map((code) => ({ key: code, label: code }))}
          value={market.currency}
          onChange={(currency) => put({ ...market, currency })}
        />
      </div>
      <Amounts
        market={market}
        fields={['step', 'lot', 'smallest', 'largest', 'farthest', 'jump']}
        onChange={put}
      />
    </>
  );
}

export function SourcesStep({ draft, choices, onChange }: StepProps) {
  const { coin, market } = draft;
  if (market === null)
    return (
      <>
        <Note>{texts.market.none}</Note>
        <CoinUses draft={draft} onChange={onChange} />
      </>
    );
  const { feed } = market;
  const choose = (key: MarketDraft['feed']) => {
    const uses = coin === null || key === 'sources' ? undefined : unpricedUses(coin);
    onChange({
      ...draft,
      coin: coin && { ...coin, ...(uses && { uses }) },
      market: { ...market, feed: key },
    });
  };
  return (
    <>
      <Select
        label={texts.sources.pricedBy}
        name="feed"
        options={(['members', 'sources'] as const).map((key) => ({
          key,
          label: texts.sources.options[key],
        }))}
        value={feed}
        onChange={choose}
      />
      <Note>{texts.sources[feed]}</Note>
      <Text as="p" tone="soft">
        {choices.sources.length === 0 ? texts.sources.none : choices.sources.join(', ')}{' '}
        {texts.sources.nobody}
      </Text>
      <CoinUses draft={draft} onChange={onChange} />
    </>
  );
}

export function FeesStep({ draft, onChange }: StepProps) {
  const { market } = draft;
  if (market === null) return <Note>{texts.market.none}</Note>;
  return (
    <>
      <Amounts
        market={market}
        fields={['maker', 'taker']}
        onChange={(next) => onChange({ ...draft, market: next })}
      />
      <Text as="p" size="label" tone="soft">
        {texts.fees.hint}
      </Text>
    </>
  );
}

export function OpeningStep({ draft, onChange }: StepProps) {
  return (
    <>
      <TimeField
        label={texts.opening.at}
        name="startsAt"
        value={draft.startsAt}
        onChange={(startsAt) => onChange({ ...draft, startsAt })}
      />
      <Text as="p" size="label" tone="soft">
        {texts.opening.hint}
      </Text>
    </>
  );
}
