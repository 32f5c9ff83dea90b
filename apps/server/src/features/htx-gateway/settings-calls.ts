/** The settings calls of HTX's REST interface: the paths, what may be asked, and their answers. */
import { lastPrice } from '../pricing/index.ts';
import type { Answer, HtxDeps } from './call.ts';
import {
  chainSettings,
  currencySettings,
  marketSymbol,
  type Placed,
  symbolSettings,
  tradingCurrency,
  tradingSymbol,
} from './settings.ts';

/** Clients may ask for what changed since a moment (`ts`); they get everything, and are told so. */
const whole = ({ now }: HtxDeps, data: readonly object[]) => ({
  data,
  ts: String(now()),
  full: 1,
});

const placed = <T>(list: readonly T[]): Placed<T>[] => list.map((of, place) => ({ of, place }));

const instruments = ({ states }: HtxDeps) => placed(states().map(({ instrument }) => instrument));

const listed = (names: string | null): ReadonlySet<string> | undefined =>
  names === null || names === '' ? undefined : new Set(names.split(','));

async function currencies(deps: HtxDeps) {
  const networksOf = await deps.networks();
  const quotes = new Set(deps.states().map(({ instrument }) => instrument.quote));
  return placed(deps.assets.all).map((asset) => ({
    asset,
    facts: { networks: networksOf.get(asset.of.code) ?? [], quotes },
  }));
}

export const settingsAnswers: Record<string, Answer> = {
  '/v1/settings/common/symbols': (deps) =>
    whole(
      deps,
      instruments(deps).map((each) =>
        symbolSettings(each, { assets: deps.assets, now: deps.now() }),
      ),
    ),
  '/v2/settings/common/symbols': (deps) =>
    whole(
      deps,
      instruments(deps).map((each) =>
        tradingSymbol(each, { assets: deps.assets, now: deps.now() }),
      ),
    ),
  '/v1/settings/common/market-symbols': (deps, query) => {
    const asked = listed(query.get('symbols'));
    const states = deps.states().filter(({ instrument }) => asked?.has(instrument.symbol) ?? true);
    const row = (state: (typeof states)[number]) =>
      marketSymbol(state.instrument, deps.assets, { last: lastPrice(state), now: deps.now() });
    return whole(deps, states.map(row));
  },
  '/v1/settings/common/currencys': async (deps) =>
    whole(
      deps,
      (await currencies(deps)).map(({ asset, facts }) => currencySettings(asset, facts)),
    ),
  '/v2/settings/common/currencies': async (deps) =>
    whole(
      deps,
      (await currencies(deps)).map(({ asset, facts }) => tradingCurrency(asset, facts)),
    ),
  '/v1/settings/common/chains': async (deps, query) => {
    const asked = listed(query.get('currency'));
    const networksOf = await deps.networks();
    const assets = deps.assets.all.filter(({ code }) => asked?.has(code.toLowerCase()) ?? true);
    const rows = assets.flatMap((asset) =>
      placed(networksOf.get(asset.code) ?? []).map((network) => chainSettings(network, asset)),
    );
    return whole(deps, rows);
  },
};
