/** The address book, the destinations of withdrawals. */
import { useQuery } from '@tanstack/react-query';
import {
  Card,
  CoinMark,
  dotsIcon,
  IconButton,
  NavBar,
  pinIcon,
  plusIcon,
  ScreenBody,
  ScreenHeader,
  Text,
} from '@tern/ui';
import { useState } from 'react';
import { useCoins } from '../../../../../kernel/balances.ts';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { EmptyState } from '../../../../../kernel/empty-state.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { useRefresh } from '../../../../../kernel/refresh.ts';
import { DeleteDialog } from '../../request/destination-book.tsx';
import { shortAddress } from '../../request/request.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../../platform/navigation/links.ts';
import { type Address, addressesQuery, deleteAddress } from '../api.ts';
import { useUsableFrom } from '../../request/usable-from.ts';
import styles from '../../withdrawal/parts/withdrawal.module.css';

export function AddressesScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Address>();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('withdrawal.addressesTitle')}
          back={back}
          action={
            <IconButton
              icon={plusIcon}
              label={t('withdrawal.addAddress')}
              {...to(pages.addAddress)}
            />
          }
        />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <Loaded query={useQuery(addressesQuery)}>
          {(book) => (book.length === 0 ? <EmptyBook /> : <Book book={book} onDelete={setAsked} />)}
        </Loaded>
      </ScreenBody>
      <DeleteDialog
        id={asked?.ID}
        question={t('withdrawal.deleteQuestion')}
        deleted={t('withdrawal.addressDeleted')}
        remove={deleteAddress}
        onClose={() => setAsked(undefined)}
      >
        <p>{asked?.name}</p>
        <p className={styles.mono}>{asked?.address}</p>
      </DeleteDialog>
    </>
  );
}

function EmptyBook() {
  const t = useT();
  return (
    <EmptyState
      icon={pinIcon}
      title={t('withdrawal.noAddresses')}
      text={t('withdrawal.noAddressesHint')}
      label={t('withdrawal.addAddress')}
      page={pages.addAddress}
    />
  );
}

function Book({ book, onDelete }: { book: Address[]; onDelete: (address: Address) => void }) {
  const t = useT();
  const usableFrom = useUsableFrom();
  const { data: coins } = useCoins();
  const logoOf = (code: string) => coins?.find(({ asset }) => asset === code)?.logo;
  return (
    <div className={styles.book}>
      {book.map((address) => {
        const waits = usableFrom(address);
        return (
          <Card key={address.ID}>
            <div className={styles.address}>
              <CoinMark symbol={address.asset} logo={logoOf(address.asset)} />
              <div className={styles.words}>
                <Text as="h2" size="strong" tone="main">
                  {address.name}
                </Text>
                <p>
                  {address.asset} · {address.network}
                </p>
                <p className={styles.mono}>{shortAddress(address.address)}</p>
                {address.memo !== '' && (
                  <p>
                    {t('withdrawal.memo')} <span className={styles.mono}>{address.memo}</span>
                  </p>
                )}
                {address.remark !== '' && <p>{address.remark}</p>}
                {waits !== undefined && <p>{waits}</p>}
              </div>
              <IconButton
                icon={dotsIcon}
                isQuiet
                label={t('transfer.deleteNamed', { name: address.name })}
                className={styles.menu ?? ''}
                onPress={() => onDelete(address)}
              />
            </div>
          </Card>
        );
      })}
    </div>
  );
}
