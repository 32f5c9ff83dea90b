/** Selects a bank card, with a link to add one. */
import { useQuery } from '@tanstack/react-query';
import { cardIcon, Row, StateBlock } from '@tern/ui';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { DestinationSheet } from '../../request/destination-book.tsx';
import { useUsableFrom } from '../../request/usable-from.ts';
import { cardsQuery } from '../api.ts';

export interface CardSheetProps {
  isOpen: boolean;
  chosen: number | undefined;
  onClose: () => void;
  onChoose: (id: number) => void;
}

export function CardSheet({ isOpen, chosen, onClose, onChoose }: CardSheetProps) {
  const t = useT();
  const usableFrom = useUsableFrom();
  const query = useQuery(cardsQuery);
  return (
    <DestinationSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('fiat.whichCard')}
      add={{ label: t('fiat.addCard'), page: pages.addBankCard }}
    >
      <Loaded query={query}>
        {(cards) =>
          cards.length === 0 ? (
            <StateBlock kind="empty" icon={cardIcon} title={t('fiat.noCards')} />
          ) : (
            cards.map((card) => (
              <Row
                key={card.ID}
                icon={cardIcon}
                title={card.bank}
                note={`${card.number} · ${card.holder}`}
                value={usableFrom(card)}
                isChosen={card.ID === chosen}
                hasChevron={false}
                onPress={() => onChoose(card.ID)}
              />
            ))
          )
        }
      </Loaded>
    </DestinationSheet>
  );
}
