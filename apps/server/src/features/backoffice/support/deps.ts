/** What support needs of the rest of the server. */
import type { Images } from '../../../kernel/images/images.ts';
import type { MemberRecords } from '../../../kernel/requests/member-records.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import type { Auth } from '../../account/auth/index.ts';

export interface SupportDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  log: Log;
  settings: Settings;
  images: Images;
  /** What members attach to messages. */
  records: MemberRecords;
  auth: Pick<Auth, 'captchas' | 'codes' | 'attempts'>;
  /** Base URL of the app, for links in messages. */
  publicUrl: string;
  /** Ids of the operators whose console is connected. */
  operatorsHere(): ReadonlySet<number>;
  /** Whether a device of the member is connected. */
  isMemberHere(memberId: number): boolean;
  /** Whether the visitor of a conversation is connected. */
  isVisitorHere(conversationId: number): boolean;
}
