/** API keys: members' programs sign their requests and trade over HTX's private API. */
import type { Amount } from '@tern/money';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import type { InstrumentBook } from '../../kernel/catalog/instruments.ts';
import type { MemberEventReader } from '../../kernel/events/member-event-reader.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Auth } from '../auth/index.ts';
import type { DepositApi, WithdrawalApi } from '../funding/index.ts';
import type { OrderApi } from '../spot/index.ts';
import { createAuthorization } from './access/authorization.ts';
import { createKeyLimits } from './access/key-limits.ts';
import { cancelTimerJob } from './cancel-all-after.ts';
import { signedEndpoints } from './rest/endpoints.ts';
import { unknownCalls } from './rest/withheld-calls.ts';
import { keysRoutes } from './routes.ts';
import { createPrivateSockets } from './socket/private-sockets.ts';
import { tradingGuide } from './trading-guide.ts';

export interface KeysDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  log: Log;
  passwords: Passwords;
  secretBox: SecretBox;
  assets: AssetBook;
  instruments: InstrumentBook;
  events: MemberEventReader;
  auth: Pick<Auth, 'attempts'>;
  orders: OrderApi;
  deposits: DepositApi;
  withdrawals: WithdrawalApi;
  /** In USDT at reference prices; undefined while a price is missing. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}

const PING_EVERY_MS = 20_000;

export function createKeys(deps: KeysDeps): Feature {
  const authorization = createAuthorization(deps);
  const limits = createKeyLimits(deps.clock);
  const sockets = createPrivateSockets({ ...deps, authorization, pingEveryMs: PING_EVERY_MS });
  return {
    slug: 'keys',
    routes: keysRoutes(deps),
    endpoints: [
      ...signedEndpoints({ ...deps, authorization, limits }),
      ...unknownCalls,
      tradingGuide,
    ],
    sockets: [sockets.endpoint],
    jobs: [cancelTimerJob(deps)],
    start: async () => sockets.start(),
    stop: async () => sockets.stop(),
  };
}
