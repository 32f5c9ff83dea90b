/** Series of samples in Prometheus's notation, by what they mean, for the cases of alerts. */

export type Series = Readonly<Record<string, string>>;

/** Samples every 15 seconds, as Prometheus's notation of a start, a step and a count. */
export const SAMPLES = 120;
const steady = (value: number) => `${value}+0x${SAMPLES}`;
export const growing = (step: number) => `0+${step}x${SAMPLES}`;
/** A time that stays this many seconds behind the present. */
const behind = (seconds: number) => `${-seconds}+15x${SAMPLES}`;

export const of = (name: string, value: number, labels = '') => ({
  [name + labels]: steady(value),
});
export const late = (name: string, seconds: number, labels = '') => ({
  [name + labels]: behind(seconds),
});

/** A histogram with 100 observations in each interval, of which `slow` are above the bound. */
export const durations = (name: string, labels: string, { bound, slow }: Durations): Series => {
  const bucket = (le: string, count: number) => ({
    [`${name}_bucket{${labels}le="${le}"}`]: growing(count),
  });
  const upper = String(Number(bound) * 2);
  return { ...bucket(bound, 100 - slow), ...bucket(upper, 100), ...bucket('+Inf', 100) };
};
interface Durations {
  bound: string;
  slow: number;
}

export const ONE = '{instance="one"}';
export const one = { instance: 'one' };
const CALLS = `tern_http_answers_total{instance="one",method="POST",route="/api/bborder/upbbbuy"`;
export const calls = (ok: number, busy: number): Series => ({
  [`${CALLS},code="0"}`]: growing(ok),
  [`${CALLS},code="5006"}`]: growing(busy),
});
export const dropped = (reason: string, step: number): Series => ({
  [`tern_sockets_dropped_total{instance="one",path="/ws",reason="${reason}"}`]: growing(step),
});
export const bus = (instance: string, value: number): Series =>
  of('tern_bus_connected', value, `{instance="${instance}"}`);
/** Whether an instance has the engine of a market. */
export const held = (instance: string, value: number): Series =>
  of('tern_engine_held', value, `{instance="${instance}",symbol="btcusdt"}`);
/** What an instance knows of a kind, and what it has of it. */
export const works = (instance: string, kind: string, known: number, has: number): Series => ({
  ...of('tern_leases', known, `{instance="${instance}",kind="${kind}"}`),
  ...of('tern_leases_held', has, `{instance="${instance}",kind="${kind}"}`),
});
export const sent = (outcome: string, step: number): Series => ({
  [`tern_orders_sent_duration_seconds_count{instance="one",outcome="${outcome}"}`]: growing(step),
});
/** Which instances serve which roles. */
export const serves = (instance: string, role: string, value: number): Series =>
  of('tern_role_served', value, `{instance="${instance}",role="${role}"}`);
/** The other three roles are served. */
export const servedBut = (role: string): Series =>
  Object.assign(
    {},
    ...['api', 'feed', 'engine', 'jobs']
      .filter((each) => each !== role)
      .map((each) => serves('other', each, 1)),
  ) as Series;
/** The start of an instance that starts again after so many samples each time. */
export const started = (samples: readonly number[]): string =>
  samples.map((count, at) => `${1_000 * (at + 1)}+0x${count - 1}`).join(' ');
