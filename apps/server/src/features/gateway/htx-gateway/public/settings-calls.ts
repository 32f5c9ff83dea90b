/** The settings calls of HTX's REST API. */
import { lastPrice } from '../../../market/pricing/index.ts';
import { type Answer, type PublicCallDeps, readNames } from './call.ts';
import {
  chainSettings,
  currencySettings,
  marketSymbol,
  type Ranked,
  symbolSettings,
  tradingCurrency,
  tradingSymbol,
} from './settings.ts';

/** Clients may request the changes since `ts`; they always get everything, with `full: 1`. */
const fullAnswer = ({ now }: PublicCallDeps, data: readonly object[]) => ({
  data,
  ts: String(now()),
  full: 1,
});

const ranked = <T>(list: readonly T[]): Ranked<T>[] => list.map((of, rank) => ({ of, rank }));

const instruments = ({ states }: PublicCallDeps) =>
  ranked(states().map(({ instrument }) => instrument));

async function currencies(deps: PublicCallDeps) {
  const networksOf = await deps.networks();
  const quotes = new Set(deps.states().map(({ instrument }) => instrument.quote));
  return ranked(deps.assets.all).map((asset) => ({
    asset,
    facts: { networks: networksOf(asset.of.code), quotes },
  }));
}

export const settingsAnswers: Record<string, Answer> = {
  '/v1/settings/common/symbols': (deps) =>
    fullAnswer(
      deps,
      instruments(deps).map((each) =>
        symbolSettings(each, { assets: deps.assets, now: deps.now() }),
      ),
    ),
  '/v2/settings/common/symbols': (deps) =>
    fullAnswer(
      deps,
      instruments(deps).map((each) =>
        tradingSymbol(each, { assets: deps.assets, now: deps.now() }),
      ),
    ),
  '/v1/settings/common/market-symbols': (deps, query) => {
    const requested = readNames(query, 'symbols');
    const states = deps
      .states()
      .filter(({ instrument }) => requested?.has(instrument.symbol) ?? true);
    const row = (state: (typeof states)[number]) =>
      marketSymbol(state.instrument, deps.assets, { last: lastPrice(state), now: deps.now() });
    return fullAnswer(deps, states.map(row));
  },
  '/v1/settings/common/currencys': async (deps) =>
    fullAnswer(
      deps,
      (await currencies(deps)).map(({ asset, facts }) => currencySettings(asset, facts)),
    ),
  '/v2/settings/common/currencies': async (deps) =>
    fullAnswer(
      deps,
      (await currencies(deps)).map(({ asset, facts }) => tradingCurrency(asset, facts)),
    ),
  '/v1/settings/common/chains': async (deps, query) => {
    const requested = readNames(query, 'currency');
    const networksOf = await deps.networks();
    const assets = deps.assets.all.filter(({ code }) => requested?.has(code.toLowerCase()) ?? true);
    const rows = assets.flatMap((asset) =>
      ranked(networksOf(asset.code)).map((network) => chainSettings(network, asset)),
    );
    return fullAnswer(deps, rows);
  },
};
