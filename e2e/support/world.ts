/** Members, their messages and their calls, for stories. */
import { dirname } from 'node:path';
import {
  decimal,
  formatDecimal,
  portion,
  type Price,
  quantize,
  type Rate,
  ratio,
} from '@tern/money';
import type { Input, Output, RowOf } from '@tern/protocol/client';
import { type Api, createApi } from '../../apps/server/tests/support/api-client.ts';
import { proveEmbeddedPhone } from '../../apps/server/tests/support/embedded-owner.ts';
import { createPeople, messagesIn, PASSWORD } from '../../apps/server/tests/support/people.ts';
import type { Site } from './site.ts';

export { PASSWORD };

export interface Member {
  email: string;
  phone: string;
  /** What the browser stores of a signed-in member. */
  session: Pick<Output<'POST /base/login'>, 'token' | 'user'>;
}

type Market = RowOf<'POST /base/tradelist'>;
type SpotOrder = Output<'POST /bborder/upbbbuy'>['order'];

export interface World extends Site {
  api: Api;
  /** A new member with a session and paper money, who has read its notice. */
  member(): Promise<Member>;
  /** The same with a given address and phone; the phone is not proven. */
  newcomer(contact: { email: string; phone: string }): Promise<Member>;
  /** As `member`, but with the paper money notice unread. */
  unreadMember(): Promise<Member>;
  /** Signs in on another device. */
  logInElsewhere(member: Pick<Member, 'email'>, password?: string): Promise<Member['session']>;
  /** An unused e-mail address and phone number. */
  stranger(): { email: string; phone: string };
  /** The newest code sent to a recipient, once there is one. */
  codeFor(recipient: string): string | undefined;
  /** The current state of a market. */
  market(symbol: string): Promise<Market>;
  /** Buys for an amount of the quote asset at market. */
  buyAtMarket(member: Member, order: { symbol: string; spend: string }): Promise<SpotOrder>;
  /** Bids a share of the last price, "0.95" for five percent below, so that the order stays open. */
  bid(member: Member, order: { symbol: string; share: string; spend: string }): Promise<SpotOrder>;
  cancel(member: Member, id: number): Promise<void>;
  /** Places a timed contract on a rise of bitcoin with the minimum stake; returns its id. */
  contract(member: Member, terms: { seconds: number }): Promise<number>;
}

let strangers = 0;
let keys = 0;

export function createWorld(site: Site): World {
  const api = createApi(() => site.url);
  const { outboxFile, captcha } = site;
  const provePhone = (memberId: number) =>
    site.provePhone?.(memberId) ?? proveEmbeddedPhone(dirname(outboxFile), memberId);
  const people = createPeople(api, { outboxFile, captcha, provePhone });
  const unread = async (): Promise<Member> => {
    const registration = await people.registration();
    const { token, user } = await api.data('POST /base/registerUser', registration);
    await provePhone(user.ID);
    return {
      email: registration.email,
      phone: registration.phone,
      session: { token, user: { ...user, phoneProven: true } },
    };
  };
  return {
    ...site,
    api,
    unreadMember: unread,
    async member() {
      const member = await unread();
      const { token } = member.session;
      const { list } = await api.data('GET /notice/getNoticeList', {}, { token });
      await api.data('POST /notice/readAllNotices', { ID: list[0]!.ID }, { token });
      return member;
    },
    async newcomer({ email, phone }) {
      const smsCode = await people.emailCode(email);
      const registration = { ...(await people.registration()), email, phone, smsCode };
      const { token, user } = await api.data('POST /base/registerUser', registration);
      return { email, phone, session: { token, user } };
    },
    async logInElsewhere({ email }, password = PASSWORD) {
      const { token, user } = await people.login({ email }, password);
      return { token, user };
    },
    stranger() {
      strangers += 1;
      const number = String(process.pid % 1_000_000).padStart(6, '0') + strangers;
      return { email: `stranger-${number}@tern.test`, phone: `15${number.padStart(9, '0')}` };
    },
    codeFor: (recipient) =>
      messagesIn(site.outboxFile).findLast(
        ({ to, purpose }) => to === recipient && purpose === 'code',
      )?.code,
    ...trading(api),
  };
}

function trading(api: Api): Pick<World, 'market' | 'buyAtMarket' | 'bid' | 'cancel' | 'contract'> {
  const asking = ({ session }: Member) => {
    keys += 1;
    return { token: session.token, key: `story-${process.pid}-${keys}` };
  };
  const buy = async (member: Member, order: Input<'POST /bborder/upbbbuy'>) =>
    (await api.data('POST /bborder/upbbbuy', order, asking(member))).order;
  const market: World['market'] = async (symbol) => {
    for (const from of [1, 2]) {
      const { list } = await api.data('POST /base/tradelist', { from, page: 1, pageSize: 100 });
      const found = list.find((row) => row.symbol === symbol);
      if (found !== undefined) return found;
    }
    throw new Error(`no market ${symbol}`);
  };
  return {
    market,
    buyAtMarket: (member, { symbol, spend }) => buy(member, { symbol, musdt: spend, buytype: 2 }),
    async bid(member, { symbol, share, spend }) {
      const { price, pricePlaces, lotPlaces } = await market(symbol);
      const bid = quantize(
        portion(decimal(price), decimal<Rate>(share), 'truncate'),
        pricePlaces,
        'truncate',
      );
      const quantity = quantize(
        ratio(decimal<Price>(spend), bid, 'truncate'),
        lotPlaces,
        'truncate',
      );
      const order = { mprice: formatDecimal(bid), mnum: formatDecimal(quantity) };
      return buy(member, { symbol, ...order, buytype: 1 });
    },
    async contract(member, { seconds }) {
      const wanted = { cate: 1, usdt: '10', coinname: 'btcusdt', ctime_num: seconds };
      return (await api.data('POST /hyorder/createHyorder', wanted, asking(member))).order.ID;
    },
    async cancel(member, id) {
      await api.data('POST /bborder/clearorder', { id }, asking(member));
    },
  };
}
