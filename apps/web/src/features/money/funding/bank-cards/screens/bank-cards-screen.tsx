/** The member's bank cards, the destinations of payouts. */
import { useQuery } from '@tanstack/react-query';
import {
  Card,
  cardIcon,
  dotsIcon,
  Icon,
  IconButton,
  Inline,
  NavBar,
  plusIcon,
  ScreenBody,
  ScreenHeader,
  Text,
} from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { EmptyState } from '../../../../../kernel/empty-state.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { useRefresh } from '../../../../../kernel/refresh.ts';
import { useI18n, useT } from '../../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../../platform/navigation/links.ts';
import { type BankCard, cardsQuery, deleteCard } from '../api.ts';
import { countryName } from '../../../../../kernel/countries.ts';
import styles from '../../currencies/bank-money.module.css';
import { DeleteDialog } from '../../request/destination-book.tsx';
import { useUsableFrom } from '../../request/usable-from.ts';
import { PaperNote } from '../../request/form-parts.tsx';

export function BankCardsScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<BankCard>();
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('fiat.cardsTitle')}
          back={back}
          action={
            <IconButton icon={plusIcon} label={t('fiat.addCard')} {...to(pages.addBankCard)} />
          }
        />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <Loaded query={useQuery(cardsQuery)}>
          {(cards) =>
            cards.length === 0 ? <NoCards /> : <Cards cards={cards} onDelete={setAsked} />
          }
        </Loaded>
      </ScreenBody>
      <DeleteDialog
        id={asked?.ID}
        question={t('fiat.deleteQuestion')}
        deleted={t('fiat.cardDeleted')}
        remove={deleteCard}
        onClose={() => setAsked(undefined)}
      >
        <p>{asked?.bank}</p>
        <p className={styles.mono}>{asked?.number}</p>
      </DeleteDialog>
    </>
  );
}

function NoCards() {
  const t = useT();
  return (
    <EmptyState
      icon={cardIcon}
      title={t('fiat.noCards')}
      text={t('fiat.noCardsHint')}
      label={t('fiat.addCard')}
      page={pages.addBankCard}
    />
  );
}

function Cards({ cards, onDelete }: { cards: BankCard[]; onDelete: (card: BankCard) => void }) {
  const { t, locale } = useI18n();
  const usableFrom = useUsableFrom();
  return (
    <div className={styles.book}>
      <PaperNote>{t('fiat.paperCard')}</PaperNote>
      {cards.map((card) => (
        <Card key={card.ID}>
          <Inline gap={12} align="start">
            <Icon of={cardIcon} size={22} />
            <div className={styles.words}>
              <Text as="h2" size="strong" tone="main">
                {card.bank}
              </Text>
              <p className={styles.mono}>{card.number}</p>
              <p>{card.holder}</p>
              <p>{countryName(card.country, locale)}</p>
              {usableFrom(card) !== undefined && <p>{usableFrom(card)}</p>}
            </div>
            <IconButton
              icon={dotsIcon}
              isQuiet
              label={t('transfer.deleteNamed', { name: `${card.bank} ${card.number}` })}
              className={styles.menu ?? ''}
              onPress={() => onDelete(card)}
            />
          </Inline>
        </Card>
      ))}
    </div>
  );
}
