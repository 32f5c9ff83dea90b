/** Fiat deposit by wire: the form, the list, and one wire with its instructions. */
import { useQuery } from '@tanstack/react-query';
import { ScreenBody, SkeletonForm, StateBlock } from '@tern/ui';
import { RecordsHeader, useRecordId } from '../../../../../kernel/record-screen.tsx';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../../platform/navigation/current-page.ts';
import { currenciesQuery } from '../../currencies/api.ts';
import { RequestListScreen } from '../../request/request-list.tsx';
import { wires } from '../api.ts';
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
  return (
    <>
      <RecordsHeader title={t('fiat.depositTitle')} page={pages.fiatDeposit} params={RECORDS} />
      <ScreenBody isPadded foot="cta">
        <Loaded query={useQuery(currenciesQuery)} skeleton={<SkeletonForm />}>
          {(currencies) => {
            const [first, ...others] = currencies.filter((currency) => currency.wires.isOpen);
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
  return (
    <RequestListScreen
      title={t('fiat.wires')}
      listQuery={wires.listQuery}
      page={pages.fiatDeposit}
      wayOf={({ recordNo }) => recordNo}
      none={{
        title: t('fiat.noWires'),
        label: t('fiat.depositTitle'),
        page: pages.fiatDeposit,
      }}
      noneOfStatus={t('transfer.noneLikeThis')}
    />
  );
}
