/** Fiat deposit by wire: the form, and in the same place the records and one of them with its instructions. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, StateBlock, TextButton } from '@tern/ui';
import { Loaded } from '../../../kernel/loaded.tsx';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { RecordRow } from '../../../kernel/transfer/record-row.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../platform/navigation/links.ts';
import { currenciesQuery, wiresQuery } from '../api.ts';
import { WireDetail } from '../parts/wire-detail.tsx';
import { WireForm } from '../parts/wire-form.tsx';

const RECORDS = { view: 'records' };

export function WireScreen() {
  const { id, view } = useParams();
  if (id !== undefined && /^[1-9]\d{0,14}$/.test(id))
    return <WireDetail key={id} id={Number(id)} />;
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
        <Loaded query={useQuery(currenciesQuery)}>
          {(currencies) => {
            const [first, ...others] = currencies.filter(({ takesWires }) => takesWires);
            return first === undefined ? (
              <StateBlock kind="empty" title={t('fiat.noCurrency')} />
            ) : (
              <WireForm currencies={[first, ...others]} />
            );
          }}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Records() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const refresh = useRefresh();
  const navigator = useNavigator();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fiat.wires')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(wiresQuery)}
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
            <StateBlock
              kind="empty"
              title={t('fiat.noWires')}
              action={
                <Button isSmall onPress={() => navigator.push(pages.fiatDeposit)}>
                  {t('fiat.depositTitle')}
                </Button>
              }
            />
          }
        />
      </ScreenBody>
    </>
  );
}
