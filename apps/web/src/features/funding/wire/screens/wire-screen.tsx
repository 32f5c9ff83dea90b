/** Fiat deposit by wire: the form, the list, and one wire with its instructions. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, SkeletonForm, StateBlock, TextButton } from '@tern/ui';
import { useState } from 'react';
import { useRecordId } from '../../../../kernel/record-id.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { RecordRow } from '../../request/record-row.tsx';
import { ALL_STATUSES } from '../../request/status-filter.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { TransferHistory } from '../../request/request-history.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { currenciesQuery } from '../../currencies/api.ts';
import { wiresQuery } from '../api.ts';
import { WireDetail } from '../parts/wire-detail.tsx';
import { WireForm } from '../parts/wire-form.tsx';

const RECORDS = { view: 'records' };

export function WireScreen() {
  const { view } = useParams();
  const id = useRecordId();
  if (id !== undefined) return <WireDetail key={id} id={id} />;
  return view === RECORDS.view ? <Records /> : <NewWire />;
}

function NewWire() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('fiat.depositTitle')}
          back={back}
          action={
            <TextButton {...to(pages.fiatDeposit, RECORDS)}>{t('transfer.records')}</TextButton>
          }
        />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta">
        <Loaded query={useQuery(currenciesQuery)} skeleton={<SkeletonForm />}>
          {(currencies) => {
            const [first, ...others] = currencies.filter(({ takesWires }) => takesWires);
            return first === undefined ? (
              <>
                <StateBlock kind="empty" title={t('fiat.noCurrency')} />
                <TermsNotes kind="currency" direction="in" />
              </>
            ) : (
              <WireForm currencies={[first, ...others]} all={currencies} />
            );
          }}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Records() {
  const t = useT();
  const to = useLinks();
  const [status, setStatus] = useState(ALL_STATUSES);
  return (
    <TransferHistory
      title={t('fiat.wires')}
      filter={{ status, onChoose: setStatus }}
      query={useInfiniteQuery(wiresQuery(status))}
      renderRow={(wire) => (
        <RecordRow
          link={to(pages.fiatDeposit, { id: String(wire.ID) })}
          coin={wire.coinname}
          way={wire.recordNo}
          num={wire.num}
          record={wire}
        />
      )}
      empty={
        status === ALL_STATUSES ? (
          <EmptyState
            title={t('fiat.noWires')}
            label={t('fiat.depositTitle')}
            page={pages.fiatDeposit}
          />
        ) : (
          <StateBlock kind="empty" title={t('transfer.noneLikeThis')} />
        )
      }
    />
  );
}
