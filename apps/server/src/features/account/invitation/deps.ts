/** What the feature uses. */
import type { Amount } from '@tern/money';
import type { DueDeps } from '../../../kernel/schedule/process-due.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Log } from '../../../platform/log.ts';

export interface InvitationDeps extends DueDeps {
  log: Log;
  settings: Settings;
  /** The public address of the app, for the link. */
  publicUrl: string;
  /** In USDT at current prices; undefined without a price. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}
