/** A listing: its draft while it is one, afterwards what became of it. */
import {
  Button,
  CoinMark,
  DateText,
  Inline,
  Note,
  Pill,
  type PillKind,
  StateBlock,
  Text,
} from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../../kernel/act.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { Facts, Page, Part } from '../../../../kernel/page.tsx';
import { openReview, pages } from '../../../../kernel/pages.ts';
import { ReasonDialog } from '../../../../kernel/reason.tsx';
import { usePermission } from '../../../../kernel/session.ts';
import { useMoment } from '../../../../kernel/start-time.tsx';
import { texts as all } from '../../../../kernel/texts.ts';
import { goTo, hrefOf } from '../../../../platform/address.ts';
import { type Listing, useChoices, useListings } from './api.ts';
import { DraftPage } from './draft-page.tsx';
import { logoOfDraft, nameOfDraft, usesOf } from './draft.ts';
import { langName } from './coin-names.tsx';
import { Seen } from './listing-side.tsx';
import { listingTexts as texts } from './texts.ts';

const { ended } = texts;

/** Later than now, until the operator chooses. */
const MOVED_BY_MS = 24 * 60 * 60 * 1_000;

const kinds: Record<Listing['state'], PillKind> = {
  draft: 'neutral',
  proposed: 'review',
  agreed: 'review',
  waiting: 'bad',
  opened: 'done',
  stopped: 'bad',
  refused: 'neutral',
  withdrawn: 'neutral',
  discarded: 'neutral',
};

export function ListingPill({ listing: { state, opensAt } }: { listing: Listing }) {
  return (
    <Pill kind={kinds[state]}>
      {texts.states[state]}{' '}
      {state === 'agreed' && opensAt !== null && <DateText at={opensAt} detail="short" />}
    </Pill>
  );
}

/** `listing`: its id, or "new". */
export function ListingPage({ listing: id }: { listing: string }) {
  const query = useListings();
  const choices = useChoices();
  const mayWrite = usePermission('markets.propose');
  const back = { href: hrefOf(pages.markets), label: texts.all };
  const listing = query.data?.find(({ ID }) => String(ID) === id);
  const isDraft = id === 'new' || listing?.state === 'draft';
  if (isDraft && mayWrite && choices.data !== undefined) {
    return <DraftPage listing={listing} choices={choices.data} />;
  }
  if (listing !== undefined && !(isDraft && mayWrite)) {
    return <Kept listing={listing} mayWrite={mayWrite} />;
  }
  const gone = () => <StateBlock kind="empty" title={texts.gone} />;
  return (
    <Page back={back} title={texts.title}>
      {isDraft ? <Loaded query={choices}>{gone}</Loaded> : <Loaded query={query}>{gone}</Loaded>}
    </Page>
  );
}

function Kept({ listing, mayWrite }: { listing: Listing; mayWrite: boolean }) {
  const { ID, draft, state, reason, proposedBy, failed } = listing;
  const { opensAt, agreedAt, recheckedAt, endedAt } = listing;
  const name = nameOfDraft(draft) ?? texts.untitled;
  const time = (at: string | null) => (at === null ? '---' : <DateText at={at} detail="short" />);
  return (
    <Page
      back={{ href: hrefOf(pages.markets), label: texts.all }}
      lead={
        <CoinMark
          symbol={draft.market?.base ?? draft.coin?.code ?? '?'}
          logo={logoOfDraft(draft)}
          size={40}
        />
      }
      title={texts.titleOf(name)}
      pills={<ListingPill listing={listing} />}
      line={texts.startedBy(listing.startedBy)}
      actions={mayWrite && <Acts listing={listing} name={name} />}
      side={<Seen draft={draft} />}
    >
      {state === 'stopped' && (
        <Note kind="warn">
          <Text as="p">{ended.stopped}</Text>
          <FailedList failed={failed} />
        </Note>
      )}
      {state === 'waiting' && (
        <Note kind="warn">
          <Text as="p">{ended.waiting}</Text>
          <FailedList failed={failed} />
          <Text as="p">{ended.waitingNote}</Text>
        </Note>
      )}
      <Facts
        rows={[
          [ended.reason, reason ?? '---'],
          [ended.proposedBy, proposedBy ?? '---'],
          [ended.agreedAt, time(agreedAt)],
          [ended.opensAt, time(opensAt)],
          [ended.recheckedAt, time(recheckedAt)],
          [ended.endedAt, time(endedAt)],
        ]}
      />
      <Part title={ended.terms}>
        <Facts key={ID} rows={termsOf(listing)} />
      </Part>
    </Page>
  );
}

function FailedList({ failed }: { failed: readonly string[] }) {
  return (
    <ul>
      {failed.map((check) => (
        <li key={check}>{all.checks[check]?.[1] ?? check}</li>
      ))}
    </ul>
  );
}

/** Every term, with the names of the form. */
function termsOf({ draft: { coin, market } }: Listing): [string, string][] {
  const { network: networkTexts } = texts;
  const networks = coin?.networks ?? [];
  return [
    ...(coin === null
      ? []
      : ([
          [texts.coin.code, coin.code],
          [texts.coin.name, coin.name],
          [texts.coin.scale, coin.scale],
          [
            texts.uses.title,
            usesOf(coin)
              .map((use) => texts.uses.names[use])
              .join(', ') || ended.noUses,
          ],
          ...Object.entries(coin.names ?? {}).map(([lang, name]) => [langName(lang), name]),
        ] as [string, string][])),
    ...networks.flatMap(({ network, contract, ...amounts }) => [
      ...Object.entries(amounts).map(([field, value]): [string, string] => [
        `${network}: ${networkTexts[field as keyof typeof amounts]}`,
        value,
      ]),
      [`${network}: ${networkTexts.contract}`, contract === '' ? '---' : contract] as [
        string,
        string,
      ],
    ]),
    ...(market === null
      ? []
      : ([
          [texts.market.currency, market.currency],
          [texts.market.step, market.step],
          [texts.market.lot, market.lot],
          [texts.market.smallest, market.smallest],
          [texts.market.largest, market.largest],
          [texts.market.farthest, `${market.farthest}%`],
          [texts.market.jump, `${market.jump}%`],
          [texts.fees.maker, `${market.maker}%`],
          [texts.fees.taker, `${market.taker}%`],
          [texts.sources.pricedBy, texts.sources.options[market.feed]],
        ] as [string, string][])),
  ];
}

function Acts({ listing, name }: { listing: Listing; name: string }) {
  const { ID, state, draft, reviewId } = listing;
  const [isAsked, setAsked] = useState(false);
  const copy = useAct('POST /operator/listing/save', () => ended.copied);
  const withdraw = useAct('POST /operator/listing/withdraw', () => ended.withdrawn);
  if (state === 'proposed' && reviewId !== null) {
    return (
      <Button isSmall onPress={() => openReview({ reviewId })}>
        {ended.review}
      </Button>
    );
  }
  if (state === 'agreed' || state === 'waiting') {
    return (
      <Inline gap={8} isWrapped>
        <Move listing={listing} name={name} />
        <Button isSmall onPress={() => setAsked(true)}>
          {ended.withdraw}
        </Button>
        <ReasonDialog
          isOpen={isAsked}
          question={ended.withdrawQuestion(name)}
          confirmLabel={ended.withdraw}
          confirmKind="danger"
          isBusy={withdraw.isBusy}
          onCancel={() => setAsked(false)}
          onConfirm={(reason) => withdraw.run({ ID, reason }, () => setAsked(false))}
        >
          <Text as="p">{ended.withdrawLead}</Text>
        </ReasonDialog>
      </Inline>
    );
  }
  if (state !== 'stopped' && state !== 'refused' && state !== 'withdrawn') return null;
  return (
    <Button
      isSmall
      isBusy={copy.isBusy}
      onPress={() =>
        copy.run({ draft: { ...draft, startsAt: '' } }, (made) =>
          goTo(pages.markets, { listing: String(made.ID) }),
        )
      }
    >
      {ended.copy}
    </Button>
  );
}

/** Another time: proposed here, agreed to in the queue. */
function Move({ listing: { ID, move }, name }: { listing: Listing; name: string }) {
  const [isAsked, setAsked] = useState(false);
  const moment = useMoment({ label: ended.moveAt, name: 'startsAt', inMs: MOVED_BY_MS });
  const propose = useAct('POST /operator/listing/move', () => ended.moved);
  if (move !== null) {
    return (
      <Button isSmall onPress={() => openReview({ reviewId: move.reviewId })}>
        {ended.moveReview}
      </Button>
    );
  }
  return (
    <>
      <Button isSmall onPress={() => setAsked(true)}>
        {ended.move}
      </Button>
      <ReasonDialog
        isOpen={isAsked}
        question={ended.moveQuestion(name)}
        confirmLabel={ended.move}
        isBusy={propose.isBusy}
        onCancel={() => setAsked(false)}
        onConfirm={(reason) => {
          if (moment.at !== undefined) propose.run({ ID, startsAt: moment.at, reason }, openReview);
        }}
      >
        <Text as="p">{ended.moveLead}</Text>
        {moment.field}
      </ReasonDialog>
    </>
  );
}
