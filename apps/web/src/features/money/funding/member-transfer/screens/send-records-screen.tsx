/** What the member sent to others and received from them: the list, and one transfer. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Card,
  DateText,
  Inline,
  KeyValue,
  KeyValues,
  NavBar,
  Pill,
  ScreenBody,
  ScreenHeader,
} from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../../kernel/balances.ts';
import { Copyable } from '../../../../../kernel/copyable.tsx';
import { EmptyState } from '../../../../../kernel/empty-state.tsx';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import { KnownCoinMark } from '../../../../../kernel/known-coin-mark.tsx';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { PagedList } from '../../../../../kernel/paged-list.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import recordStyles from '../../../../../kernel/record-detail.module.css';
import { RecordLine, RecordRow } from '../../../../../kernel/record-row.tsx';
import {
  ContactLink,
  RecordScreen,
  useContactReference,
} from '../../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../../kernel/refresh.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../../platform/navigation/links.ts';
import { type Transfer, transferQuery, transfersQuery } from '../api.ts';
import { MemberName } from '../parts/receiver-field.tsx';

export function SendHistoryScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('member-transfer.historyTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(transfersQuery)}
          renderRow={(transfer) => <TransferRow transfer={transfer} />}
          empty={
            <EmptyState
              title={t('member-transfer.none')}
              label={t('member-transfer.title')}
              page={pages.send}
            />
          }
        />
      </ScreenBody>
    </>
  );
}

/** Signed, as on a statement. */
const signed = ({ isSent, amount }: Transfer) => (isSent ? `-${amount}` : amount);

function TransferRow({ transfer }: { transfer: Transfer }) {
  const { ID, asset, isSent, member, CreatedAt } = transfer;
  const t = useT();
  const to = useLinks();
  return (
    <RecordRow
      link={to(pages.sendDetail, { id: String(ID) })}
      asset={asset}
      logo={useCoin(asset)?.logo}
    >
      <RecordLine isMain>
        <span>
          <MemberName {...member} />
        </span>
        <ExactAmount value={signed(transfer)} places={useCoinPlaces(asset)} unit={asset} isSigned />
      </RecordLine>
      <RecordLine>
        <DateText at={CreatedAt} detail="short" />
        <span>{t(isSent ? 'member-transfer.sent' : 'member-transfer.received')}</span>
      </RecordLine>
    </RecordRow>
  );
}

export function SendDetailScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('member-transfer.detailTitle')}
      action={<ContactLink />}
      none={{
        title: t('member-transfer.noneChosen'),
        label: t('transfer.records'),
        page: pages.sendHistory,
      }}
      renderRecord={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  return (
    <ScreenBody isPadded>
      <Loaded query={useQuery(transferQuery(id))}>
        {(transfer) => <Facts transfer={transfer} />}
      </Loaded>
    </ScreenBody>
  );
}

function Facts({ transfer }: { transfer: Transfer }) {
  const t = useT();
  const { asset, isSent, member, note, recordNo, CreatedAt } = transfer;
  useContactReference(recordNo);
  const id = String(member.id);
  return (
    <>
      <div className={recordStyles.head}>
        <KnownCoinMark symbol={asset} size={44} />
        <div className={recordStyles.amount}>
          <ExactAmount
            look="hero"
            value={signed(transfer)}
            places={useCoinPlaces(asset)}
            unit={asset}
            isSigned
          />
        </div>
        <Inline gap={6} justify="center" isWrapped>
          <Pill kind="done" dot="self">
            {t(isSent ? 'member-transfer.sent' : 'member-transfer.received')}
          </Pill>
          <Pill kind="sim">{t('common.paper')}</Pill>
        </Inline>
      </div>
      <Card>
        <KeyValues>
          <KeyValue
            name={t(isSent ? 'transfer.to' : 'member-transfer.from')}
            value={<MemberName {...member} />}
          />
          <KeyValue
            name={t('member-transfer.byId')}
            value={<Copyable text={id} label={t('member-transfer.copyId')} />}
          />
          <KeyValue
            name={t('transfer.fee')}
            value={<ExactAmount value="0" places={useCoinPlaces(asset)} unit={asset} />}
          />
          {note !== '' && <KeyValue name={t('member-transfer.note')} value={note} />}
          <KeyValue name={t('transfer.recordNo')} value={recordNo} />
          <KeyValue
            name={t('member-transfer.time')}
            value={<DateText at={CreatedAt} detail="second" />}
          />
        </KeyValues>
      </Card>
    </>
  );
}
