/** The treasury for products, and what running orders are still owed by day. */
import { Button, DateText, Note, Text } from '@tern/ui';
import { useState } from 'react';
import { amountInWords, Figure } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { Part, Page } from '../../../kernel/page.tsx';
import { useIsLive } from '../../../kernel/mode.ts';
import { usePermission } from '../../../kernel/session.ts';
import { Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import { type Treasury, type TreasuryRow, useTreasury } from './api.ts';
import { FundDialog } from './fund-dialog.tsx';
import { TreasuryMoney } from './treasury-money.tsx';
import { Owed } from './obligation-bars.tsx';
import { missingOf } from './view-model.ts';
import { texts } from '../../../kernel/texts.ts';
import { productTexts } from './texts.ts';

export function TreasuryPage() {
  const { products: labels } = productTexts;
  const treasury = useTreasury();
  const isLive = useIsLive();
  const mayPropose = usePermission('products.propose');
  const mayReadTransfers = usePermission('transfers.read');
  const [isFunding, setFunding] = useState(false);
  return (
    <Page
      back={{ href: hrefOf(pages.products), label: labels.back }}
      title={labels.treasuryTitle}
      line={labels.position.note}
      actions={
        mayPropose && (
          <Button isSmall onPress={() => setFunding(true)}>
            {isLive ? labels.position.fundLive : labels.position.fund}
          </Button>
        )
      }
    >
      <Loaded query={treasury}>
        {(data) => (
          <>
            <Owed treasury={data} />
            <Position treasury={data} />
            {isLive && mayReadTransfers && <TreasuryMoney />}
          </>
        )}
      </Loaded>
      {isFunding && <FundDialog onEnd={() => setFunding(false)} />}
    </Page>
  );
}

function Position({ treasury: { house } }: { treasury: Treasury }) {
  const { position: labels } = productTexts.products;
  const { heads } = labels;
  return (
    <Part title={labels.title}>
      {house
        .filter((row) => missingOf(row) !== '0')
        .map((row) => (
          <Note key={`${row.account} ${row.coinname}`} kind="warn">
            {labels.missing(
              texts.exchangeAccounts[row.account],
              amountInWords(missingOf(row), row.coinname),
            )}
            {row.since !== null && (
              <>
                {labels.since} <DateText at={row.since} detail="short" />
              </>
            )}
          </Note>
        ))}
      <Table
        label={labels.title}
        rows={house}
        keyOf={({ account, coinname }) => `${account} ${coinname}`}
        empty={
          <Text size="label" tone="soft">
            {labels.none}
          </Text>
        }
        columns={[
          {
            key: 'account',
            head: heads.account,
            cell: ({ account }) => texts.exchangeAccounts[account],
          },
          { key: 'coin', head: heads.coin, cell: ({ coinname }) => coinname },
          ...(['total', 'reserved', 'free'] as const).map((key) => ({
            key,
            head: heads[key],
            isNumber: true,
            cell: (row: TreasuryRow) => <Figure value={row[key]} unit={row.coinname} isBlankZero />,
          })),
          {
            key: 'missing',
            head: heads.missing,
            isNumber: true,
            cell: (row) => <Figure value={missingOf(row)} unit={row.coinname} isBlankZero />,
          },
        ]}
      />
    </Part>
  );
}
