/** Selects an address of a coin, with a link to add one. */
import { useQuery } from '@tanstack/react-query';
import { pinIcon, Row, StateBlock } from '@tern/ui';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { DestinationSheet } from '../../request/destination-book.tsx';
import { useUsableFrom } from '../../request/usable-from.ts';
import { shortAddress } from '../../request/request.ts';
import type { WithdrawableCoin } from '../../request/withdrawable-coins.ts';
import { type Address, addressesQuery } from '../api.ts';

export interface AddressSheetProps {
  isOpen: boolean;
  coin: WithdrawableCoin;
  chosen: number | undefined;
  onClose: () => void;
  onChoose: (address: Address) => void;
}

export function AddressSheet({ isOpen, coin, chosen, onClose, onChoose }: AddressSheetProps) {
  const t = useT();
  const { asset } = coin;
  return (
    <DestinationSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('withdrawal.chooseAddress')}
      add={{ label: t('withdrawal.addAddress'), page: pages.addAddress, params: { coin: asset } }}
    >
      <Loaded query={useQuery(addressesQuery)}>
        {(book) => (
          <Choice
            {...{ coin, chosen, onChoose }}
            book={book.filter((address) => address.asset === asset)}
          />
        )}
      </Loaded>
    </DestinationSheet>
  );
}

interface ChoiceProps extends Pick<AddressSheetProps, 'coin' | 'chosen' | 'onChoose'> {
  book: readonly Address[];
}

function Choice({ coin, book, chosen, onChoose }: ChoiceProps) {
  const t = useT();
  const usableFrom = useUsableFrom();
  if (book.length === 0) {
    return <StateBlock kind="empty" icon={pinIcon} title={t('withdrawal.noAddresses')} />;
  }
  const isOpen = ({ network }: Address) => coin.networks.some(({ code }) => code === network);
  return book.map((address) => (
    <Row
      key={address.ID}
      title={address.name}
      note={`${shortAddress(address.address)} · ${address.network}`}
      value={isOpen(address) ? usableFrom(address) : t('transfer.offNow')}
      isChosen={address.ID === chosen}
      hasChevron={false}
      onPress={isOpen(address) ? () => onChoose(address) : undefined}
    />
  ));
}
