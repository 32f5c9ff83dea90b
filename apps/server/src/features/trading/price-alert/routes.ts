/** Price alerts in the API: calls to use cases and back. */
import { priceAlertCalls } from '@tern/protocol';
import { type Route, route } from '../../../platform/http/route.ts';
import { type AlertDeps, listAlerts, removeAlert, setAlert, switchAlert } from './set-alert.ts';

export function priceAlertRoutes(deps: AlertDeps): Route[] {
  return [
    route(priceAlertCalls.priceAlerts, async ({ caller }) => ({
      alerts: await listAlerts(deps.database, deps, caller.memberId),
    })),
    route(priceAlertCalls.setPriceAlert, async ({ caller, input }) => ({
      alerts: await setAlert(deps, { ...input, memberId: caller.memberId }),
    })),
    route(priceAlertCalls.switchPriceAlert, async ({ caller, input }) => ({
      alerts: await switchAlert(deps, {
        id: Number(input.ID),
        memberId: caller.memberId,
        isOn: input.isOn,
      }),
    })),
    route(priceAlertCalls.removePriceAlert, async ({ caller, input }) => ({
      alerts: await removeAlert(deps, { id: Number(input.ID), memberId: caller.memberId }),
    })),
  ];
}
