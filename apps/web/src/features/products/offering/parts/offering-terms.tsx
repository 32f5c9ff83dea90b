/** All terms of an offering. */
import { Card, DateText, KeyValue, KeyValues, PriceText } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Offering } from '../view-model.ts';

export function OfferingTerms({ offering }: { offering: Offering }) {
  const t = useT();
  const { coin, name, payCoin } = offering;
  const inCoin = (value: string) => (
    <>
      <PriceText value={value} /> {coin}
    </>
  );
  const inPay = (value: string | undefined) => (
    <>
      <PriceText value={value} /> {payCoin}
    </>
  );
  return (
    <Card>
      <KeyValues>
        <KeyValue name={t('offering.coin')} value={`${name} (${coin})`} />
        <KeyValue name={t('offering.unitPrice')} value={inPay(offering.price)} />
        <KeyValue
          name={t('offering.priceNow')}
          value={offering.current === undefined ? '---' : inPay(offering.current)}
        />
        <KeyValue name={t('offering.starts')} value={<DateText at={offering.opensAt} />} />
        <KeyValue name={t('offering.ends')} value={<DateText at={offering.closesAt} />} />
        <KeyValue
          name={t('offering.lockUp')}
          value={t('offering.days', { count: offering.lockDays })}
        />
        <KeyValue name={t('offering.supply')} value={inCoin(offering.supply)} />
        <KeyValue name={t('offering.cap')} value={inCoin(offering.cap)} />
        <KeyValue name={t('offering.minimum')} value={inCoin(offering.min)} />
        <KeyValue name={t('offering.maximum')} value={inCoin(offering.max)} />
        <KeyValue name={t('offering.perPerson')} value={inCoin(offering.memberMax)} />
        <KeyValue name={t('offering.youBought')} value={inCoin(offering.bought)} />
      </KeyValues>
    </Card>
  );
}
