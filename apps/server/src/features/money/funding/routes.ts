/** Funding in the API: calls to use cases and back; no decision, no SQL. */
import {
  type Call,
  depositCalls,
  depositCate,
  fiatCalls,
  securityCalls,
  withdrawalCalls,
} from '@tern/protocol';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { sensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { type MemberCallContext, type Route, route } from '../../../platform/http/route.ts';
import {
  type AddressBookDeps,
  findAddress,
  keepAddress,
  listAddresses,
  removeAddress,
} from './address-book/addresses.ts';
import {
  type AddressLock,
  type LockDeps,
  showLock,
  turnLockOff,
  turnLockOn,
} from './address-book/address-lock.ts';
import { type CardDeps, findCard, keepCard, listCards, removeCard } from './bank-cards/cards.ts';
import { listCurrencies } from './currencies/currencies.ts';
import type { Deps } from './deps.ts';
import { type CreateDeps as DepositDeps, createDeposit } from './deposit/create-deposit.ts';
import { deposits } from './deposit/deposits.ts';
import { showAddress } from './deposit/own-address.ts';
import { createPayout, type PayoutDeps } from './payout/create-payout.ts';
import { showTerms } from './payout/payout-terms.ts';
import { payouts } from './payout/payouts.ts';
import { cancelRequest } from './request/lifecycle.ts';
import { findRequest, listRequests } from './request/list.ts';
import type { FundingRequest, RequestKind } from './request/request-kind.ts';
import { createWire, type WireDeps } from './wire/create-wire.ts';
import { findWire, wires } from './wire/wires.ts';
import {
  type CreateDeps as WithdrawalDeps,
  createWithdrawal,
} from './withdrawal/create-withdrawal.ts';
import { withdrawals } from './withdrawal/withdrawals.ts';

const paidOut = {
  asset: 'coinname',
  assetId: 'coin_id',
  amount: 'num',
  leastReceived: 'min_received',
  payPassword: 'pay_password',
} as const;

const idOf = ({ ID }: { ID: number | string }) => Number(ID);
const numberOf = (given: number | string | undefined) =>
  given === undefined || given === '' ? undefined : Number(given);

/** What members may do with a request of any kind. */
function callsOf<T extends FundingRequest, Row>(
  deps: Deps<'database' | 'clock' | 'reviews'>,
  kind: RequestKind<T, Row>,
) {
  type Page = { page?: number | string; pageSize?: number | string; status?: number | string };
  type Named = { ID: number | string };
  return {
    list: ({ caller, input, lang }: MemberCallContext<Page>) =>
      listRequests(deps.database, kind, { ...input, ...caller, lang: langOf(lang) }),
    find: ({ caller, input, lang }: MemberCallContext<Named>) =>
      findRequest(deps.database, kind, { ...caller, id: idOf(input), lang: langOf(lang) }),
    cancel: (call: Call, context: MemberCallContext<Named>) => {
      const key = requestKeyOf(call, context);
      return cancelRequest(deps, kind, { ...context.caller, id: idOf(context.input), key });
    },
  };
}

const isWire = (cate: number | string | undefined) => Number(cate) === depositCate.wire;

/** The calls of deposits also announce and list wires. */
export function depositRoutes(deps: DepositDeps & WireDeps): Route[] {
  const { list, find, cancel } = callsOf(deps, deposits);
  const ofWires = callsOf(deps, wires);
  return [
    route(
      depositCalls.depositAddress,
      ({ caller, input }) =>
        showAddress(deps, caller.memberId, { coin: input.coin, network: input.czline }),
      { fields: { asset: 'coin', network: 'czline' } },
    ),
    route(
      depositCalls.createDeposit,
      async (context) => {
        const { cate, coin, czline: network, num, address, payimg, email, ...rest } = context.input;
        const { memberId } = context.caller;
        const key = requestKeyOf(depositCalls.createDeposit, context);
        if (isWire(cate)) {
          const { lang } = context;
          const wire = { memberId, coin, num, email: email ?? '', lang, key };
          return { recharge: await createWire(deps, wire) };
        }
        const place = { coin, network, num, address, imageId: numberOf(payimg) };
        const leastReceived = rest.min_received;
        return { recharge: await createDeposit(deps, { memberId, ...place, leastReceived, key }) };
      },
      {
        fields: {
          asset: 'coin',
          network: 'czline',
          amount: 'num',
          image: 'payimg',
          leastReceived: 'min_received',
        },
      },
    ),
    route(depositCalls.deposits, (context) =>
      isWire(context.input.cate) ? ofWires.list(context) : list(context),
    ),
    route(depositCalls.findDeposit, async (context) => ({ rerecharge: await find(context) })),
    route(depositCalls.cancelDeposit, async (context) => ({
      recharge: await cancel(depositCalls.cancelDeposit, context),
    })),
  ];
}

export function withdrawalRoutes(deps: WithdrawalDeps): Route[] {
  const { list, find, cancel } = callsOf(deps, withdrawals);
  return [
    route(withdrawalCalls.withdrawals, list),
    route(withdrawalCalls.findWithdrawal, async (context) => ({ rewithdraw: await find(context) })),
    route(
      withdrawalCalls.createWithdrawal,
      async (context) => {
        const { czline: network, coinname: coin, coin_id: coinId, ...rest } = context.input;
        const { pay_password: payPassword, ...payment } = rest;
        const { num, address, memo } = payment;
        // The password is left out of the hash of the request: six digits could be found by trying.
        const asked = { ...context, input: { network, coin, coinId, ...payment } };
        const withdraw = await createWithdrawal(deps, {
          num,
          address,
          memo,
          network,
          coin,
          payPassword,
          memberId: context.caller.memberId,
          coinId: numberOf(coinId),
          leastReceived: payment.min_received,
          key: requestKeyOf(withdrawalCalls.createWithdrawal, asked),
          call: sensitiveCall(withdrawalCalls.createWithdrawal, context),
        });
        return { withdraw };
      },
      { fields: { ...paidOut, network: 'czline' } },
    ),
    route(withdrawalCalls.cancelWithdrawal, async (context) => ({
      withdraw: await cancel(withdrawalCalls.cancelWithdrawal, context),
    })),
  ];
}

export function wireRoutes(deps: WireDeps): Route[] {
  const { list, cancel } = callsOf(deps, wires);
  return [
    route(fiatCalls.wires, list),
    route(fiatCalls.findWire, ({ caller, input, lang }) =>
      findWire(deps, caller.memberId, { id: idOf(input), lang }),
    ),
    route(fiatCalls.cancelWire, async (context) => ({
      wire: await cancel(fiatCalls.cancelWire, context),
    })),
  ];
}

export function payoutRoutes(deps: PayoutDeps): Route[] {
  const { list, find, cancel } = callsOf(deps, payouts);
  return [
    route(
      fiatCalls.payoutTerms,
      async ({ caller, input }) => {
        const { coinname: coin, currency } = input;
        const { memberId } = caller;
        return { terms: await showTerms(deps.database, deps, { memberId, coin, currency }) };
      },
      { fields: { asset: 'coinname' } },
    ),
    route(fiatCalls.payouts, list),
    route(fiatCalls.findPayout, async (context) => ({ rewithdraw_bank: await find(context) })),
    route(
      fiatCalls.createPayout,
      async (context) => {
        // The password is left out of the hash of the request: six digits could be found by trying.
        const { pay_password: payPassword, ...asked } = context.input;
        const { num, bank_id: cardId, coinname: coin, coin_id: coinId, currency } = asked;
        const payout = await createPayout(deps, {
          memberId: context.caller.memberId,
          num,
          coin,
          coinId: numberOf(coinId),
          currency,
          cardId: Number(cardId),
          leastReceived: asked.min_received,
          payPassword,
          key: requestKeyOf(fiatCalls.createPayout, { ...context, input: asked }),
          call: sensitiveCall(fiatCalls.createPayout, context),
        });
        return { withdraw_bank: payout };
      },
      { fields: { ...paidOut, card: 'bank_id' } },
    ),
    route(fiatCalls.cancelPayout, async (context) => ({
      withdraw_bank: await cancel(fiatCalls.cancelPayout, context),
    })),
  ];
}

export function addressRoutes(deps: AddressBookDeps): Route[] {
  const { database } = deps;
  return [
    route(withdrawalCalls.wallets, ({ caller, input }) =>
      listAddresses(database, caller.memberId, input),
    ),
    route(withdrawalCalls.findWallet, async ({ caller, input }) => ({
      reuser_qianbao: await findAddress(database, caller.memberId, idOf(input)),
    })),
    route(
      withdrawalCalls.createWallet,
      async (context) => {
        const { coin, czline: network, addr: address, memo, name, remark = '' } = context.input;
        const wallet = { coin, network, address, memo, name, remark };
        const call = sensitiveCall(withdrawalCalls.createWallet, context);
        return { wallet: await keepAddress(deps, call, wallet) };
      },
      { fields: { asset: 'coin', network: 'czline', address: 'addr' } },
    ),
    route(withdrawalCalls.deleteWallet, async ({ caller, input }) => {
      await removeAddress(deps, caller.memberId, idOf(input));
      return {};
    }),
  ];
}

const lockOut = ({ isOn, offAt }: AddressLock) => ({
  lock: { isOn, offAt: offAt === null ? null : isoTime(offAt) },
});

export function lockRoutes(deps: LockDeps): Route[] {
  const { database, clock } = deps;
  return [
    route(securityCalls.addressLock, async ({ caller }) =>
      lockOut(await showLock(database, caller.memberId, clock.now())),
    ),
    route(securityCalls.setAddressLock, async (context) => {
      const { caller, input } = context;
      const call = sensitiveCall(securityCalls.setAddressLock, context);
      return lockOut(
        input.isOn
          ? await turnLockOn(deps, caller.memberId)
          : await turnLockOff(deps, call, input.password),
      );
    }),
  ];
}

export function cardRoutes(deps: CardDeps): Route[] {
  const { database } = deps;
  return [
    route(fiatCalls.bankCards, ({ caller, input }) => listCards(database, caller.memberId, input)),
    route(fiatCalls.findBankCard, async ({ caller, input }) => ({
      reuser_bank: await findCard(database, caller.memberId, idOf(input)),
    })),
    route(
      fiatCalls.createBankCard,
      async (context) => {
        const {
          bankname: bankName,
          accountname: accountName,
          bankcard: cardNumber,
        } = context.input;
        const { bankaddress: bankAddress, ibna: iban, country } = context.input;
        const payee = { payeeAddress: context.input.payeeaddress, country };
        const card = { bankName, accountName, cardNumber, bankAddress, iban, ...payee };
        return {
          bank: await keepCard(deps, sensitiveCall(fiatCalls.createBankCard, context), card),
        };
      },
      {
        fields: {
          bankName: 'bankname',
          accountName: 'accountname',
          cardNumber: 'bankcard',
          bankAddress: 'bankaddress',
          iban: 'ibna',
          payeeAddress: 'payeeaddress',
        },
      },
    ),
    route(fiatCalls.deleteBankCard, async ({ caller, input }) => {
      await removeCard(database, caller.memberId, idOf(input));
      return {};
    }),
  ];
}

export function currencyRoutes(
  deps: Deps<'database' | 'assets' | 'mode' | 'bankAccounts' | 'valuation'>,
): Route[] {
  return [route(fiatCalls.fiatCurrencies, async () => ({ list: await listCurrencies(deps) }))];
}
