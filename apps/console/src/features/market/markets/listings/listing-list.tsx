/** Listings above the markets: drafts, those that wait, and what became of the last ones. */
import { CoinMark, DateText, Inline } from '@tern/ui';
import { Part } from '../../../../kernel/page.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { type Column, Table } from '../../../../kernel/table.tsx';
import { hrefOf } from '../../../../platform/address.ts';
import { type Listing, useListings } from './api.ts';
import { logoOfDraft, nameOfDraft } from './draft.ts';
import { ListingPill } from './listing-page.tsx';
import { listingTexts as texts } from './texts.ts';

const { heads } = texts;

const columns: readonly Column<Listing>[] = [
  {
    key: 'what',
    head: heads.what,
    cell: ({ draft }) => (
      <Inline gap={8} align="center">
        <CoinMark
          symbol={draft.market?.base || draft.coin?.code || '?'}
          logo={logoOfDraft(draft)}
          size={24}
        />
        <b>{nameOfDraft(draft) ?? texts.untitled}</b>
      </Inline>
    ),
  },
  {
    key: 'state',
    head: heads.state,
    isLong: true,
    cell: (listing) => <ListingPill listing={listing} />,
  },
  { key: 'by', head: heads.by, cell: ({ startedBy }) => startedBy },
  {
    key: 'saved',
    head: heads.saved,
    isNumber: true,
    cell: ({ endedAt, savedAt }) => <DateText at={endedAt ?? savedAt} detail="short" />,
  },
];

/** Nothing without any. */
export function ListingList() {
  const { data = [] } = useListings();
  if (data.length === 0) return null;
  return (
    <Part title={texts.title}>
      <Table
        label={texts.title}
        rows={data}
        columns={columns}
        keyOf={({ ID }) => String(ID)}
        hrefOf={({ ID }) => hrefOf(pages.markets, { listing: String(ID) })}
      />
    </Part>
  );
}
