/** What is wrong with a written address and its memo, by the rule of their network, before they are sent. */
import { containsMemo, isAddressFamily, readAddress, readMemo } from '@tern/addresses';
import type { Network } from '../../../../kernel/coin-networks.ts';
import type { I18n } from '../../../../platform/i18n/i18n.tsx';

interface Written {
  address: string;
  memo: string;
}

/** The error of each field that has one. The server checks the same, and all networks of a family that this app does not know. */
export function destinationFaults(
  { t }: Pick<I18n, 't'>,
  { family, name, hasMemo }: Pick<Network, 'family' | 'name' | 'hasMemo'>,
  { address: given, memo }: Written,
): Partial<Record<keyof Written, string>> {
  if (given.trim() === '') return { address: t('withdrawal.enterAddress') };
  if (!isAddressFamily(family)) return {};
  const address = readAddress(family, given.trim());
  if (address === undefined) return { address: t('withdrawal.notOn', { network: name }) };
  if (!hasMemo || readMemo({ family, address }, memo) !== undefined) return {};
  if (containsMemo({ family, address })) return { memo: t('withdrawal.memoInAddress') };
  return { memo: t(family === 'ripple' ? 'withdrawal.wrongTag' : 'withdrawal.wrongMemo') };
}
