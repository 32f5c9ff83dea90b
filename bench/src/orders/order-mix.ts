/** The stream of order requests: 40 % buys, 40 % sells within five ticks of the price, 20 % cancels of open orders. */
import { createHmac } from 'node:crypto';
import { randomFrom, type Random } from '../random.ts';
import type { LoadMarket, LoadMember } from './load-job.ts';

export interface OrderRequest {
  readonly text: string;
  readonly member: LoadMember;
  /** The order a cancellation names. */
  readonly cancels: number | undefined;
}

/** A market with its last price. */
export interface PricedMarket extends LoadMarket {
  readonly price: string;
}

const BATCH_PATH = '/v1/order/batch-orders';
const CANCEL_SHARE = 0.2;
const TICKS_AWAY = 5;
/** The approximate notional of an order, in quote units. */
const ORDER_VALUE = 100;
/** Open orders remembered to cancel one of them. */
const OPEN_MAX = 5_000;

const placesOf = (step: string) => step.split('.')[1]?.length ?? 0;

export class OrderMix {
  private readonly random: Random;
  private readonly members: readonly LoadMember[];
  private readonly open: { id: number; member: LoadMember }[] = [];
  private markets: readonly PricedMarket[] = [];
  private turn = 0;

  constructor(seed: number, members: readonly LoadMember[]) {
    this.random = randomFrom(seed);
    this.members = members;
  }

  /** Orders from now on go to these markets around these prices. */
  priceAt(markets: readonly PricedMarket[]): void {
    this.markets = markets;
  }

  /** Members take turns, so that none reaches the limit of orders per second. */
  next(hasKey: boolean): OrderRequest {
    if (this.open.length > 0 && this.random.unit() < CANCEL_SHARE) return this.cancel(hasKey);
    const member = this.nextMember();
    const { symbol, isBuy, price, quantity } = this.order();
    const body = `{"symbol":"${symbol}","mprice":"${price}","mnum":"${quantity}","${isBuy ? 'buytype' : 'type'}":1}`;
    const path = isBuy ? '/api/bborder/upbbbuy' : '/api/bborder/upbbsell';
    return { text: this.write(path, { member, body, hasKey }), member, cancels: undefined };
  }

  /** A signed batch of one member's orders. `host`: as the server sees it. */
  nextBatch(size: number, host: string): OrderRequest {
    const member = this.nextMember();
    const { access = '', secret = '' } = member.apiKey ?? {};
    const rows = Array.from({ length: size }, () => {
      const { symbol, isBuy, price, quantity } = this.order();
      return `{"account-id":"${member.id}","symbol":"${symbol}","type":"${isBuy ? 'buy' : 'sell'}-limit","price":"${price}","amount":"${quantity}"}`;
    });
    const body = `[${rows.join(',')}]`;
    const at = encodeURIComponent(new Date().toISOString().slice(0, 19));
    const query = `AccessKeyId=${access}&SignatureMethod=HmacSHA256&SignatureVersion=2&Timestamp=${at}`;
    const signature = createHmac('sha256', secret)
      .update(`POST\n${host}\n${BATCH_PATH}\n${query}`)
      .digest('base64');
    const text =
      `POST ${BATCH_PATH}?${query}&Signature=${encodeURIComponent(signature)} HTTP/1.1\r\nhost: ${host}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    return { text, member, cancels: undefined };
  }

  private nextMember(): LoadMember {
    const member = this.members[this.turn % this.members.length]!;
    this.turn += 1;
    return member;
  }

  /** A limit order within a few ticks of the price. */
  private order() {
    const market = this.markets[this.random.between(0, this.markets.length - 1)]!;
    const isBuy = this.random.unit() < 0.5;
    const tick = Number(market.tickSize);
    const middle = Number(market.price);
    const away = this.random.between(-TICKS_AWAY, TICKS_AWAY);
    const price = (middle + away * tick).toFixed(placesOf(market.tickSize));
    const lot = Number(market.lotSize);
    const lots = Math.max(1, Math.round(ORDER_VALUE / (middle * lot))) * this.random.between(1, 3);
    const quantity = (lots * lot).toFixed(placesOf(market.lotSize));
    return { symbol: market.symbol, isBuy, price, quantity };
  }

  /** Remembers an acknowledged order that rests in the book. */
  rests(id: number, member: LoadMember): void {
    if (this.open.length < OPEN_MAX) this.open.push({ id, member });
    else this.open[this.random.between(0, OPEN_MAX - 1)] = { id, member };
  }

  private cancel(hasKey: boolean): OrderRequest {
    const at = this.random.between(0, this.open.length - 1);
    const { id, member } = this.open[at]!;
    this.open[at] = this.open.at(-1)!;
    this.open.pop();
    const text = this.write('/api/bborder/clearorder', { member, body: `{"id":${id}}`, hasKey });
    return { text, member, cancels: id };
  }

  private write(path: string, of: { member: LoadMember; body: string; hasKey: boolean }): string {
    const key = of.hasKey ? `idempotency-key: k${this.turn}-${this.random.unit()}\r\n` : '';
    return (
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-token: ${of.member.token}\r\n${key}` +
      `content-type: application/json\r\ncontent-length: ${of.body.length}\r\n\r\n${of.body}`
    );
  }
}
