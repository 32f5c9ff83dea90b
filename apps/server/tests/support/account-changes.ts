/** What features need of auth to change an account: counted attempts, and the alerts to its owner. */
import { createAlerts } from '../../src/features/account/auth/alerts.ts';
import { createAttempts } from '../../src/features/account/auth/attempts.ts';
import type { Settings } from '../../src/kernel/settings/settings.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { systemRandom } from '../../src/platform/random.ts';

export function changesOfAccount(deps: { database: Database; clock: Clock; settings: Settings }) {
  return {
    attempts: createAttempts(deps),
    alerts: createAlerts({ ...deps, random: systemRandom, publicUrl: 'http://tern.test' }),
  };
}
