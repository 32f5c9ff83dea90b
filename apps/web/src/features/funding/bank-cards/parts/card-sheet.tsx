/** Selects a bank card, with a link to add one. */
import { useQuery } from '@tanstack/react-query';
import { Button, cardIcon, Row, Sheet, StateBlock } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { cardsQuery } from '../api.ts';
import { withDots } from '../bank-numbers.ts';

export interface CardSheetProps {
  isOpen: boolean;
  chosen: number | undefined;
  onClose: () => void;
  onChoose: (id: number) => void;
}

export function CardSheet({ isOpen, chosen, onClose, onChoose }: CardSheetProps) {
  const t = useT();
  const navigator = useNavigator();
  const query = useQuery(cardsQuery);
  const add = () => {
    onClose();
    navigator.push(pages.addBankCard);
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('fiat.whichCard')}
      footer={
        <Button kind="secondary" isFull onPress={add}>
          {t('fiat.addCard')}
        </Button>
      }
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
                title={card.bankname}
                note={`${withDots(card.bankcard)} · ${card.accountname}`}
                isChosen={card.ID === chosen}
                hasChevron={false}
                onPress={() => onChoose(card.ID)}
              />
            ))
          )
        }
      </Loaded>
    </Sheet>
  );
}
