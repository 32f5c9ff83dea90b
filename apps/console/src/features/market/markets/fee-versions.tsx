/** The versions of a market's fees and of the jump that halts it, and who agreed on each. */
import { percentOf } from '@tern/money';
import { Button, DateText, Inline, Pill, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { hrefOf } from '../../../platform/address.ts';
import { pages } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { useMarketVersions, type MarketVersion } from './api.ts';
import { marketTexts } from './texts.ts';

const { versions: texts } = marketTexts.markets;

type Numbered = MarketVersion & { number: number };

const columns: readonly Column<Numbered>[] = [
  {
    key: 'version',
    head: texts.heads.version,
    cell: ({ number, state }) => (
      <Inline gap={8} align="center">
        <b>{`v${number}`}</b>
        {(state === 'announced' || state === 'proposed') && (
          <Pill kind={state === 'announced' ? 'review' : 'neutral'}>{texts.states[state]}</Pill>
        )}
      </Inline>
    ),
  },
  {
    key: 'maker',
    head: texts.heads.maker,
    isNumber: true,
    cell: ({ makerFee }) => percentOf(makerFee),
  },
  {
    key: 'taker',
    head: texts.heads.taker,
    isNumber: true,
    cell: ({ takerFee }) => percentOf(takerFee),
  },
  {
    key: 'jump',
    head: texts.heads.jump,
    isNumber: true,
    cell: ({ jumpBound }) => percentOf(jumpBound),
  },
  {
    key: 'from',
    head: texts.heads.from,
    cell: ({ effectiveAt, ID }) =>
      ID === null ? texts.listing : <DateText at={effectiveAt} detail="short" />,
  },
  {
    key: 'agreed',
    head: texts.heads.agreed,
    cell: (version) => <People version={version} />,
  },
  { key: 'act', head: '', cell: (version) => <Withdraw version={version} /> },
];

/** Who proposed it and who agreed; a proposal leads to its review. */
function People({ version }: { version: Numbered }) {
  const { proposedBy, agreedBy, reviewId } = version;
  if (proposedBy === null) return null;
  if (agreedBy !== null) return `${proposedBy}, ${agreedBy}`;
  if (reviewId === null) return proposedBy;
  return (
    <>
      {proposedBy}, <a href={hrefOf(pages.queue, { id: String(reviewId) })}>{texts.waits}</a>
    </>
  );
}

/** Takes back a version that is ahead; one person can, because what is in force stays. */
function Withdraw({ version }: { version: Numbered }) {
  const mayWithdraw = usePermission('terms.propose');
  const [isAsked, setAsked] = useState(false);
  const withdraw = useAct('POST /operator/setting/withdraw', () => texts.withdrawn);
  const { ID, state, number } = version;
  if (!mayWithdraw || ID === null || state !== 'announced') return null;
  const end = () => setAsked(false);
  return (
    <>
      <Button isSmall onPress={() => setAsked(true)}>
        {texts.withdraw}
      </Button>
      {isAsked && (
        <ReasonDialog
          isOpen
          question={texts.withdrawQuestion(number)}
          confirmLabel={texts.withdraw}
          confirmKind="danger"
          isBusy={withdraw.isBusy}
          onCancel={end}
          onConfirm={(reason) => withdraw.run({ ID: String(ID), reason }, end)}
        >
          <Text as="p">{texts.withdrawLead}</Text>
        </ReasonDialog>
      )}
    </>
  );
}

export function FeeVersions({ symbol }: { symbol: string }) {
  const query = useMarketVersions(symbol);
  return (
    <Part title={texts.title}>
      <Loaded query={query}>
        {(list) => (
          <Table
            label={texts.title}
            rows={list.map((version, index) => ({ ...version, number: list.length - index }))}
            columns={columns}
            keyOf={({ number }) => number}
          />
        )}
      </Loaded>
    </Part>
  );
}
