/** The coins the member withdrew last. */
import { recentCoinsIn } from '../../kernel/transfer/recent-coins.ts';

export const recentWithdrawals = recentCoinsIn('withdrawCoins');
