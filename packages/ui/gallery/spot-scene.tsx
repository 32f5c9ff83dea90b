/** The trading form next to the order book. */
import { useState } from 'react';
import {
  AmountText,
  BigTitle,
  Button,
  ChangeText,
  candlesIcon,
  historyIcon,
  IconButton,
  infoIcon,
  KeyValue,
  KeyValues,
  Ladder,
  NumberField,
  PercentText,
  Pill,
  PriceText,
  ScreenBody,
  ScreenHeader,
  Segmented,
  Select,
  Slider,
  Tabs,
} from '../src/index.ts';
import { SceneTabs } from './home-scene.tsx';
import { ASKS, BIDS } from './sample.ts';

const SIDES = [
  { key: 'buy', label: 'Buy', tone: 'up' },
  { key: 'sell', label: 'Sell', tone: 'down' },
] as const;
const KINDS = [
  { key: 'limit', label: 'Limit' },
  { key: 'market', label: 'Market' },
] as const;

interface PriceState {
  readonly price: string;
  readonly setPrice: (price: string) => void;
}

function Sums() {
  return (
    <KeyValues>
      <KeyValue
        isDense
        name="Total"
        value={<AmountText value="3108.17" places={2} unit="USDT" />}
      />
      <KeyValue
        isDense
        name={
          <>
            Fee <PercentText percent="0.1" />
          </>
        }
        value={<AmountText value="3.10" places={2} unit="USDT" />}
      />
    </KeyValues>
  );
}

function OrderForm({ price, setPrice }: PriceState) {
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [kind, setKind] = useState<'limit' | 'market'>('limit');
  const [quantity, setQuantity] = useState('0.0484');
  const [share, setShare] = useState(25);
  return (
    <section style={{ display: 'flex', flexDirection: 'column', gap: 10 }}>
      <Segmented label="Side" value={side} onChange={setSide} options={SIDES} />
      <Select
        label="Order type"
        isLabelHidden
        icon={infoIcon}
        value={kind}
        onChange={setKind}
        options={KINDS}
      />
      <NumberField label="Price, USDT" value={price} onChange={setPrice} places={2} step="0.01" />
      <NumberField
        label="Quantity, BTC"
        value={quantity}
        onChange={setQuantity}
        places={4}
        step="0.0001"
      />
      <Slider label="Share" value={share} onChange={setShare} hasLabels />
      <Sums />
      <Button kind={side === 'buy' ? 'up' : 'down'} isFull>
        {side === 'buy' ? 'Buy BTC' : 'Sell BTC'}
      </Button>
    </section>
  );
}

function Book({ setPrice }: Pick<PriceState, 'setPrice'>) {
  return (
    <Ladder
      label="Order book"
      priceHead={
        <>
          Price
          <br />
          USDT
        </>
      }
      quantityHead={
        <>
          Quantity
          <br />
          BTC
        </>
      }
      asks={ASKS}
      bids={BIDS}
      pricePlaces={1}
      quantityPlaces={4}
      last={<PriceText value="64218.50" places={2} direction={1} />}
      spread="Spread 0.5"
      onPick={setPrice}
    />
  );
}

export function SpotScene() {
  const [price, setPrice] = useState('64218.40');
  const [tab, setTab] = useState<'open' | 'history'>('open');
  return (
    <>
      <ScreenHeader>
        <BigTitle
          title="BTC/USDT"
          aside={
            <Pill kind="up">
              <ChangeText percent="2.419" isColoured={false} />
            </Pill>
          }
          actions={
            <>
              <IconButton icon={candlesIcon} label="Chart" href="#" />
              <IconButton icon={historyIcon} label="Order records" href="#" />
            </>
          }
        />
      </ScreenHeader>
      <ScreenBody foot="tab">
        <div
          style={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0,1fr) 138px',
            gap: 14,
            padding: '4px var(--gutter) 18px',
          }}
        >
          <OrderForm price={price} setPrice={setPrice} />
          <Book setPrice={setPrice} />
        </div>
        <Tabs
          id="orders"
          label="Orders"
          value={tab}
          onChange={setTab}
          items={[
            { key: 'open', label: 'Open orders 2' },
            { key: 'history', label: 'History' },
          ]}
        />
      </ScreenBody>
      <SceneTabs current="Trade" />
    </>
  );
}
