/** All details of a contract. */
import { AmountText, Card, DateText, Inline, KeyValue, KeyValues, Pill, PriceText } from '@tern/ui';
import { Copyable } from '../../../../kernel/copyable.tsx';
import { useContactReference } from '../../../../kernel/record-screen.tsx';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import { isPending, isUp, stateOf, STAKE_PLACES } from '../contract-view.ts';
import { CallPill, StatePill } from './running-row.tsx';
import styles from './detail.module.css';
import { useReturnText } from './duration-choice.tsx';
import { usePriceSource } from './result-view.tsx';

const STAKE_UNIT = 'USDT';

export function ContractFacts({ contract }: { contract: Contract }) {
  const t = useT();
  const source = usePriceSource();
  useContactReference(contract.orderNo);
  return (
    <Card className={styles.facts ?? ''}>
      <KeyValues>
        <Agreed contract={contract} />
        <Opened contract={contract} />
        <Closed contract={contract} />
        <KeyValue name={t('futures.priceSource')} value={source} />
        <KeyValue
          name={t('futures.contractNo')}
          value={<Copyable text={contract.orderNo} label={t('futures.copyNo')} />}
        />
      </KeyValues>
    </Card>
  );
}

/** The terms it was placed with. */
function Agreed({ contract }: { contract: Contract }) {
  const t = useT();
  const returnText = useReturnText();
  return (
    <>
      <KeyValue name={t('futures.market')} value={`${contract.base}/${contract.quote}`} />
      <KeyValue
        name={t('futures.amount')}
        value={
          <Inline as="span" gap={8} align="center" justify="end" isWrapped isInText>
            <Pill kind="sim">{t('common.paper')}</Pill>
            <AmountText value={contract.stake} places={STAKE_PLACES} unit={STAKE_UNIT} />
          </Inline>
        }
      />
      <KeyValue
        name={t('futures.duration')}
        value={t('futures.seconds', { seconds: String(contract.seconds) })}
      />
      <KeyValue name={t('futures.returnIfRight')} value={returnText(contract.ratio)} />
      <KeyValue name={t('futures.direction')} value={<CallPill isUp={isUp(contract)} />} />
      <KeyValue
        name={t('futures.status')}
        value={<StatePill state={stateOf(contract, serverNow())} />}
      />
      <KeyValue
        name={t('futures.placedAt')}
        value={<DateText at={contract.CreatedAt} detail="second" />}
      />
    </>
  );
}

/** `---` for values that are unknown or do not apply. */
function Opened({ contract }: { contract: Contract }) {
  const t = useT();
  const places = useMarketOf(contract.symbol)?.pricePlaces;
  const basePlaces = useCoinPlaces(contract.base);
  return (
    <>
      <KeyValue
        name={t('futures.openTime')}
        value={<DateText at={contract.openAt} detail="second" />}
      />
      <KeyValue
        name={t('futures.openQuantity')}
        value={<AmountText value={contract.openNum} places={basePlaces} unit={contract.base} />}
      />
      <KeyValue
        name={t('futures.openPrice')}
        value={<PriceText value={contract.openPrice} places={places} />}
      />
    </>
  );
}

function Closed({ contract }: { contract: Contract }) {
  const t = useT();
  const places = useMarketOf(contract.symbol)?.pricePlaces;
  return (
    <>
      <KeyValue
        name={t('futures.closeTime')}
        value={<DateText at={contract.dueAt} detail="second" />}
      />
      <KeyValue
        name={t('futures.closePrice')}
        value={<PriceText value={contract.closePrice} places={places} />}
      />
      <KeyValue
        isTotal
        name={t('futures.profitOrLoss')}
        value={
          <AmountText
            isGain
            value={isPending(contract) ? undefined : contract.profit}
            places={STAKE_PLACES}
            unit={STAKE_UNIT}
          />
        }
      />
    </>
  );
}
