/** The door of operators: their sessions, the review queue's calls, customers, limits and fees, the audit log. */
import type { Code } from '@tern/protocol';
import type { AssetBook } from '../../kernel/assets.ts';
import type { Passwords } from '../../kernel/passwords.ts';
import type { Reviews } from '../../kernel/review/reviews.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { OperatorCaller } from '../../platform/http/route.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Auth } from '../auth/index.ts';
import { completePaperOperators } from './seed-operators.ts';
import { sessionRoutes } from './session/operator.ts';
import { createOperatorSessions } from './session/sessions.ts';

export { PAPER_ONE_TIME_SECRET } from './seed-operators.ts';

export interface OperatorsDeps {
  database: Database;
  clock: Clock;
  random: Random;
  settings: Settings;
  passwords: Passwords;
  secretBox: SecretBox;
  assets: AssetBook;
  reviews: Reviews;
  auth: Pick<Auth, 'attempts' | 'sessions'>;
  mode: 'paper' | 'live';
}

export interface Operators extends Feature {
  authenticate(token: string): Promise<OperatorCaller | Code>;
}

export function createOperators(deps: OperatorsDeps): Operators {
  const sessions = createOperatorSessions(deps);
  const { attempts } = deps.auth;
  return {
    slug: 'operators',
    routes: [...sessionRoutes({ ...deps, attempts, sessions })],
    authenticate: sessions.authenticate,
    start: () => (deps.mode === 'paper' ? completePaperOperators(deps) : Promise.resolve()),
  };
}
