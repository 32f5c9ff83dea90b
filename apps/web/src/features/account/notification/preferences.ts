/** Calls and cache of the member's preferences; a change is shown immediately and reverted if it fails. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, Output } from '@tern/protocol/client';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { pushEndpoint, subscribe, unsubscribe } from '../../../platform/shell/push.ts';

export type Preferences = Output<'GET /notice/getPreferences'>;
export type SwitchInput = Input<'POST /notice/setSwitch'>;
export type QuietInput = Input<'POST /notice/setQuietHours'>;
type Channel = SwitchInput['channel'];

export const preferencesQuery = queryOptions({
  queryKey: ['noticePreferences'],
  queryFn: ({ signal }) => call('GET /notice/getPreferences', {}, { signal }),
});

const put = (preferences: Preferences | undefined) =>
  queryClient.setQueryData(preferencesQuery.queryKey, preferences);

/** Shows `guess` while `send` is under way. @throws CallError, after showing what was before */
async function change(
  guess: (before: Preferences) => Preferences,
  send: () => Promise<Preferences>,
): Promise<void> {
  const before = queryClient.getQueryData(preferencesQuery.queryKey);
  if (before !== undefined) put(guess(before));
  try {
    put(await send());
  } catch (error) {
    put(before);
    throw error;
  }
}

const isFor = (input: SwitchInput) => (each: Preferences['switches'][number]) =>
  each.category === input.category && each.channel === input.channel;

export const setSwitch = (input: SwitchInput) =>
  change(
    (before) => ({
      ...before,
      switches: before.switches.map((each) =>
        isFor(input)(each) ? { ...each, isOn: input.isOn } : each,
      ),
    }),
    () => call('POST /notice/setSwitch', input),
  );

/** Without times, quiet hours are off. */
export const setQuietHours = (input: QuietInput) =>
  change(
    (before) => {
      const { from, until, timeZone } = input;
      const quiet = from === undefined || until === undefined ? null : { from, until };
      return { ...before, quiet, timeZone };
    },
    () => call('POST /notice/setQuietHours', input),
  );

export const setDetails = (isOn: boolean) =>
  change(
    (before) => ({ ...before, showsDetails: isOn }),
    () => call('POST /notice/setPushDetails', { isOn }),
  );

/** Asks for permission; false if the member refused. @throws Error of the browser, or CallError */
export async function switchDeviceOn(pushKey: string): Promise<boolean> {
  const target = await subscribe(pushKey);
  if (target === undefined) return false;
  try {
    put(await call('POST /notice/addPushDevice', target));
  } catch (error) {
    await unsubscribe();
    throw error;
  }
  return true;
}

/** @throws CallError; this browser takes no more pushes even then */
export async function switchDeviceOff(): Promise<void> {
  const endpoint = await unsubscribe();
  if (endpoint !== undefined) put(await call('POST /notice/removePushDevice', { endpoint }));
}

export async function switchOthersOff(): Promise<void> {
  const endpoint = await pushEndpoint();
  const input = endpoint === undefined ? {} : { endpoint };
  put(await call('POST /notice/removeOtherPushDevices', input));
}

/** The switch of a category and channel. */
export function switchOf(
  { switches }: Pick<Preferences, 'switches'>,
  category: SwitchInput['category'],
  channel: Channel,
) {
  const found = switches.find(isFor({ category, channel, isOn: true }));
  return { isOn: found?.isOn ?? false, isLocked: found?.isLocked ?? true };
}
