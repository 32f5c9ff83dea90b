/** Read-only mode at the edge: calls that change something are refused, jobs that move money wait (ADR 52). */
import type { Call } from '@tern/protocol';
import { paused, type ReadOnly, readOnlyRefusal } from '../kernel/invariants/read-only.ts';
import type { Feature, Job } from '../platform/feature.ts';
import type { Route } from '../platform/http/route.ts';

/** Changes that stay possible: signing in, freezing one's own account, asking customer service, lifting the mode, declaring a lost key that broke a rule. */
const STILL_OPEN = new Set([
  '/base/captcha',
  '/base/confirmLogin',
  '/base/beginPasskeyLogin',
  '/base/passkeyLogin',
  '/base/endedSession',
  '/base/securityAlert',
  '/base/freezeAccount',
  '/user/freeze',
  '/operator/login',
  '/operator/logout',
  '/operator/enrol',
]);
const STILL_OPEN_BELOW = /^\/(operator\/)?service\/|^\/operator\/(readOnly|logKeys)\//;

/** True for calls that read-only mode refuses. */
function isRefused({ method, path, rate }: Call): boolean {
  if (method === 'GET' || rate === 'read') return false;
  return !STILL_OPEN.has(path) && !STILL_OPEN_BELOW.test(path);
}

/** The same route; refused in read-only mode if it changes something. */
export function refuseChanges(route: Route, readOnly: Pick<ReadOnly, 'since'>): Route {
  if (!isRefused(route.call)) return route;
  return {
    ...route,
    answer(context) {
      const since = readOnly.since();
      if (since !== undefined) return Promise.reject(readOnlyRefusal(since));
      return route.answer(context);
    },
  };
}

/**
 * Jobs that pay, send or take over terms, and the one that publishes what members are owed: their balances may be wrong. The
 * database refuses the entries of all others.
 */
const PAUSED = new Set([
  'earn.pay',
  'staking.pay',
  'loan.collect',
  'offering.release',
  'liabilities.snapshot',
  'invitation.reward',
  'withdrawal.send',
  'withdrawal.watch-verdicts',
  'operators.apply-settings',
  'products.apply-versions',
  'security.stop-frozen',
  'account-data.end-closings',
  'htx-gateway.cancel-all-after',
]);

/** All jobs, those that move money made to wait. */
export function jobsOf(features: readonly Feature[], readOnly: Pick<ReadOnly, 'since'>): Job[] {
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  return jobs.map((job) => (PAUSED.has(job.name) ? paused(job, readOnly) : job));
}
