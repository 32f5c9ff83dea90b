/** An obstacle in the API. */
import { formatDecimal } from '@tern/money';
import type { Obstacle } from '../../../kernel/account-data/account-part.ts';

export function obstacleOut(obstacle: Obstacle) {
  if (!('asset' in obstacle)) return obstacle;
  const { kind, asset, amount } = obstacle;
  return { kind, coinname: asset, amount: formatDecimal(amount) };
}
