/** Transfers that could be credited to nobody: filtered, found, and one of them decided. */
import { DateText, Pill, Segmented, StateBlock } from '@tern/ui';
import { ExactAmount } from '../../kernel/exact-amount.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo } from '../../platform/address.ts';
import { type Stray, type StrayFilter, useStrays } from './api.ts';
import { Decide } from './decide.tsx';
import { FindForm } from './find-form.tsx';
import { StrayForm } from './stray-form.tsx';

type Params = Readonly<Record<string, string>>;
const STATES = ['open', 'settled', 'all'] as const;
const FAULTS = ['unknown-address', 'unknown-asset', 'not-above-fee'] as const;

function filterOf({ state = 'open', fault, search = '' }: Params): StrayFilter {
  const isFault = FAULTS.find((each) => each === fault);
  return {
    search,
    ...(state === 'open' || state === 'settled' ? { state } : {}),
    ...(isFault === undefined ? {} : { fault: isFault }),
  };
}

export function StrayList({ params }: { params: Params }) {
  const { strays } = texts.chain;
  const { search = '', ref } = params;
  const found = useStrays(filterOf(params), pageOf(params));
  return (
    <>
      <p className={styles.quiet}>{strays.lead}</p>
      <Filters params={params} />
      <FindForm key={search} label={strays.search} kept={keptOf(params)} given={search} />
      <Loaded query={found}>
        {({ list, total }) => {
          const chosen = list.find(({ reference }) => reference === ref);
          return (
            <>
              {chosen?.state === 'open' && <StrayForm key={chosen.reference} stray={chosen} />}
              {list.length === 0 ? (
                <StateBlock kind="empty" title={strays.none} />
              ) : (
                <Rows list={list} params={params} />
              )}
              <Pager total={total} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Without the page and what was chosen on it. */
function keptOf({ show = 'deposits', state = 'open', fault = '' }: Params) {
  return { show, state, ...(fault === '' ? {} : { fault }) };
}

function Filters({ params }: { params: Params }) {
  const { strays } = texts.chain;
  const { state, fault, search = '' } = params;
  const go = (changed: Params) => goTo(pages.chain, { ...keptOf(params), search, ...changed });
  return (
    <div className={styles.filters}>
      <Segmented
        label={strays.state}
        isSmall
        options={STATES.map((key) => ({ key, label: strays.states[key] }))}
        value={STATES.find((each) => each === state) ?? 'open'}
        onChange={(next) => go({ state: next })}
      />
      <Segmented
        label={strays.fault}
        isSmall
        options={[
          { key: '', label: strays.anyFault },
          ...FAULTS.map((key) => ({ key, label: strays.faults[key] ?? key })),
        ]}
        value={FAULTS.find((each) => each === fault) ?? ''}
        onChange={(next) => go({ fault: next })}
      />
    </div>
  );
}

function Rows({ list, params }: { list: readonly Stray[]; params: Params }) {
  const { strays, deposits } = texts.chain;
  const { heads } = strays;
  return (
    <Table
      label={deposits}
      heads={[heads.seen, heads.amount, heads.to, heads.txid, heads.fault, heads.state, heads.act]}
    >
      {list.map((stray) => (
        <tr key={stray.reference}>
          <td>
            <DateText at={stray.seenAt} detail="second" />
          </td>
          <td>
            <ExactAmount value={stray.num} unit={stray.coinname} /> {stray.czline}
          </td>
          <td>{stray.address}</td>
          <td>{stray.txid}</td>
          <td>{strays.faults[stray.fault] ?? stray.fault}</td>
          <td>
            <Pill kind={stray.state === 'credited' ? 'done' : 'neutral'}>
              {strays.now[stray.state]}
            </Pill>{' '}
            {stray.depositNo}
          </td>
          <td>
            <Decide
              reviewId={stray.reviewId}
              name={strays.decideOn(stray.reference)}
              isOpen={stray.state === 'open'}
              to={{ ...params, ref: stray.reference }}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
