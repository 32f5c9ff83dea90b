/** The coins the member deposited last. */
import { recentCoinsIn } from '../../kernel/transfer/recent-coins.ts';

export const recentDeposits = recentCoinsIn('depositCoins');
