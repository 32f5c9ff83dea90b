/** One market: its state and who may change it, figures, sources, terms, halts. */
import { percentOf } from '@tern/money';
import {
  Button,
  Card,
  CoinMark,
  DateText,
  Figures,
  Inline,
  Pill,
  Stack,
  StateBlock,
  Text,
} from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts, KeysHint, Page, Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import { type Halt, type Market, useHalts, useMarkets } from './api.ts';
import { DelistDialog } from './delist-dialog.tsx';
import { DelistingSide } from './delisting-side.tsx';
import { FeeVersions } from './fee-versions.tsx';
import { type HaltAct, HaltDialogs } from './halt-dialogs.tsx';
import { PriceAge } from './price-age.tsx';
import { ProposeFees } from './propose-fees.tsx';
import { StatePill } from './state-pill.tsx';
import { marketTexts } from './texts.ts';
import { nameOf } from './market-list.ts';

const { markets } = marketTexts;
const { acts, heads } = markets;
const none = '---';

export function MarketPage({ symbol }: { symbol: string }) {
  const query = useMarkets();
  const market = query.data?.find((each) => each.symbol === symbol);
  const mayPropose = usePermission('markets.propose');
  const [isProposing, setProposing] = useState(false);
  const [isDelisting, setDelisting] = useState(false);
  return (
    <Page
      back={{ href: hrefOf(pages.markets), label: markets.all }}
      lead={market && <CoinMark symbol={market.base} size={40} />}
      title={market === undefined ? symbol.toUpperCase() : nameOf(market)}
      pills={
        market && (
          <>
            <StatePill state={market.state} />
            <DelistingPill market={market} />
          </>
        )
      }
      side={
        market?.delisting ? (
          <DelistingSide market={market} delisting={market.delisting} />
        ) : undefined
      }
      actions={
        market &&
        mayPropose && (
          <Inline gap={8}>
            {market.delisting === null && (
              <Button isSmall onPress={() => setDelisting(true)}>
                {markets.delist.act}
              </Button>
            )}
            <Button isSmall onPress={() => setProposing(true)}>
              {markets.versions.change}
            </Button>
          </Inline>
        )
      }
      foot={
        <KeysHint
          more={[
            [['H'], markets.keys.halt],
            [['O'], markets.keys.cancelOnly],
            [['A'], markets.keys.confirm],
          ]}
        >
          {markets.rule}
        </KeysHint>
      }
    >
      <Loaded query={query}>
        {() =>
          market === undefined ? (
            <StateBlock kind="empty" title={markets.gone} />
          ) : (
            <>
              <State market={market} />
              <Figures items={figuresOf(market)} isRow isLarge />
              <Sources market={market} />
              <FeeVersions symbol={symbol} />
              <Terms market={market} />
              <Halts symbol={symbol} />
              {isProposing && <ProposeFees market={market} onEnd={() => setProposing(false)} />}
              {isDelisting && <DelistDialog market={market} onEnd={() => setDelisting(false)} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Until it has closed, which its state says. */
function DelistingPill({ market: { delisting } }: { market: Market }) {
  if (delisting === null || delisting.state === 'closed') return null;
  if (delisting.state === 'proposed') return <Pill>{markets.delist.pill.proposed}</Pill>;
  return (
    <Pill kind="review">
      {markets.delist.pill.agreed} <DateText at={delisting.endsAt} detail="short" />
    </Pill>
  );
}

/** What this operator may do now: a halt of another one can be confirmed, any can be ended. */
function useActs({ halt, state }: Market): readonly HaltAct[] {
  const mayAct = usePermission('markets.halt');
  const own = useSession()?.operator.login;
  if (!mayAct || state === 'delisted') return [];
  if (halt === null) return ['cancelOnly', 'halt'];
  if (halt.by === null) return ['reopen', 'halt'];
  return halt.confirmedBy === null && halt.by !== own ? ['reopen', 'confirm'] : ['reopen'];
}

function State({ market }: { market: Market }) {
  const possible = useActs(market);
  const [act, setAct] = useState<HaltAct>();
  const begin = (wanted: HaltAct) => (possible.includes(wanted) ? () => setAct(wanted) : undefined);
  useShortcuts({ h: begin('halt'), o: begin('cancelOnly'), a: begin('confirm') });
  return (
    <Card>
      <Inline gap={16} rowGap={10} align="center" isWrapped>
        <Stack gap={2} isGrown>
          <Text as="h2">{titleOf(market)}</Text>
          <Text as="p" size="label" tone="soft">
            <Explained market={market} />
          </Text>
        </Stack>
        {possible.map((each) => (
          <Button
            key={each}
            isSmall
            kind={each === 'halt' ? 'danger' : each === 'confirm' ? 'primary' : 'outline'}
            onPress={() => setAct(each)}
          >
            {acts[each]}
          </Button>
        ))}
      </Inline>
      <HaltDialogs market={market} act={act} onEnd={() => setAct(undefined)} />
    </Card>
  );
}

function titleOf({ halt, state }: Market): string {
  if (state === 'delisted') return markets.delist.delistedTitle;
  if (halt === null && state === 'cancelOnly') return markets.states.cancelOnly;
  if (halt === null) return state === 'closed' ? markets.closedTitle : markets.openTitle;
  if (halt.by === null) return markets.haltedByJump;
  return halt.mode === 'halted' ? markets.halted(halt.by) : markets.cancelOnly(halt.by);
}

function Explained({ market: { halt, opensAt, state } }: { market: Market }): ReactNode {
  if (state === 'delisted') return markets.delist.delistedText;
  if (halt === null && state === 'cancelOnly') return markets.delist.closingText;
  if (halt === null) {
    const opens = opensAt !== null && (
      <>
        {markets.opens} <DateText at={opensAt} detail="short" />.{' '}
      </>
    );
    return (
      <>
        {opens}
        {markets.openText}
      </>
    );
  }
  const { beganAt, until, message } = halt;
  return (
    <>
      <DateText at={beganAt} detail="short" />
      {', '}
      {until === null ? (
        markets.untilReopened
      ) : (
        <>
          {markets.until} <DateText at={until} detail="short" />
        </>
      )}
      {`. ${whyHalted(halt)} ${markets.membersRead}: “${message}”`}
    </>
  );
}

/** What an operator decides by. */
function whyHalted({ jump, confirmedBy, reason }: Halt): string {
  if (jump !== null) {
    return `${markets.jumped(jump.from, jump.to, percentOf(jump.bound))} ${markets.yoursInstead}`;
  }
  const second = confirmedBy === null ? markets.waitsForSecond : markets.confirmedBy(confirmedBy);
  return `${second} ${heads.reason}: ${reason}.`;
}

function figuresOf({ price, volume, spread, openOrders, minNotional, quote }: Market) {
  const { figures } = markets;
  return [
    {
      label: figures.price,
      value: price === null ? none : <ExactAmount value={price} unit={quote} />,
    },
    { label: figures.volume, value: <ExactAmount value={volume} unit={quote} isQuiet /> },
    { label: figures.spread, value: spread === null ? none : `${spread}%` },
    { label: figures.orders, value: openOrders },
    { label: figures.minimum, value: <ExactAmount value={minNotional} unit={quote} /> },
  ];
}

const sourceColumns: readonly Column<Market['sources'][number]>[] = [
  { key: 'source', head: heads.source, cell: ({ name }) => <b>{name}</b> },
  {
    key: 'state',
    head: heads.state,
    cell: ({ isLive }) => (isLive ? markets.live : markets.silent),
  },
  {
    key: 'age',
    head: heads.age,
    isNumber: true,
    cell: ({ quotedAt }) => <PriceAge at={quotedAt} />,
  },
];

function Sources({ market }: { market: Market }) {
  return (
    <Part title={markets.sourcesTitle} aside={markets.sourcesNote}>
      <Table
        label={markets.sourcesTitle}
        rows={market.sources}
        columns={sourceColumns}
        keyOf={({ name }) => name}
      />
    </Part>
  );
}

function Terms({ market }: { market: Market }) {
  const { terms } = markets;
  const { quote, base, tickSize, lotSize, minNotional, maxNotional, priceBand } = market;
  return (
    <Part title={terms.title}>
      <Facts
        rows={[
          [terms.tick, `${tickSize} ${quote}`],
          [terms.lot, `${lotSize} ${base}`],
          [terms.minimum, <ExactAmount key="min" value={minNotional} unit={quote} />],
          [terms.maximum, <ExactAmount key="max" value={maxNotional} unit={quote} />],
          [terms.band, `±${percentOf(priceBand)}%`],
        ]}
      />
    </Part>
  );
}

const time = (at: string | null) => (at === null ? none : <DateText at={at} detail="short" />);

const haltReason = ({ jump, reason }: Halt) =>
  jump === null ? reason : markets.jumped(jump.from, jump.to, percentOf(jump.bound));

const haltColumns: readonly Column<Halt>[] = [
  { key: 'state', head: heads.state, cell: ({ mode }) => <StatePill state={mode} /> },
  { key: 'began', head: heads.began, cell: ({ beganAt }) => time(beganAt) },
  { key: 'by', head: heads.by, cell: ({ by }) => by ?? markets.byItself },
  { key: 'confirmed', head: heads.confirmed, cell: ({ confirmedBy }) => confirmedBy ?? none },
  {
    key: 'ended',
    head: heads.ended,
    cell: ({ endedAt, endedBy }) => (
      <>
        {time(endedAt)} {endedAt !== null && (endedBy ?? markets.byItself)}
      </>
    ),
  },
  { key: 'reason', head: heads.reason, isLong: true, cell: haltReason },
];

function Halts({ symbol }: { symbol: string }) {
  const query = useHalts(symbol);
  return (
    <Part title={markets.haltsTitle}>
      <Loaded query={query}>
        {(list) => (
          <Table
            label={markets.haltsTitle}
            rows={list}
            columns={haltColumns}
            keyOf={({ beganAt }) => beganAt}
            empty={
              <Text as="p" tone="soft">
                {markets.noHalts}
              </Text>
            }
          />
        )}
      </Loaded>
    </Part>
  );
}
