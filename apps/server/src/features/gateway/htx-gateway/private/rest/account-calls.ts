/** Signed calls about the account, its balances and trading fees. A member has one account. */
import { formatDecimal } from '@tern/money';
import type { HtxAccount, HtxAccountBalance, HtxFeeRate } from '@tern/protocol';
import { type Access, HtxFault } from '../../../keys/index.ts';
import { balanceRows, numberedBalances } from '../balance-shape.ts';
import { type Inputs, missing, namesIn } from './request-fields.ts';
import type { SignedCall } from './signed-call.ts';

const SYMBOLS_MAX = 10;

/** The account id is the member's id. @throws account-get-accounts-inexistent-error */
export function checkAccount(access: Access, given: string | undefined): void {
  if (given === undefined || given === String(access.memberId)) return;
  throw new HtxFault('account-get-accounts-inexistent-error', 'account for id is not found');
}

const stateOf = ({ isFrozen }: Access) => (isFrozen ? 'lock' : 'working');

const unknownSymbol = (symbol: string): HtxFault =>
  new HtxFault('base-symbol-error', `The symbol is invalid: \`${symbol}\``);

export const accountCalls: readonly SignedCall[] = [
  {
    method: 'GET',
    path: '/v1/account/accounts',
    scope: 'read',
    async answer(_deps, { access }): Promise<HtxAccount[]> {
      return [{ id: access.memberId, type: 'spot', subtype: '', state: stateOf(access) }];
    },
  },
  {
    method: 'GET',
    path: '/v1/account/accounts/:id/balance',
    scope: 'read',
    async answer({ database }, { access, params }): Promise<HtxAccountBalance> {
      checkAccount(access, params['id']);
      const { balances, seqNum } = await numberedBalances(database, access.memberId);
      const list = balances.flatMap((balance) => balanceRows(balance, String(seqNum)));
      return { id: access.memberId, type: 'spot', state: stateOf(access), list };
    },
  },
  {
    method: 'GET',
    path: '/v2/user/uid',
    scope: 'read',
    answer: async (_deps, { access }): Promise<number> => access.memberId,
  },
  {
    method: 'GET',
    path: '/v2/reference/transact-fee-rate',
    scope: 'read',
    async answer({ instruments, feesOf, clock }, { access, inputs }): Promise<HtxFeeRate[]> {
      return symbolsIn(inputs).map((symbol) => {
        const instrument = instruments.find(symbol);
        if (instrument === undefined) throw unknownSymbol(symbol);
        const { maker, taker } = feesOf(access.memberId, instrument, clock.now());
        const makerFeeRate = formatDecimal(maker);
        const takerFeeRate = formatDecimal(taker);
        const actual = { actualMakerRate: makerFeeRate, actualTakerRate: takerFeeRate };
        return { symbol, makerFeeRate, takerFeeRate, ...actual };
      });
    },
  },
];

function symbolsIn(inputs: Inputs): string[] {
  const symbols = namesIn(inputs, 'symbols', SYMBOLS_MAX);
  if (symbols === undefined) throw missing('symbols');
  return symbols;
}
