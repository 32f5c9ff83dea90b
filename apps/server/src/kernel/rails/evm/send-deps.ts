/** What sending needs: the books, the chain, and the wallet that pays. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Chain } from './chain.ts';
import type { EvmSettings } from './evm-settings.ts';
import type { TransferSigner } from './transfer-signer.ts';

export interface SendDeps {
  database: Database;
  clock: Clock;
  log: Log;
  chain: Chain;
  signer: TransferSigner;
  settings: EvmSettings;
  /** Why nothing new may be signed now. */
  halted(): string | undefined;
}
