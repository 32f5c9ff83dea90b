/** The last moves of revenue and capital; a row opens its review. */
import { DateText, Pill, StateBlock } from '@tern/ui';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import { type Move, useMoves } from './api.ts';
import { treasuryTexts } from './texts.ts';

const { moves: labels } = treasuryTexts;
const { heads } = labels;
const PILLS = { waiting: 'review', agreed: 'done', refused: 'neutral' } as const;

const columns: readonly Column<Move>[] = [
  { key: 'record', head: heads.record, cell: ({ recordNo }) => recordNo },
  {
    key: 'at',
    head: heads.at,
    cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
  },
  { key: 'move', head: heads.move, cell: ({ move }) => treasuryTexts.form.moves[move] },
  {
    key: 'account',
    head: heads.account,
    cell: ({ account }) => treasuryTexts.accounts[account]?.[0] ?? account,
  },
  {
    key: 'amount',
    head: heads.amount,
    isNumber: true,
    cell: ({ amount, asset }) => <ExactAmount value={amount} unit={asset} />,
  },
  {
    key: 'reference',
    head: heads.reference,
    isLong: true,
    cell: ({ reference, network }) => (network === '' ? reference : `${network}, ${reference}`),
  },
  {
    key: 'people',
    head: heads.people,
    cell: ({ by, decidedBy }) => (decidedBy === null ? by : `${by}, ${decidedBy}`),
  },
  {
    key: 'state',
    head: heads.state,
    cell: ({ state }) => <Pill kind={PILLS[state]}>{labels.states[state]}</Pill>,
  },
];

export function MovesPart() {
  const query = useMoves();
  return (
    <Loaded query={query}>
      {(list) => (
        <Table
          label={labels.title}
          rows={list}
          keyOf={({ recordNo }) => recordNo}
          hrefOf={({ reviewId }) => hrefOf(pages.queue, { id: String(reviewId) })}
          columns={columns}
          empty={<StateBlock kind="empty" title={labels.none} />}
        />
      )}
    </Loaded>
  );
}
