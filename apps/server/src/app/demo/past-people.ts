/** The demo member's other screens: logins, people they invited, a conversation with support, and notices they have read. */
import {
  authCalls,
  documentType,
  identityCalls,
  imagesCalls,
  notificationCalls,
  supportCalls,
  swapCalls,
} from '@tern/protocol';
import { operatorSupportCalls } from '@tern/protocol/operator';
import { openPaperMember, paperAccounts } from '../../features/account/auth/index.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import type { Parts } from '../compose/parts.ts';
import type { Past, PastAct } from './past.ts';
import { CAPTCHA, type PastServer } from './past-server.ts';
import { specimenPictures } from './specimen-pictures.ts';

export function peopleOfThePast(past: Past, parts: Parts): PastAct[] {
  return [
    ...logins(past, parts),
    ...invitees(past, parts),
    ...conversations(past),
    ...notices(past),
  ];
}

const LAPTOP =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** Each ends before the next, so that the newcomer's own login ends none. */
function logins({ server, memberId, on }: Past, { random }: Parts): PastAct[] {
  const keys = new Map([LAPTOP, PHONE].map((userAgent) => [userAgent, random.token(24)]));
  const { email: username, password } = paperAccounts.member;
  const logIn = async (userAgent: string) => {
    const by = { userAgent };
    const device = keys.get(userAgent)!;
    const { captchaId } = await server.call(authCalls.captcha, {}, by);
    const input = { username, password, device, captcha: CAPTCHA, captchaId };
    await server.call(authCalls.login, input, by);
    await server.call(authCalls.logout, {}, { memberId });
  };
  return [
    { at: on(44, 9), act: () => logIn(LAPTOP) },
    { at: on(20, 18), act: () => logIn(PHONE) },
    { at: on(3, 8), act: () => logIn(LAPTOP) },
  ];
}

/** Two invited directly, of whom one is verified, and one whom that one invited and who waits to be. They pay fees for swaps. */
function invitees(past: Past, parts: Parts): PastAct[] {
  const { server, memberId, on, before } = past;
  const [ada, mika, sora] = paperAccounts.invited;
  const ids = new Map<string, number>();
  const open = async (email: string, invitedBy: number | undefined, isVerified: boolean) => {
    // Nobody logs in as them.
    const passwordHash = await parts.passwords.hash(parts.random.token(32));
    const phone = `1380000${String(1000 + ids.size)}`;
    const account = { email, countryCode: '86', phone, passwordHash };
    const opened = { ...account, invitedBy: invitedBy ?? memberId, isVerified };
    ids.set(email, await openPaperMember(parts, opened, server.now()));
  };
  const swap = (email: string, [num, from_coin, to_coin]: readonly [string, string, string]) => {
    const input = { num, from_coin, to_coin };
    return server.call(swapCalls.exchange, input, { memberId: ids.get(email)! });
  };
  const ask = async (email: string, text: string) => {
    const by = { memberId: ids.get(email)! };
    const { conversation } = await server.call(supportCalls.openSupport, { lang: 'en' }, by);
    const message = { ID: conversation.ID, clientId: parts.random.token(16), text };
    return server.call(supportCalls.sendToSupport, message, by);
  };
  return [
    { at: on(33, 10), act: () => open(ada, undefined, true) },
    { at: on(32, 11), act: () => swap(ada, ['3000', 'USDT', 'BTC']) },
    { at: on(21, 16), act: () => open(mika, undefined, false) },
    { at: on(19, 15), act: () => swap(mika, ['1200', 'USDT', 'ETH']) },
    { at: on(11, 12), act: () => open(sora, ids.get(ada), false) },
    { at: on(10, 20), act: () => swap(sora, ['2500', 'USDT', 'BTC']) },
    { at: on(7, 9), act: () => swap(ada, ['2000', 'USDT', 'ETH']) },
    { at: on(1, 17), act: () => swap(mika, ['600', 'USDT', 'SOL']) },
    {
      at: before(70),
      act: () => sendSpecimens(server, { memberId: ids.get(sora)!, name: 'Sora Ito' }),
    },
    {
      at: before(25),
      act: () => ask(mika, 'Hello! Which documents do you need to verify me?'),
    },
  ];
}

/** One that is closed and rated, and one of an invitee that waits for an answer. */
function conversations({ server, memberId, on }: Past): PastAct[] {
  const me = { memberId };
  const [agent] = paperAccounts.operators;
  const clientId = () => `past-message-${server.now()}`;
  let ID = 0;
  const write = (text: string) =>
    server.call(supportCalls.sendToSupport, { ID, clientId: clientId(), text }, me);
  return [
    {
      at: on(9, 13),
      act: async () => {
        const opened = await server.call(supportCalls.openSupport, { lang: 'en' }, me);
        ID = opened.conversation.ID;
        return write('When do I receive the yield of my fixed term? Today it has not come yet.');
      },
    },
    {
      at: on(9, 13) + 4 * MINUTE_MS,
      act: async () => {
        await server.call(operatorSupportCalls.signAs, { name: 'Ada' }, agent);
        await server.call(operatorSupportCalls.claimConversation, { ID }, agent);
        await server.call(operatorSupportCalls.readConversation, { ID, seq: 1 }, agent);
        const text =
          'Hello! USDT 60 pays every day at 00:00 UTC, for the day that ends then. You find each payment under Records.';
        return server.call(operatorSupportCalls.answer, { ID, clientId: clientId(), text }, agent);
      },
    },
    { at: on(9, 13) + 6 * MINUTE_MS, act: () => write('I see it now. Thank you!') },
    {
      at: on(9, 13) + 7 * MINUTE_MS,
      act: async () => {
        const text = 'You are welcome. Have a good day!';
        await server.call(operatorSupportCalls.readConversation, { ID, seq: 3 }, agent);
        const last = { ID, clientId: clientId(), text };
        await server.call(operatorSupportCalls.closeConversation, last, agent);
        const { list } = await server.call(supportCalls.supportMessages, { ID }, me);
        await server.call(supportCalls.readSupport, { ID, seq: list.at(-1)!.seq }, me);
        return server.call(supportCalls.rateSupport, { ID, stars: 5 }, me);
      },
    },
  ];
}

/** All but those of the last days are read. */
function notices({ server, memberId, on }: Past): PastAct[] {
  const me = { memberId };
  const readAll = async () => {
    const { list } = await server.call(notificationCalls.notices, { pageSize: 1 }, me);
    for (const { ID } of list) await server.call(notificationCalls.readAllNotices, { ID }, me);
  };
  return [{ at: on(3, 20), act: readAll }];
}

async function sendSpecimens(
  server: PastServer,
  { memberId, name }: { memberId: number; name: string },
): Promise<void> {
  const me = { memberId };
  const pictures = specimenPictures(name.toUpperCase());
  const upload = async (side: keyof typeof pictures) => {
    const base64Str = pictures[side].toString('base64');
    return (await server.call(imagesCalls.uploadImage, { base64Str }, me)).ID;
  };
  const documents = {
    type: documentType.idCard,
    name,
    card_front: await upload('front'),
    card_end: await upload('back'),
    card_hand: await upload('hand'),
  };
  await server.call(identityCalls.createUserCard, documents, me);
}
