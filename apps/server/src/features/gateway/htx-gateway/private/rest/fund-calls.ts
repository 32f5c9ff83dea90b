/** Signed calls about deposits and withdrawals: addresses, limits, lists. Read only: no call moves money out (ADR 21). */
import { formatDecimal, subtract } from '@tern/money';
import type {
  HtxDepositAddress,
  HtxDepositWithdraw,
  HtxWithdrawAddress,
  HtxWithdrawQuota,
} from '@tern/protocol';
import { carriedNetworks } from '../../../../../kernel/networks/carried-networks.ts';
import { type AssetNetwork, chainName } from '../../../../../kernel/networks/networks.ts';
import { turnsOfRows } from '../../../../../platform/turns.ts';
import { HtxFault } from '../../../keys/index.ts';
import { directionIn, type Inputs, missing, sizeIn, textIn, wholeIn } from './request-fields.ts';
import type { SignedCall, SignedCallDeps } from './signed-call.ts';

const SIZE = 100;
const SIZE_MAX = 500;

/** HTX's names of our deposit states. */
const depositStates: Record<string, string> = {
  reviewed: 'confirming',
  completed: 'safe',
  rejected: 'orphan',
  cancelled: 'orphan',
};

const withdrawalStates: Record<string, string> = {
  reviewed: 'reexamine',
  approved: 'pass',
  sending: 'wallet-transfer',
  completed: 'confirmed',
  rejected: 'reject',
  cancelled: 'canceled',
};

/** ccxt fails on an empty hash. */
const NO_HASH = '-';

const read = (
  path: string,
  answer: SignedCall['answer'],
  turns?: SignedCall['turns'],
): SignedCall => {
  return { method: 'GET', path, scope: 'read', answer, ...(turns && { turns }) };
};

export const fundCalls: readonly SignedCall[] = [
  read(
    '/v1/query/deposit-withdraw',
    async (deps, { access: { memberId }, inputs }) => {
      const type = textIn(inputs, 'type');
      const range = {
        memberId,
        asset: textIn(inputs, 'currency')?.toUpperCase() ?? null,
        from: wholeIn(inputs, 'from') ?? 0,
        direction: directionIn(inputs),
        limit: sizeIn(inputs, SIZE, SIZE_MAX),
      };
      if (type === 'deposit') return (await deps.deposits.list(range)).map(depositRow);
      if (type === 'withdraw') return (await deps.withdrawals.list(range)).map(withdrawalRow);
      throw type === undefined
        ? missing('type')
        : new HtxFault('validation-format-error', 'Format Error: type.');
    },
    (inputs) => turnsOfRows(sizeIn(inputs, SIZE, SIZE_MAX)),
  ),
  read('/v2/account/deposit/address', async (deps, { access: { memberId }, inputs }) => {
    const networks = await networksIn(deps, inputs);
    const open = networks.filter((network) => network.takesDeposits);
    return Promise.all(
      open.map(async (network): Promise<HtxDepositAddress> => {
        const { asset: coin, network: code } = network;
        const { address } = await deps.deposits.address(memberId, { coin, network: code });
        return { ...named(network), address, addressTag: '' };
      }),
    );
  }),
  read('/v2/account/withdraw/quota', async (deps, { inputs }): Promise<HtxWithdrawQuota> => {
    const networks = await networksIn(deps, inputs);
    return {
      currency: currencyIn(inputs).toLowerCase(),
      chains: networks.map((network) => ({
        chain: chainName(network),
        maxWithdrawAmt: formatDecimal(network.withdrawMax),
      })),
    };
  }),
  read('/v2/account/withdraw/address', async (deps, { access: { memberId }, inputs }) => {
    const networks = await networksIn(deps, inputs);
    const addresses = await deps.withdrawals.addresses(memberId);
    return addresses.flatMap(
      ({ asset, network: code, address, memo, name }): HtxWithdrawAddress[] => {
        const network = networks.find((each) => each.network === code && each.asset === asset);
        if (network === undefined) return [];
        return [{ ...named(network), note: name, addressTag: memo, address }];
      },
    );
  }),
];

function currencyIn(inputs: Inputs): string {
  const currency = textIn(inputs, 'currency');
  if (currency === undefined) throw missing('currency');
  return currency.toUpperCase();
}

/** The networks of the currency that a rail carries, or the one named by `chain`. @throws base-currency-error for an unknown currency */
async function networksIn({ database, assets, rails }: SignedCallDeps, inputs: Inputs) {
  const asset = assets.find(currencyIn(inputs));
  if (asset === undefined) throw new HtxFault('base-currency-error', 'The currency is invalid');
  const chain = textIn(inputs, 'chain');
  const networks = (await carriedNetworks(database, rails))(asset.code);
  return networks.filter((network) => chain === undefined || chainName(network) === chain);
}

const named = (network: AssetNetwork) => ({
  currency: network.asset.toLowerCase(),
  chain: chainName(network),
});

type Deposit = Awaited<ReturnType<SignedCallDeps['deposits']['list']>>[number];
type Withdrawal = Awaited<ReturnType<SignedCallDeps['withdrawals']['list']>>[number];

/** The fields that deposits and withdrawals share. */
function transferRow(transfer: Deposit | Withdrawal) {
  const { id, asset, network, address, fee, txid } = transfer;
  return {
    id,
    'sub-type': 'NORMAL' as const,
    currency: asset.toLowerCase(),
    chain: chainName({ asset, network }),
    'tx-hash': txid === null || txid === '' ? NO_HASH : txid,
    'from-addr-tag': '',
    'address-id': 0,
    address,
    fee: formatDecimal(fee),
    'created-at': transfer.createdAt,
    'updated-at': transfer.updatedAt,
  };
}

function depositRow(deposit: Deposit): HtxDepositWithdraw {
  return {
    ...transferRow(deposit),
    type: 'deposit',
    'address-tag': '',
    amount: formatDecimal(deposit.amount),
    state: depositStates[deposit.state] ?? 'unknown',
  };
}

/** HTX's amount is the amount that arrives, without the fee. */
function withdrawalRow(withdrawal: Withdrawal): HtxDepositWithdraw {
  return {
    ...transferRow(withdrawal),
    type: 'withdraw',
    'address-tag': withdrawal.memo,
    amount: formatDecimal(subtract(withdrawal.amount, withdrawal.fee)),
    state: withdrawalStates[withdrawal.state] ?? 'verifying',
  };
}
