/** The delisting of a market beside it: its dates, what members read, whom it concerns, and how it is withdrawn. */
import { Button, DateText, Note, Stack, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Delisting, type Market, useDelistingImpact } from './api.ts';
import { ImpactFacts, membersRead } from './delist-dialog.tsx';
import { nameOf } from './market-list.ts';
import { marketTexts } from './texts.ts';

const { delist: texts } = marketTexts.markets;

const time = (at: string) => <DateText at={at} detail="short" />;

export function DelistingSide({ market, delisting }: { market: Market; delisting: Delisting }) {
  const { ordersUntil, endsAt, withdrawalsUntil, agreedAt, reason } = delisting;
  return (
    <>
      <Part title={texts.title}>
        <Stack gap={8}>
          <Text as="p" size="label" tone="soft">
            {texts.proposedBy(delisting.proposedBy)} {time(delisting.proposedAt)}. {reason}
          </Text>
          <Facts
            rows={[
              [
                texts.agreed,
                agreedAt === null ? <Waits key="agreed" delisting={delisting} /> : time(agreedAt),
              ],
              [texts.ordersUntil, time(ordersUntil)],
              [texts.endsAt, time(endsAt)],
              [
                texts.withdrawalsUntil,
                withdrawalsUntil === null ? texts.coinStays : time(withdrawalsUntil),
              ],
            ]}
          />
          <Withdraw market={market} delisting={delisting} />
        </Stack>
      </Part>
      <Part title={texts.members}>
        <Note>{membersRead(market, delisting)}</Note>
      </Part>
      <Concerned market={market} />
    </>
  );
}

function Waits({ delisting: { reviewId } }: { delisting: Delisting }) {
  if (reviewId === null) return texts.waits;
  return <a href={hrefOf(pages.queue, { id: String(reviewId) })}>{texts.waits}</a>;
}

function Concerned({ market: { symbol, base } }: { market: Market }) {
  const query = useDelistingImpact(symbol);
  return (
    <Part title={texts.concerned}>
      <Loaded query={query}>{(impact) => <ImpactFacts impact={impact} base={base} />}</Loaded>
    </Part>
  );
}

/** One person can, because the market stays as it is. */
function Withdraw({ market, delisting }: { market: Market; delisting: Delisting }) {
  const mayWithdraw = usePermission('markets.propose');
  const [isAsked, setAsked] = useState(false);
  const withdraw = useAct('POST /operator/market/withdrawDelisting', () => texts.withdrawn);
  const hasBegun = market.state === 'cancelOnly' && market.halt === null;
  if (!mayWithdraw || delisting.state !== 'agreed' || hasBegun) return null;
  const end = () => setAsked(false);
  return (
    <>
      <Button isSmall onPress={() => setAsked(true)}>
        {texts.withdraw}
      </Button>
      {isAsked && (
        <ReasonDialog
          isOpen
          question={texts.withdrawQuestion(nameOf(market))}
          confirmLabel={texts.withdraw}
          isBusy={withdraw.isBusy}
          onCancel={end}
          onConfirm={(reason) => withdraw.run({ symbol: market.symbol, reason }, end)}
        >
          <Text as="p">{texts.withdrawLead}</Text>
        </ReasonDialog>
      )}
    </>
  );
}
