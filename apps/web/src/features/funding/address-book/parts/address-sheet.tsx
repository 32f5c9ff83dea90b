/** Selects an address of a coin, with a link to add one. */
import { useQuery } from '@tanstack/react-query';
import { Button, pinIcon, Row, Sheet, StateBlock } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { shortAddress } from '../../request/short-address.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { type Address, addressesQuery } from '../api.ts';
import type { WithdrawableCoin } from '../../withdrawal/withdrawable-coins.ts';
import { useUsableFrom } from './usable-from.ts';

export interface AddressSheetProps {
  isOpen: boolean;
  coin: WithdrawableCoin;
  chosen: number | undefined;
  onClose: () => void;
  onChoose: (address: Address) => void;
}

export function AddressSheet({ isOpen, coin, chosen, onClose, onChoose }: AddressSheetProps) {
  const t = useT();
  const navigator = useNavigator();
  const add = () => {
    onClose();
    navigator.push(pages.addAddress, { coin: coin.coinname });
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('withdrawal.chooseAddress')}
      footer={
        <Button kind="secondary" isFull onPress={add}>
          {t('withdrawal.addAddress')}
        </Button>
      }
    >
      <Loaded query={useQuery(addressesQuery)}>
        {(book) => (
          <Choice
            {...{ coin, chosen, onChoose }}
            book={book.filter((address) => address.coin === coin.coinname)}
          />
        )}
      </Loaded>
    </Sheet>
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
  const isOpen = (address: Address) =>
    coin.networks.some(({ czline }) => czline === address.czline);
  return book.map((address) => (
    <Row
      key={address.ID}
      title={address.name}
      note={`${shortAddress(address.addr)} · ${address.czline}`}
      value={isOpen(address) ? usableFrom(address) : t('transfer.offNow')}
      isChosen={address.ID === chosen}
      hasChevron={false}
      onPress={isOpen(address) ? () => onChoose(address) : undefined}
    />
  ));
}
