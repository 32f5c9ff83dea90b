/** The market and the contract viewed last, kept on the device (spec §3). */
import { slot } from '../../platform/storage.ts';

interface LastContract {
  symbol: string;
  contractId?: number;
}

function isLastContract(value: unknown): value is LastContract {
  const { symbol, contractId } = (value as Partial<LastContract> | null) ?? {};
  const isId = contractId === undefined || typeof contractId === 'number';
  return typeof symbol === 'string' && isId;
}

const FIRST_MARKET = 'btcusdt';
const stored = slot('contract', isLastContract);

export function lastMarket(): string {
  return stored.read()?.symbol ?? FIRST_MARKET;
}

export function rememberMarket(symbol: string): void {
  stored.write({ ...stored.read(), symbol });
}

export function lastContractId(): number | undefined {
  return stored.read()?.contractId;
}

export function rememberContract(contractId: number): void {
  stored.write({ symbol: lastMarket(), contractId });
}
