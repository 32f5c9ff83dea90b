/** Withdrawals whose rail is silent: since when, why, and one of them decided. */
import { DateText, StateBlock } from '@tern/ui';
import { ExactAmount } from '../../kernel/exact-amount.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { useNow } from '../../platform/now.ts';
import { type Halted, useHalted } from './api.ts';
import { Decide } from './decide.tsx';
import { FindForm } from './find-form.tsx';
import { VerdictForm } from './verdict-form.tsx';

type Params = Readonly<Record<string, string>>;
const LOOK_EVERY_MS = 10_000;

export function HaltedList({ params }: { params: Params }) {
  const { halted } = texts.chain;
  const { search = '', id } = params;
  const found = useHalted(search, pageOf(params));
  const now = useNow(LOOK_EVERY_MS);
  const isDecidable = ({ decidableFrom }: Halted) => Date.parse(decidableFrom) <= now;
  return (
    <>
      <p className={styles.quiet}>{halted.lead}</p>
      <FindForm key={search} label={halted.search} kept={{ show: 'withdrawals' }} given={search} />
      <Loaded query={found}>
        {({ list, total }) => {
          const chosen = list.find(({ ID }) => String(ID) === id);
          const isOpen = chosen !== undefined && chosen.reviewId === null && isDecidable(chosen);
          return (
            <>
              {isOpen && <VerdictForm key={chosen.ID} withdrawal={chosen} />}
              {list.length === 0 ? (
                <StateBlock kind="empty" title={halted.none} />
              ) : (
                <Rows list={list} params={params} isDecidable={isDecidable} />
              )}
              <Pager total={total} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

interface RowsProps {
  list: readonly Halted[];
  params: Params;
  isDecidable: (withdrawal: Halted) => boolean;
}

function Rows({ list, params, isDecidable }: RowsProps) {
  const { halted, withdrawals } = texts.chain;
  const { heads } = halted;
  return (
    <Table
      label={withdrawals}
      heads={[heads.record, heads.amount, heads.to, heads.since, heads.why, heads.act]}
    >
      {list.map((one) => (
        <tr key={one.ID}>
          <td>
            {one.recordNo} · {one.memberId}
          </td>
          <td>
            <ExactAmount value={one.num} unit={one.coinname} /> {one.czline}
          </td>
          <td>{one.address}</td>
          <td>
            <DateText at={one.silentSince} detail="second" />
          </td>
          <td>
            {one.silence} · {one.signed === '' ? halted.unsigned : halted.signed(one.signed)}
          </td>
          <td>
            {one.reviewId === null && !isDecidable(one) && (
              <>
                {halted.from} <DateText at={one.decidableFrom} detail="second" />
              </>
            )}
            <Decide
              reviewId={one.reviewId}
              name={halted.decideOn(one.recordNo)}
              isOpen={isDecidable(one)}
              to={{ ...params, show: 'withdrawals', id: String(one.ID) }}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
