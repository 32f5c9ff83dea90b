/** Beside a draft: how a member will see the market, markets to compare with, and what will happen when it is proposed. */
import {
  type Amount,
  formatDecimal,
  ONE,
  parseDecimal,
  percentOf,
  portion,
  type Rate,
  ratio,
} from '@tern/money';
import { Card, CoinMark, DateText, Inline, Stack, Text } from '@tern/ui';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { Facts, Part } from '../../../../kernel/page.tsx';
import { type Column, Table } from '../../../../kernel/table.tsx';
import { type Market, useMarkets } from '../api.ts';
import { nameOf } from '../market-list.ts';
import { type Draft, logoOfDraft } from './draft.ts';
import styles from './steps.module.css';
import { listingTexts as texts } from './texts.ts';

const { seen, compared, happens } = texts;
const COMPARED = 4;
/** A hundred thousandth of a percent. */
const SHARE_STEP = ONE / 10_000_000n;

/** Of the smallest order; undefined while one of the two numbers is unfinished. */
function feeOf(smallest: string, percent: string): string | undefined {
  const [amount, taker] = [parseDecimal(smallest), parseDecimal<Rate>(percent)];
  if (amount === undefined || taker === undefined) return undefined;
  return formatDecimal(portion(amount, taker, 'up') / 100n);
}

/** Percent of the price, with the places that matter; undefined without a price. */
function tickShare(tickSize: string, price: string | null): string | undefined {
  const [tick, last] = [parseDecimal(tickSize), parseDecimal(price ?? '')];
  if (tick === undefined || last === undefined || last <= 0n) return undefined;
  const share = ratio(tick, last, 'up') - (ratio(tick, last, 'up') % SHARE_STEP);
  return percentOf(formatDecimal(share));
}

export function Seen({ draft }: { draft: Draft }) {
  const { coin, market, startsAt } = draft;
  const code = market?.base ?? coin?.code ?? '';
  const smallest = parseDecimal<Amount>(market?.smallest ?? '');
  const fee = feeOf(market?.smallest ?? '', market?.taker ?? '');
  return (
    <Part title={seen.title}>
      <Card>
        <Stack gap={8}>
          <Inline gap={10} align="center">
            <CoinMark symbol={code === '' ? '?' : code} logo={logoOfDraft(draft)} size={36} />
            <div>
              <b>{market === null ? code : `${code}/${market.currency}`}</b>
              <Text as="p" size="label" tone="soft">
                {coin?.name}{' '}
                {startsAt !== '' && (
                  <>
                    {seen.opens} <DateText at={startsAt} detail="short" />
                  </>
                )}
              </Text>
            </div>
          </Inline>
          <Facts
            rows={[
              ...(market === null
                ? []
                : ([
                    [seen.price, market.feed === 'members' ? seen.byTrades : seen.bySources],
                    [
                      seen.smallest,
                      smallest === undefined ? (
                        seen.noPrice
                      ) : (
                        <ExactAmount
                          key="smallest"
                          value={market.smallest}
                          unit={market.currency}
                        />
                      ),
                    ],
                    [seen.fee, fee === undefined ? seen.noPrice : `${fee} ${market.currency}`],
                  ] as const)),
              ...(coin === null || coin.networks.length === 0
                ? []
                : ([
                    [seen.networks, coin.networks.map(({ network }) => network).join(', ')],
                  ] as const)),
            ]}
          />
        </Stack>
      </Card>
    </Part>
  );
}

const columns: readonly Column<Market>[] = [
  { key: 'market', head: compared.heads.market, cell: nameOf },
  {
    key: 'tick',
    head: compared.heads.tick,
    isNumber: true,
    cell: ({ tickSize, price }) => tickShare(tickSize, price) ?? seen.noPrice,
  },
  {
    key: 'minimum',
    head: compared.heads.minimum,
    isNumber: true,
    cell: ({ minNotional, quote }) => <ExactAmount value={minNotional} unit={quote} isQuiet />,
  },
];

/** Those paid in the same currency with the finest ticks last, as the list has them. */
export function Compared({ currency }: { currency: string }) {
  const { data = [] } = useMarkets();
  const rows = data.filter(({ quote, state }) => quote === currency && state === 'open');
  if (rows.length === 0) return null;
  return (
    <Part title={compared.title}>
      <Table
        label={compared.title}
        rows={rows.slice(0, COMPARED)}
        columns={columns}
        keyOf={({ symbol }) => symbol}
      />
      <Text as="p" size="label" tone="soft">
        {compared.note}
      </Text>
    </Part>
  );
}

export function Happens({ opensAt }: { opensAt: string }) {
  const at = opensAt === '' ? null : <DateText at={opensAt} detail="short" />;
  return (
    <Part title={happens.title}>
      <ol className={styles.happens}>
        <li>{happens.asked}</li>
        <li>{happens.agreed}</li>
        <li>
          {happens.again}
          <small>{happens.againNote}</small>
        </li>
        <li>
          {happens.opens}
          <small>{at}</small>
        </li>
      </ol>
      <Text as="p" size="label" tone="soft">
        {happens.until}
      </Text>
    </Part>
  );
}
